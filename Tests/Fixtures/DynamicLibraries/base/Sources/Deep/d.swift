public func deep() -> String { "deep" }
