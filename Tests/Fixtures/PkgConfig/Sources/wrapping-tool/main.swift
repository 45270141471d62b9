import Wrapper
print(wrapped())
