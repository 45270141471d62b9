import Synchronization

/// A server that keeps what is put there, and does to some requests what no server should. It may be stopped, and
/// started again at the same port with what it had.
public final class KeepingServer: Sendable {
    public typealias Trouble = @Sendable (_ request: HTTPTestServer.Request, _ kept: [UInt8]?) -> HTTPTestServer.Reply?

    private final class Content: Sendable {
        let kept = Mutex<[String: [UInt8]]>([:])
        let trouble = Mutex<Trouble?>(nil)

        func answer(_ request: HTTPTestServer.Request) -> HTTPTestServer.Reply {
            let known = kept.withLock { $0[request.path] }
            if let trouble = trouble.withLock({ $0 }), let reply = trouble(request, known) { return reply }
            guard request.method == "PUT" else { return known.map { .status(200, body: $0) } ?? .status(404) }
            kept.withLock { $0[request.path] = request.body }
            return .status(201)
        }
    }

    private let content = Content()
    private let server: Mutex<HTTPTestServer>

    public init() throws {
        let content = content
        server = Mutex(try HTTPTestServer { content.answer($0) })
    }

    deinit { stop() }

    public var url: String { server.withLock { $0.url } }
    /// `METHOD PATH` of each request since it was started.
    public var requests: [String] { server.withLock { $0.requests } }

    /// By path.
    public var kept: [String: [UInt8]] {
        get { content.kept.withLock { $0 } }
        set { content.kept.withLock { $0 = newValue } }
    }

    /// What it does instead of what it should, where that is not nil.
    public func fail(_ trouble: Trouble?) { content.trouble.withLock { $0 = trouble } }

    public func stop() { server.withLock { $0.stop() } }

    public func start() throws {
        let content = content
        try server.withLock { server in
            server.stop()
            server = try HTTPTestServer(port: server.port) { content.answer($0) }
        }
    }
}

/// What may be wrong with a server, by name.
public enum ServerTrouble: Sendable {
    /// Everything, or what is put there, is answered by a status alone.
    case status(Int), statusOfPuts(Int)
    /// Of what it gives: half, or another byte.
    case truncates, alters
    /// The entries are there, and what they name is not.
    case losesBlobs
    /// The same, with a page for people as nginx has it.
    case losesBlobsWithPages
    /// Whatever it has not, or what it has: a page, and a status that says that this is what was asked for.
    case givesPages
    /// Nothing ever comes; or each answer takes so many seconds.
    case silent, slow(Double)
    /// Closes the connection, each time or at random.
    case closes, flickers
    /// Wants this header.
    case wants(String, status: Int)

    /// `all=500`, `put=403`, `truncate`, `alter`, `lose`, `lose=page`, `portal`, `silent`, `slow=0.1`, `close`, `flicker`,
    /// `wants=Bearer token`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count > 1 ? parts[1] : nil) {
        case ("all", let status?): self = .status(Int(status) ?? 500)
        case ("put", let status?): self = .statusOfPuts(Int(status) ?? 500)
        case ("truncate", nil): self = .truncates
        case ("alter", nil): self = .alters
        case ("lose", nil): self = .losesBlobs
        case ("lose", "page"): self = .losesBlobsWithPages
        case ("portal", nil): self = .givesPages
        case ("silent", nil): self = .silent
        case ("slow", let seconds?): self = .slow(Double(seconds) ?? 1)
        case ("close", nil): self = .closes
        case ("flicker", nil): self = .flickers
        case ("wants", let value?): self = .wants(value, status: 401)
        default: return nil
        }
    }

    private static let page = Array(
        """
        <html>\r
        <head><title>404 Not Found</title></head>\r
        <body>\r
        <center><h1>404 Not Found</h1></center>\r
        <hr><center>nginx</center>\r
        </body>\r
        </html>\r\n
        """.utf8)

    public var trouble: KeepingServer.Trouble {
        { request, kept in
            let isPut = request.method == "PUT", isBlob = request.path.contains("/cas/")
            switch self {
            case .status(let status): return .status(status)
            case .statusOfPuts(let status): return isPut ? .status(status) : nil
            case .truncates:
                guard request.method == "GET", let kept, !kept.isEmpty else { return nil }
                return .truncated(Array(kept.prefix(kept.count / 2)), says: kept.count)
            case .alters:
                guard request.method == "GET", var bytes = kept, !bytes.isEmpty else { return nil }
                bytes[bytes.count / 2] ^= 1
                return .status(200, body: bytes)
            case .losesBlobs: return isBlob && !isPut ? .status(404) : nil
            case .losesBlobsWithPages: return isBlob && !isPut ? .status(404, body: ServerTrouble.page) : nil
            case .givesPages: return .status(200, body: ServerTrouble.page)
            case .silent: return .silence
            case .slow(let seconds):
                guard request.method == "GET", let kept else { return nil }
                return .after(seconds: seconds, kept)
            case .closes: return .close
            case .flickers: return Int.random(in: 0..<4) == 0 ? .close : nil
            case .wants(let value, let status):
                return request.headers["authorization"] == value ? nil : .status(status)
            }
        }
    }
}
