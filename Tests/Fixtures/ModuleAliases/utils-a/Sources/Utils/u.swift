public func a() -> String { "a" }; public struct Thing { public init() {} }
