import Foundation
import Synchronization

/// An editor without a screen: it starts the toolchain's language server and asks it what editors ask.
final class LanguageClient: @unchecked Sendable {
    // Sendable because what two threads share lies in `state`; all else is set once, before the second one starts, or
    // is used by the script's thread alone.
    private let process = Process()
    private let requests = Pipe(), answers = Pipe()
    private struct State {
        var answers: [Int: Data] = [:]
        var hasEnded = false
        var log = ""
    }
    private let state = Mutex(State())
    private var next = 0
    private var texts: [String: String] = [:]
    private var versions: [String: Int] = [:]
    private let root: URL

    /// In seconds, for one answer.
    static let limit = 180.0

    init(root: URL, environment: [String: String], log: URL) throws {
        self.root = root
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sourcekit-lsp"]
        process.currentDirectoryURL = root
        process.environment = environment
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        (process.standardInput, process.standardOutput) = (requests, answers)
        process.standardError = try FileHandle(forWritingTo: log)
        try process.run()
        Thread.detachNewThread { [self] in read() }
        _ = try request(
            "initialize",
            [
                "processId": Int(getpid()), "rootUri": uri(root.path),
                "workspaceFolders": [["uri": uri(root.path), "name": root.lastPathComponent]],
                "initializationOptions": [
                    "backgroundIndexing": true, "experimentalFeatures": ["synchronize-for-build-system-updates"],
                ],
                "capabilities": [
                    "workspace": ["workspaceFolders": true, "didChangeWatchedFiles": ["dynamicRegistration": true]],
                    "textDocument": ["rename": ["prepareSupport": true]],
                    "window": ["workDoneProgress": true],
                ],
            ])
        notify("initialized", [:])
    }

    /// What the server said of its work.
    var log: String { state.withLock { $0.log } }

