public func log() -> String { "log" }
