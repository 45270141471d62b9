import Wiring

/// Asks the server. Calls return when it has answered: a terminal has nothing better to do meanwhile.
public protocol Networking: Provided, Shared {
    func get(_ path: String) throws(NetworkingError) -> [Record]

    /// Returns what the server made of `record`.
    func post(_ record: Record, to path: String) throws(NetworkingError) -> Record
}

public enum NetworkingError: Error, Hashable {
    case notFound(String)
    case refused(reason: String)
    case malformed(field: String)
}

extension NetworkingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound(let path): "the server knows no '\(path)'"
        case .refused(let reason): reason
        case .malformed(let field): "the server's answer has no usable '\(field)'"
        }
    }
}
