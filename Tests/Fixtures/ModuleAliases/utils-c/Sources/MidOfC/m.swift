import Log
import LogOfD
import Tools
public func midOfC() -> String { "c \(logOfC()) \(logOfD()) \(tools())" }
