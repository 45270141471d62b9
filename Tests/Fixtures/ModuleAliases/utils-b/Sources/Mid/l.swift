import Log
public func mid() -> String { "mid " + Log.log() }
