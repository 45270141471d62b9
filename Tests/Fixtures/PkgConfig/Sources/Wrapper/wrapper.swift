import CThing
public func wrapped() -> Int32 { fixture_thing() + OFFSET }
