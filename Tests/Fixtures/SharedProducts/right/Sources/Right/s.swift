import CommonCore
#if swift(>=6)
let mode = 6
#else
let mode = 5
#endif
public func right() -> String { "right of \(mode): \(ObjectIdentifier(Core.self) == Core.id)" }
