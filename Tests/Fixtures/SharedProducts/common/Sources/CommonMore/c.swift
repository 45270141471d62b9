import CommonCore
public func more() -> String { common }
