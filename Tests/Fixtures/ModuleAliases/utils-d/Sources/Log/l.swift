public func logOfD() -> String { "log of d" }
