import oldkit
print(old())
