import Disk
import Dispatch
import Glibc
import HTTPServing
import Subprocesses
import Synchronization
import Testing

@testable import HTTPTransfers

@Suite(.timeLimit(.minutes(2)))
struct HTTPClientTests {
    let client = HTTPClient(HTTPClient.Settings())
    private let temporary = TemporaryFolder()
    private var folder: AbsolutePath { temporary.path }

    private func request(_ url: String, limit: Int64 = 1 << 20, timeLimit: Double = 20) -> HTTPRequest {
        HTTPRequest(.get, url, limit: limit, timeLimit: timeLimit)
    }

    @Test("what is put is there to get, from memory and from files")
    func putAndGet() throws {
        let kept = Mutex<[String: [UInt8]]>([:])
        let server = try HTTPTestServer { request in
            switch request.method {
            case "PUT":
                kept.withLock { $0[request.path] = request.body }
                return .status(201)
            default: return kept.withLock { $0[request.path].map { .status(200, body: $0) } ?? .status(404) }
            }
        }
        defer { server.stop() }
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try LocalFileSystem().write(bytes, to: folder / "out")
        let url = server.url
        func put(_ body: HTTPRequest.Body, _ name: String) throws -> Int {
            try client.answer(to: HTTPRequest(.put(body), url + name, limit: 100, timeLimit: 20)).get().status
        }
        #expect(try put(.bytes(bytes), "/memory") == 201)
        #expect(try put(.file(folder / "out", size: Int64(bytes.count)), "/file") == 201)
        #expect(try put(.bytes([]), "/empty") == 201)
        #expect(try client.answer(to: request(url + "/memory")).get().body == bytes)
        #expect(try client.answer(to: request(url + "/empty")).get().body.isEmpty)
        let head = try client.answer(to: HTTPRequest(.head, url + "/file", limit: 0, timeLimit: 20)).get()
        #expect(head.status == 200 && head.body.isEmpty)
        var toFile = request(url + "/file")
        toFile.sink = .file(folder / "in")
        let answer = try client.answer(to: toFile).get()
        #expect(answer.isSuccess && answer.size == 300_000 && answer.body.isEmpty)
        #expect(try LocalFileSystem().read(folder / "in") == bytes)
        #expect(try client.answer(to: request(url + "/nothing")).get().status == 404)
    }

