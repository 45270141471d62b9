import Tiny
public func middle() -> Int { tiny() + #answer }
