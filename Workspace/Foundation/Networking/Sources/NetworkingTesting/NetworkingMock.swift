import NetworkingInterface

/// Answers what it was told to, and keeps what was posted.
public final class NetworkingMock: Networking {
    public var answers: [String: [Record]]
    public var refusal: NetworkingError?
    public private(set) var posted: [Record] = []

    public init(_ answers: [String: [Record]] = [:]) { self.answers = answers }

    public func get(_ path: String) throws(NetworkingError) -> [Record] {
        guard let answer = answers[path] else { throw .notFound(path) }
        return answer
    }

    public func post(_ record: Record, to path: String) throws(NetworkingError) -> Record {
        if let refusal { throw refusal }
        posted.append(record)
        guard let answer = answers[path]?.first else { throw .notFound(path) }
        return answer
    }
}
