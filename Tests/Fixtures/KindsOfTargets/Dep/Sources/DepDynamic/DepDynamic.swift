import DepCore
public func depDynamic() -> String { core() }
