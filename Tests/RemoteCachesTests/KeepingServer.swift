import HTTPServing
import Synchronization

/// A server that keeps what is put there, and does to some requests what no server should.
final class KeepingServer: Sendable {
    typealias Trouble = @Sendable (HTTPTestServer.Request) -> HTTPTestServer.Reply?

    private final class Content: Sendable {
        let kept = Mutex<[String: [UInt8]]>([:])
        let trouble = Mutex<Trouble?>(nil)

        func answer(_ request: HTTPTestServer.Request) -> HTTPTestServer.Reply {
            if let trouble = trouble.withLock({ $0 }), let reply = trouble(request) { return reply }
            switch request.method {
            case "PUT":
                kept.withLock { $0[request.path] = request.body }
                return .status(201)
            default: return kept.withLock { $0[request.path].map { .status(200, body: $0) } ?? .status(404) }
            }
        }
    }

    private let content = Content()
    private let server: HTTPTestServer

    init() throws { server = try HTTPTestServer { [content] in content.answer($0) } }

    deinit { server.stop() }

    var url: String { server.url }
    var requests: [String] { server.requests }

    /// By path.
    var kept: [String: [UInt8]] {
        get { content.kept.withLock { $0 } }
        set { content.kept.withLock { $0 = newValue } }
    }

    /// What it does instead of what it should, where that is not nil.
    func fail(_ trouble: Trouble?) { content.trouble.withLock { $0 = trouble } }

    func stop() { server.stop() }
}
