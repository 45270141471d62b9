// Says what it sees.
// snippet.hide
import Offered
// snippet.show
print("first \(offered())")
