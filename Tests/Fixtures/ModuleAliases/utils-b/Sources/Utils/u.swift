import Log
public func b() -> String { "b " + log() }
