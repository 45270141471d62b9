import Utils
public func client() -> String { Utils.a() + "client \(Utils.Thing.self)" }
