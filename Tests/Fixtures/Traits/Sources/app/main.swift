import Traits
print(traits())
