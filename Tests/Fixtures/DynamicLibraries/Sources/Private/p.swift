public func secret() -> String { "secret" }
