import Wiring

public protocol Network: Provided {
    func get(_ path: String) -> String
}
