import CxxLib
public func interop() -> String { "\(zoo.Pair(one: 21).twice()) \(String(zoo.text()))" }
