import Foundation
import Glibc
import Measuring

/// The toolchain's language server, asked as an editor asks it. For one thread.
final class LanguageServer {
    private let process = Process()
    private let requests = Pipe(), answers = Pipe()
    private let root: String
    private var next = 0
    private var buffer = Data()

    /// Ends when `stop` is called.
    init(in root: String, log: String) throws {
        self.root = root
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sourcekit-lsp"]
        process.currentDirectoryURL = URL(fileURLWithPath: root)
        (process.standardInput, process.standardOutput) = (requests, answers)
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    }

    func start(within limit: Double) throws {
        try process.run()
        _ = try request(
            "initialize",
            [
                "processId": Int(getpid()), "rootUri": uri(root),
                "initializationOptions": [
                    "backgroundIndexing": true, "experimentalFeatures": ["synchronize-for-build-system-updates"],
                ],
                "capabilities": ["workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]],
            ], within: limit)
        send(["method": "initialized", "params": [String: Any]()])
    }

    func stop() {
        guard process.isRunning else { return }
        _ = try? request("shutdown", [:], within: 30)
        send(["method": "exit", "params": [String: Any]()])
        let deadline = now() + 30
        while process.isRunning, now() < deadline { usleep(10_000) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// `path`: relative to the root.
    func open(_ path: String) throws {
        let text = try Folders.text(root + "/" + path)
        let document: [String: Any] = [
            "uri": uri(root + "/" + path), "languageId": "swift", "version": 1, "text": text,
        ]
        send(["method": "textDocument/didOpen", "params": ["textDocument": document]])
    }

    /// The answer about a place; nil where there is none yet.
    func ask(_ method: String, _ place: TextPlace, within limit: Double) throws -> Any? {
        let parameters: [String: Any] = [
            "textDocument": ["uri": uri(root + "/" + place.path)],
            "position": ["line": place.line, "character": place.column],
            "context": ["includeDeclaration": true],
        ]
        return try request("textDocument/" + method, parameters, within: limit)
    }

    /// The paths in an answer that names places; those below the root are relative to it. As often as they are named.
    func paths(in answer: Any?) -> [String] {
        (answer as? [[String: Any]] ?? []).compactMap { location in
            guard let text = location["uri"] as? String ?? location["targetUri"] as? String else { return nil }
            let path = URL(string: text)?.path ?? text
            return path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
        }
    }

    // MARK: Messages

    private func uri(_ path: String) -> String { URL(fileURLWithPath: path).absoluteString }

    /// An answer that is an error counts as none: servers refuse what they do not know yet.
    func request(_ method: String, _ parameters: [String: Any], within limit: Double) throws -> Any? {
        next += 1
        send(["id": next, "method": method, "params": parameters])
        let deadline = now() + limit
        while let message = try receive(until: deadline) {
            if let asked = message["method"] as? String {
                guard let id = message["id"] else { continue }
                // It asks for settings and for leave; it gets none, and all.
                let items = ((message["params"] as? [String: Any])?["items"] as? [Any])?.count ?? 0
                let nothing: Any =
                    asked == "workspace/configuration" ? (0..<items).map { _ in NSNull() } : NSNull()
                send(["id": id, "result": nothing])
            } else if message["id"] as? Int == next {
                return message["result"]
            }
        }
        throw RunError("\(method): no answer within \(seconds(limit))")
    }

    private func send(_ message: [String: Any]) {
        let whole = message.merging(["jsonrpc": "2.0"]) { $1 }
        guard let content = try? JSONSerialization.data(withJSONObject: whole) else { return }
        let frame = Data("Content-Length: \(content.count)\r\n\r\n".utf8) + content
        try? requests.fileHandleForWriting.write(contentsOf: frame)
    }

    /// Nil where none came in time.
    private func receive(until deadline: Double) throws -> [String: Any]? {
        let file = answers.fileHandleForReading.fileDescriptor
        while true {
            if let message = framed() { return message }
            let left = deadline - now()
            if left <= 0 { return nil }
            var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, Int32(min(left, 60) * 1000) + 1) > 0 else { continue }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(file, &bytes, bytes.count)
            if count == 0 { throw RunError("the language server has ended") }
            if count > 0 { buffer += bytes[..<count] }
        }
    }

    private func framed() -> [String: Any]? {
        guard let end = buffer.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let header = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
        guard let length = header.split(separator: ":").last.flatMap({ Int($0.filter(\.isNumber)) }),
            buffer.endIndex - end.upperBound >= length
        else { return nil }
        let content = Data(buffer[end.upperBound..<end.upperBound + length])
        buffer = Data(buffer[(end.upperBound + length)...])
        return (try? JSONSerialization.jsonObject(with: content)) as? [String: Any] ?? [:]
    }
}
