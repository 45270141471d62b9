public func more() -> String { "more" }
