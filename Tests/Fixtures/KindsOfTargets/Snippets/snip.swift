import Kit
print("snippet \(c())")
