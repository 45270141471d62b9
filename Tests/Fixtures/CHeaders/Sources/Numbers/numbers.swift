import CNumber
public func numbers() -> String { "\(number()) \(String(cString: note())), \(scaled())" }
