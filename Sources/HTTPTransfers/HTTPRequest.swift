import Disk

/// One request to a server.
public struct HTTPRequest: Sendable {
    public enum Method: Sendable {
        case get, head
        case put(Body)
    }

    /// What is sent.
    public enum Body: Sendable {
        case bytes([UInt8])
        /// The first `size` bytes of a file.
        case file(AbsolutePath, size: Int64)

        public var size: Int64 {
            switch self {
            case .bytes(let bytes): Int64(bytes.count)
            case .file(_, let size): size
            }
        }
    }

    /// Where an answer's body goes.
    public enum Sink: Sendable {
        case memory
        /// A file that is made or emptied, 0600. Where the request fails, what it holds means nothing; where it is
        /// answered by anything but success, it is empty.
        case file(AbsolutePath)
    }

    public var method: Method
    public var url: String
    public var sink = Sink.memory
    /// Bytes of an answer; more is a fault. What comes with any status but success does not count: it is dropped, and
    /// not read to its end where it is long.
    public var limit: Int64
    /// Seconds until an answer must be there as a whole.
    public var timeLimit: Double
    /// Lines that go with it, as `Authorization: Bearer …`.
    public var headers: [String] = []

    public init(_ method: Method, _ url: String, sink: Sink = .memory, limit: Int64, timeLimit: Double) {
        (self.method, self.url, self.sink, self.limit, self.timeLimit) = (method, url, sink, limit, timeLimit)
    }
}

/// What a server said.
public struct HTTPAnswer: Hashable, Sendable {
    /// 200, 404, and so on.
    public var status: Int
    /// Empty where the sink was a file, and with any status but success.
    public var body: [UInt8]
    /// Bytes that came, with what was dropped.
    public var size: Int64

    public init(status: Int, body: [UInt8] = [], size: Int64 = 0) {
        (self.status, self.body, self.size) = (status, body, size)
    }

    public var isSuccess: Bool { (200...299).contains(status) }
}

/// Why there is no answer.
public enum HTTPFault: Error, Hashable, Sendable {
    /// None of the names under which systems have libcurl could be opened; what the system said of the last one.
    case noLibrary(String)
    /// It is there, and lacks this function or cannot start.
    case unusableLibrary(String)
    /// No connection; libcurl's code and words.
    case noConnection(Int32, String)
    /// Nothing came for too long, or not all of it.
    case timedOut
    /// The server's certificate does not hold, or ours is refused.
    case security(Int32, String)
    /// The connection broke, or the server said what is no HTTP.
    case broken(Int32, String)
    /// The answer is larger than it may be.
    case tooLarge
    /// A file here could not be read or written.
    case file(FileError)
    /// What is to say who asks could not be found out; why, for people.
    case noCredentials(String)
    /// Its caller does not want it any more.
    case cancelled

    /// Another try may go better.
    public var isPassing: Bool {
        switch self {
        case .noConnection, .timedOut, .broken: true
        case .noLibrary, .unusableLibrary, .security, .tooLarge, .file, .noCredentials, .cancelled: false
        }
    }
}
