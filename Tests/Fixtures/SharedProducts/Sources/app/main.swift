import CommonCore
import Left
import Right
func line() -> String { "\(left()), \(right()), \(common)" }
print(line())