    func stop() {
        if process.isRunning {
            _ = try? request("shutdown", nil, limit: 20)
            notify("exit", nil)
        }
        let deadline = Date(timeIntervalSinceNow: 10)
        while process.isRunning, Date() < deadline { usleep(10_000) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    // MARK: Documents

    func open(_ path: String, language: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        (texts[path], versions[path]) = (text, 1)
        notify(
            "textDocument/didOpen",
            ["textDocument": ["uri": uri(path), "languageId": language, "version": 1, "text": text]])
    }

    func text(of path: String) throws -> String {
        if let text = texts[path] { return text }
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    /// What somebody types, and does not save.
    func type(_ text: String, in path: String) {
        let version = (versions[path] ?? 1) + 1
        (texts[path], versions[path]) = (text, version)
        notify(
            "textDocument/didChange",
            ["textDocument": ["uri": uri(path), "version": version], "contentChanges": [["text": text]]])
    }

    /// 1: it came to be, 2: its content changed, 3: it went.
    func changed(_ paths: [String], _ kind: Int) {
        notify("workspace/didChangeWatchedFiles", ["changes": paths.map { ["uri": uri($0), "type": kind] }])
    }

    // MARK: Questions

    /// Waits until the server has done all that is to be done: with what the build server says now, and the index.
    func synchronize() throws {
        _ = try request("workspace/synchronize", ["buildServerUpdates": true, "index": true])
    }

    /// The answer to a question about a place, where one is asked for.
    func ask(_ method: String, _ path: String, line: Int? = nil, column: Int = 0, _ more: [String: Any] = [:])
        throws -> Any?
    {
        var parameters: [String: Any] = ["textDocument": ["uri": uri(path)]]
        if let line { parameters["position"] = ["line": line, "character": column] }
        return try request(method, parameters.merging(more) { $1 })
    }

    /// What the server says of a file twice in a row, a second apart. It opens a file anew half a second after a module
    /// was made that the file imports. Until then it says what it said before, even after `synchronize`.
    func diagnostics(of path: String) throws -> [[String: Any]] {
        let deadline = Date(timeIntervalSinceNow: LanguageClient.limit)
        var last: NSArray?
        while true {
            let found = try ask("textDocument/diagnostic", path) as? [String: Any]
            let items = found?["items"] as? [[String: Any]] ?? []
            if last == items as NSArray || Date() > deadline { return items }
            last = items as NSArray
            sleep(1)
        }
    }

    func request(_ method: String, _ parameters: [String: Any]?, limit: Double = limit) throws -> Any? {
        next += 1
        let id = next
        send(["id": id, "method": method, "params": parameters ?? [:]])
        let deadline = Date(timeIntervalSinceNow: limit)
        while true {
            let (found, hasEnded) = state.withLock { ($0.answers.removeValue(forKey: id), $0.hasEnded) }
            if let found, let answer = try JSONSerialization.jsonObject(with: found) as? [String: Any] {
                if let error = answer["error"] as? [String: Any] {
                    throw ScriptFailure("\(method): \(error["message"] ?? "refused")")
                }
                return answer["result"]
            }
            if hasEnded { throw ScriptFailure("the language server has ended") }
            if Date() > deadline { throw ScriptFailure("\(method): no answer within \(Int(limit)) s") }
            usleep(2000)
        }
    }

    // MARK: Messages

    private func notify(_ method: String, _ parameters: [String: Any]?) {
        send(["method": method, "params": parameters ?? [:]])
    }

    private func send(_ message: [String: Any]) {
        let whole = message.merging(["jsonrpc": "2.0"]) { $1 }
        guard let content = try? JSONSerialization.data(withJSONObject: whole) else { return }
        let frame = Data("Content-Length: \(content.count)\r\n\r\n".utf8) + content
        try? requests.fileHandleForWriting.write(contentsOf: frame)
    }

    private func read() {
        let stream = answers.fileHandleForReading
        var buffer = Data()
        while true {
            let more = stream.availableData
            if more.isEmpty { break }
            buffer += more
            while let end = buffer.range(of: Data("\r\n\r\n".utf8)) {
                let header = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
                guard let length = header.split(separator: ":").last.flatMap({ Int($0.filter(\.isNumber)) }),
                    buffer.endIndex - end.upperBound >= length
                else { break }
                let content = buffer[end.upperBound..<end.upperBound + length]
                take(Data(content))
                buffer = Data(buffer[(end.upperBound + length)...])
            }
        }
        state.withLock { $0.hasEnded = true }
    }

    private func take(_ content: Data) {
        guard let message = try? JSONSerialization.jsonObject(with: content) as? [String: Any] else { return }
        if let method = message["method"] as? String {
            let parameters = message["params"] as? [String: Any]
            if method == "window/logMessage", let text = parameters?["message"] as? String {
                state.withLock { $0.log += text + "\n" }
            }
            // It asks for settings and for leave; it gets none, and all.
            guard let id = message["id"] else { return }
            let count = (parameters?["items"] as? [Any])?.count ?? 0
            let nothing: Any = method == "workspace/configuration" ? (0..<count).map { _ in NSNull() } : NSNull()
            send(["id": id, "result": nothing])
        } else if let id = message["id"] as? Int {
            state.withLock { $0.answers[id] = content }
        }
    }

    func uri(_ path: String) -> String { URL(fileURLWithPath: path).absoluteString }

    /// A place as scripts show it: relative to the root.
    func place(_ location: [String: Any]) -> String {
        let text = location["uri"] as? String ?? location["targetUri"] as? String ?? ""
        let range = (location["range"] ?? location["targetSelectionRange"]) as? [String: Any]
        let start = range?["start"] as? [String: Int]
        return "\(relative(text)):\((start?["line"] ?? -1) + 1)"
    }

    func relative(_ uri: String) -> String {
        let path = URL(string: uri)?.path ?? uri
        return path.hasPrefix(root.path + "/") ? String(path.dropFirst(root.path.count + 1)) : path
    }
}
