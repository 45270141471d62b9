import Numbers
print(numbers())
