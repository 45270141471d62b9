public func logOfC() -> String { "log of c" }
