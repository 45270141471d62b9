import Spoken
print(spoken())
