public func also() -> String { "also" }
