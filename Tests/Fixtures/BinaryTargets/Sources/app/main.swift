import Kit
print(kit())
