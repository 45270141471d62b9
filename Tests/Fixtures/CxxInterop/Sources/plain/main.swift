import CBehind
print("behind \(behind())")
