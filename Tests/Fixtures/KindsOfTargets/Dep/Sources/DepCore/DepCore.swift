package func core() -> String { "core" }