    @Test("many requests share few connections")
    func manyAtOnce() throws {
        let server = try HTTPTestServer { .status(200, body: Array($0.path.utf8)) }
        defer { server.stop() }
        var settings = HTTPClient.Settings()
        settings.connections = 4
        let client = HTTPClient(settings), url = server.url
        let wrong = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 200) { index in
            let body = try? client.answer(to: request("\(url)/\(index)")).get().body
            if body != Array("/\(index)".utf8) { wrong.withLock { $0 += 1 } }
        }
        #expect(wrong.withLock { $0 } == 0)
        #expect(server.openConnections <= 4)
    }

    @Test("what no server should do is a fault, in a bounded time")
    func faults() throws {
        let server = try HTTPTestServer { request in
            switch request.path {
            case "/truncated": .truncated([1, 2, 3], says: 100)
            case "/garbage": .raw(Array("what?\r\n\r\n".utf8))
            case "/close": .close
            case "/silence": .silence
            case "/large": .status(200, body: [UInt8](repeating: 1, count: 5000))
            case "/endless": .raw(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + [UInt8](repeating: 1, count: 5000))
            default: .status(500)
            }
        }
        defer { server.stop() }
        func fault(_ path: String, limit: Int64 = 1000) -> HTTPFault? {
            let answer = client.answer(to: request(server.url + path, limit: limit, timeLimit: 1))
            guard case .failure(let fault) = answer else { return nil }
            return fault
        }
        for path in ["/truncated", "/garbage", "/close"] {
            guard case .broken = fault(path) else {
                Issue.record("\(path): \(String(describing: fault(path)))")
                continue
            }
        }
        #expect(fault("/silence") == .timedOut)
        #expect(fault("/large") == .tooLarge)
        #expect(fault("/endless") == .tooLarge)
        #expect(try client.answer(to: request(server.url + "/other")).get().status == 500)
    }

    @Test("a page that comes with an error is not the answer, however long it is")
    func pagesOfErrors() throws {
        let endless = Array("HTTP/1.1 500 Answer\r\n\r\n".utf8) + [UInt8](repeating: 1, count: 3 << 20)
        let server = try HTTPTestServer { request in
            switch request.path {
            case "/endless": .raw(endless)
            case let path: .status(Int(path.dropFirst()) ?? 0, body: [UInt8](repeating: 1, count: 300_000))
            }
        }
        defer { server.stop() }
        for status in [403, 404, 500] {
            var request = request("\(server.url)/\(status)", limit: 10)
            let answer = try client.answer(to: request).get()
            #expect(answer.status == status && answer.body.isEmpty)
            request.sink = .file(folder / "page")
            #expect(try client.answer(to: request).get().status == status)
            #expect(try LocalFileSystem().read(folder / "page").isEmpty)
        }
        let answer = try client.answer(to: request(server.url + "/endless", limit: 10)).get()
        #expect(answer.status == 500 && answer.size < 1 << 20)
    }

    @Test("nobody listens; there is no such machine; that is no address")
    func noConnection() throws {
        let server = try HTTPTestServer { _ in .status(200) }
        let url = server.url
        server.stop()
        for url in [url, "http://nowhere.invalid", "ftp://127.0.0.1/x", "http://127.0.0.1:1/%%%", ""] {
            guard case .failure(let fault) = client.answer(to: request(url)) else {
                Issue.record("\(url) answers")
                continue
            }
            switch fault {
            case .noConnection, .broken: break
            default: Issue.record("\(url): \(fault)")
            }
        }
    }

    @Test("who cancels waits no longer")
    func cancelled() throws {
        let server = try HTTPTestServer { _ in .silence }
        defer { server.stop() }
        let cancellation = Cancellation()
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { cancellation.request() }
        #expect(client.answer(to: request(server.url), cancellation: cancellation) == .failure(.cancelled))
        // One that was cancelled before it began.
        #expect(client.answer(to: request(server.url), cancellation: cancellation) == .failure(.cancelled))
    }

    @Test("a server that went and came back is asked over a new connection")
    func comesBack() throws {
        let first = try HTTPTestServer { _ in .status(200, body: [1]) }
        #expect(try client.answer(to: request(first.url)).get().body == [1])
        first.stop()
        var again: HTTPTestServer?
        for _ in 0..<100 where again == nil {
            again = try? HTTPTestServer(port: first.port) { _ in .status(200, body: [2]) }
            if again == nil { usleep(20_000) }
        }
        let second = try #require(again)
        defer { second.stop() }
        #expect(try client.answer(to: request(second.url)).get().body == [2])
    }

    @Test("headers go with a request")
    func headers() throws {
        let server = try HTTPTestServer { request in
            .status(
                200, body: Array("\(request.headers["authorization"] ?? "") \(request.headers["x-team"] ?? "")".utf8))
        }
        defer { server.stop() }
        var wanted = request(server.url)
        wanted.headers = ["Authorization: Bearer x", "X-Team: tools"]
        let body = try client.answer(to: wanted).get().body
        #expect(String(decoding: body, as: UTF8.self) == "Bearer x tools")
    }

    @Test("files that are not there, or that become shorter")
    func files() throws {
        let server = try HTTPTestServer { _ in .status(201) }
        defer { server.stop() }
        func put(_ path: AbsolutePath, size: Int64) -> Result<HTTPAnswer, HTTPFault> {
            client.answer(to: HTTPRequest(.put(.file(path, size: size)), server.url, limit: 100, timeLimit: 5))
        }
        #expect(put(folder / "absent", size: 5) == .failure(.file(FileError(.read, folder / "absent", code: ENOENT))))
        try LocalFileSystem().write([1, 2, 3], to: folder / "short")
        #expect(put(folder / "short", size: 5) == .failure(.file(FileError(.read, folder / "short", code: EIO))))
        var sunk = request(server.url)
        sunk.sink = .file(folder / "no/such/folder")
        #expect(
            client.answer(to: sunk) == .failure(.file(FileError(.write, folder / "no/such/folder", code: ENOENT))))
    }

    @Test("without the library, that is the fault")
    func noLibrary() throws {
        let client = HTTPClient(HTTPClient.Settings(), libraryNames: ["libnothing-of-that-name.so"])
        for _ in 0..<2 {
            guard case .failure(.noLibrary) = client.answer(to: request("http://127.0.0.1:1")) else {
                Issue.record("it answers")
                return
            }
        }
        let other = HTTPClient(HTTPClient.Settings(), libraryNames: ["libc.so.6"])
        #expect(other.answer(to: request("http://127.0.0.1:1")) == .failure(.unusableLibrary("curl_global_init")))
    }
}
