public func tools() -> String { "tools" }
