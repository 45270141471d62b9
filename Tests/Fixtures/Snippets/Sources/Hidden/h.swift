public func hidden() -> String { "hidden" }
