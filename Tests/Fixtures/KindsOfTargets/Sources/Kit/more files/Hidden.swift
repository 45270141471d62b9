func hidden() -> String { "private" }
