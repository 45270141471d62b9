import CConfigured
print(configured())
