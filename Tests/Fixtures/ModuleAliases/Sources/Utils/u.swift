public func own() -> String { "own" }
