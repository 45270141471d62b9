import CLonely
public func lonely() -> Int32 { clonely() }
