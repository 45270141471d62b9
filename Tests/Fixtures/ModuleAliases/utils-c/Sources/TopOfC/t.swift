import MidOfC
public func top() -> String { "top \(midOfC())" }
