public func plain() -> String { "plain" }
