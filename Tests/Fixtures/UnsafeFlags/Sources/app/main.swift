import CKit
import Kit

var isDebug = false
assert({ isDebug = true; return true }())
print("app \(isDebug ? "plain" : "optimized"), Kit \(isOptimized() ? "optimized" : "plain"), CKit \(ckit_is_optimized() == 1 ? "optimized" : "plain"), \(mark)")
