import Plain
print(plain())
