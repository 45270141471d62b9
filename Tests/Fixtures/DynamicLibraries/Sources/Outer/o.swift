import Base
import Private
public func outer() -> String { "outer \(base()) \(secret())" }
public func shared() -> Shared { .one }
