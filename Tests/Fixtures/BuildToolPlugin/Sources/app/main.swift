import Unrelated
import Words

print(spoken(), listed(), unrelated)
