import Dispatch
import Glibc
import Synchronization

/// A server on loopback for tests: HTTP/1.1 with connections that are kept open, one thread each. Stops when it is
/// let go of, or by `stop`.
public final class HTTPTestServer: Sendable {
    public struct Request: Sendable {
        public var method, path: String
        /// Names in lower case.
        public var headers: [String: String]
        public var body: [UInt8]
    }

    public enum Reply: Sendable {
        case status(Int, body: [UInt8] = [])
        /// Says that it has `says` bytes, sends these, and closes.
        case truncated([UInt8], says: Int)
        /// Whatever it is, it is sent as it is; then the connection is closed.
        case raw([UInt8])
        case after(seconds: Double, [UInt8])
        /// Nothing ever comes.
        case silence
        case close
    }

    private struct State {
        var connections: Set<Int32> = []
        var isStopped = false
        var requests: [String] = []
    }

    public let port: Int
    private let listener: Int32
    private let state = Mutex(State())
    private let answer: @Sendable (Request) -> Reply

    public var url: String { "http://127.0.0.1:\(port)" }

    /// `METHOD PATH` of each request so far.
    public var requests: [String] { state.withLock { $0.requests } }

    /// How many connections were opened that are still open.
    public var openConnections: Int { state.withLock { $0.connections.count } }

    /// `port`: 0 for any.
    public init(port: Int = 0, answer: @escaping @Sendable (Request) -> Reply) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var on: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = self.listener
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard bound else { throw ServerError(code: errno) }
        self.port = Int(UInt16(bigEndian: address.sin_port))
        self.answer = answer
        onThread { [self] in accept() }
    }

    public struct ServerError: Error { public var code: Int32 }

    public func stop() {
        let open = state.withLock { state in
            defer { (state.connections, state.isStopped) = ([], true) }
            return state.isStopped ? [] : Array(state.connections) + [listener]
        }
        for connection in open { shutdown(connection, Int32(SHUT_RDWR)) }
    }

    /// A queue of its own gets a thread, however many others wait for somebody.
    private func onThread(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "http test server").async(execute: work)
    }

    private func accept() {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            if connection < 0 {
                if errno == EINTR { continue }
                close(listener)
                return
            }
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            var on: Int32 = 1
            setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            let isWanted = state.withLock { state in
                if !state.isStopped { state.connections.insert(connection) }
                return !state.isStopped
            }
            guard isWanted else {
                close(connection)
                continue
            }
            onThread { [self] in
                converse(over: connection)
                _ = state.withLock { $0.connections.remove(connection) }
                close(connection)
            }
        }
    }

    private func converse(over connection: Int32) {
        var reader = RequestReader(connection)
        while let request = reader.next() {
            state.withLock { $0.requests.append("\(request.method) \(request.path)") }
            guard reply(answer(request), to: request, over: connection) else { return }
        }
    }

    /// False where the connection is done with.
    private func reply(_ reply: Reply, to request: Request, over connection: Int32) -> Bool {
        func send(_ bytes: [UInt8], status: Int = 200, size: Int? = nil) -> Bool {
            let head = "HTTP/1.1 \(status) Answer\r\nContent-Length: \(size ?? bytes.count)\r\n\r\n"
            let body = request.method == "HEAD" ? [] : bytes
            return write(Array(head.utf8) + body, to: connection)
        }
        switch reply {
        case .status(let status, let body): return send(body, status: status)
        case .truncated(let body, let size):
            _ = send(body, size: size)
            return false
        case .raw(let bytes):
            _ = write(bytes, to: connection)
            return false
        case .after(let seconds, let body):
            usleep(useconds_t(seconds * 1e6))
            return send(body)
        case .silence:
            var byte: UInt8 = 0
            // Until the other side goes away, or the server stops.
            while read(connection, &byte, 1) > 0 {}
            return false
        case .close: return false
        }
    }

    private func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(connection, $0.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            done += count
        }
        return true
    }
}

/// Takes requests out of a connection.
private struct RequestReader {
    private let connection: Int32
    private var buffer: [UInt8] = []

    init(_ connection: Int32) { self.connection = connection }

    /// Nil at the end, and where something else comes.
    mutating func next() -> HTTPTestServer.Request? {
        while true {
            if let end = headEnd() {
                let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
                buffer.removeFirst(end + 4)
                guard let words = lines.first?.split(separator: " "), words.count == 3 else { return nil }
                var headers: [String: String] = [:]
                for line in lines.dropFirst() {
                    guard let colon = line.firstIndex(of: ":") else { return nil }
                    headers[line[..<colon].lowercased()] = String(
                        line[line.index(after: colon)...].drop { $0 == " " })
                }
                let size = headers["content-length"].flatMap(Int.init) ?? 0
                while buffer.count < size { guard more() else { return nil } }
                let body = Array(buffer[..<size])
                buffer.removeFirst(size)
                return .init(method: String(words[0]), path: String(words[1]), headers: headers, body: body)
            }
            guard more() else { return nil }
        }
    }

    private func headEnd() -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        guard buffer.count >= 4 else { return nil }
        return (0...(buffer.count - 4)).first { buffer[$0] == 13 && buffer[$0..<($0 + 4)].elementsEqual(mark) }
    }

    private mutating func more() -> Bool {
        var part = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(connection, &part, part.count)
        guard count > 0 else { return false }
        buffer += part[..<count]
        return true
    }
}
