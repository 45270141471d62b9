import BuildEngine
import BuildPlanning
import Disk
import Dispatch
import JSON
import Parallelism
import Subprocesses
import Synchronization
import Targets
import Workspaces

/// Where an editor's messages come from and go to.
public protocol EditorTransport: Sendable {
    /// The next bytes; waits for them. Empty at the end, and when the stream is lost.
    func read() -> [UInt8]
    /// Called from one thread at a time.
    func write(_ bytes: [UInt8])
}

/// What an editor's user is to hear of.
public enum EditorFact: Sendable {
    /// The workspace cannot be read, planned or built; what was known before still counts.
    case failed(any Error & Sendable)
    /// Some of what the sources of targets are read with could not be made.
    case unprepared([BuildSummary.Failure])
    /// The editor said something that is no message.
    case misunderstood
}

/// A build server for SourceKit-LSP: the Build Server Protocol with SourceKit's own requests, over a stream.
///
/// Requests are answered beside each other; what opens the workspace is done one thing after the other, and steps aside
/// for whoever else wants to build. Nothing of the targets that an editor looks at is compiled: what their sources are
/// read with comes from the cache, or is made as a build would make it, and kept.
public final class EditorServer: Sendable {
    /// How a workspace is found and opened. Called again whenever `mono.json` may have changed, from one thread at a
    /// time.
    public typealias Finding = @Sendable () throws -> Workspace

    /// For people.
    public struct Identity: Sendable {
        public var name, version: String
        public init(name: String, version: String) { (self.name, self.version) = (name, version) }
    }

    private let identity: Identity
    private let transport: any EditorTransport
    private let views: WorkspaceViews
    private let cancellation: Cancellation
    private let word: @Sendable (EditorFact) -> String?

    /// Answers that have to wait for the workspace wait here.
    private let answers = DispatchQueue(label: "mono.editor.answers", attributes: .concurrent)
    private let writing = DispatchQueue(label: "mono.editor.writing")
    private let requests = Mutex<[String: Cancellation]>([:])

    /// Targets must be listed within 15 s, or the client takes SwiftPM: until the workspace is read, all its files
    /// belong to one target about which nothing is known.
    private static let patience = 8.0

    /// `word`: puts a fact into words; nil where nobody need hear of it. `root`: of the workspace.
    public init(
        _ identity: Identity, root: AbsolutePath, _ settings: BuildSettings, transport: any EditorTransport,
        cancellation: Cancellation, finding: @escaping Finding, word: @escaping @Sendable (EditorFact) -> String?
    ) {
        (self.identity, self.transport, self.cancellation, self.word) = (identity, transport, cancellation, word)
        views = WorkspaceViews(root: root, settings, cancellation: cancellation, finding: finding)
    }

    /// Answers until the client says that it goes, or is gone. Returns whether it said so.
    public func run() -> Bool {
        var frames = MessageFrames()
        defer { cancellation.request() }
        while true {
            let bytes = transport.read()
            if bytes.isEmpty { return false }
            frames.append(bytes)
            do throws(MessageFrames.Malformed) {
                while let content = try frames.next() {
                    guard let message = Message(content) else { continue }
                    if message.method == "build/exit" {
                        writing.sync {}
                        return true
                    }
                    take(message)
                }
            } catch {
                say(.misunderstood)
                return false
            }
        }
    }

    // MARK: Messages

    private func take(_ message: Message) {
        switch message.method {
        case "build/initialize": answer(message) { self.capabilities }
        case "build/initialized": refresh()
        case "workspace/buildTargets":
            later(message) { [views] in views.current(waitingAtMost: EditorServer.patience).listing }
        case "buildTarget/sources":
            later(message) { [views] in
                views.current(waitingAtMost: EditorServer.patience).sources(of: message.targets)
            }
        case "textDocument/sourceKitOptions":
            later(message) { [views] in
                guard let file = message.document.flatMap(FileURI.path),
                    let uri = message.params?["target"]?["uri"]?.string
                else { return .null }
                return views.current(waitingAtMost: EditorServer.patience).options(for: file, of: uri)
            }
        case "buildTarget/prepare": prepare(message)
        case "workspace/waitForBuildSystemUpdates":
            views.whenSettled { self.answer(message) { .null } }
        case "workspace/didChangeWatchedFiles":
            if views.known.mayChange(by: message.changes) { refresh() }
        case "build/shutdown": answer(message) { .null }
        case "$/cancelRequest": cancel(message)
        default:
            guard let id = message.id else { return }
            send(Message.refusal(.unknownMethod, "no method \(message.method)", of: id))
        }
    }

    private func answer(_ message: Message, _ result: () -> JSONText) {
        guard let id = message.id else { return }
        send(Message.answer(result(), to: id))
    }

    private func later(_ message: Message, _ result: @escaping @Sendable () -> JSONText) {
        answers.async { self.answer(message, result) }
    }

    private func send(_ message: JSONText) {
        let bytes = MessageFrames.framed(message)
        writing.async { [transport] in transport.write(bytes) }
    }

    private func say(_ fact: EditorFact) {
        guard let text = word(fact) else { return }
        // 2: a warning.
        send(Message.notification("build/logMessage", .object([("type", 2), ("message", .text(text))])))
    }

    private var capabilities: JSONText {
        let index = views.root / BuildLayout.index
        let watched = EditedTargets.watched.map { JSONText.object([("globPattern", .text($0)), ("kind", 7)]) }
        return .object([
            ("displayName", .text(identity.name)), ("version", .text(identity.version)), ("bspVersion", "2.2.0"),
            ("capabilities", .object([])), ("dataKind", "sourceKit"),
            (
                "data",
                .object([
                    ("sourceKitOptionsProvider", true), ("prepareProvider", true), ("outputPathsProvider", true),
                    ("indexStorePath", .text((views.root / BuildLayout.indexStore).string)),
                    ("indexDatabasePath", .text((index / "db").string)), ("watchers", .array(watched)),
                ])
            ),
        ])
    }

    // MARK: Work

    private func refresh() {
        views.refresh { outcome in
            switch outcome {
            case .same: break
            case .changed: self.send(Message.notification("buildTarget/didChange", .object([("changes", .null)])))
            case .failed(let error): self.say(.failed(error))
            }
        }
    }

    private func prepare(_ message: Message) {
        guard let id = message.id else { return }
        let cancellation = Cancellation(), key = id.description
        requests.withLock { $0[key] = cancellation }
        views.prepare(message.targets, cancellation) { outcome in
            _ = self.requests.withLock { $0.removeValue(forKey: key) }
            switch outcome {
            case .success(let failures):
                if !failures.isEmpty { self.say(.unprepared(failures)) }
            case .failure(let error):
                if cancellation.isRequested {
                    return self.send(Message.refusal(.cancelled, "cancelled", of: id))
                }
                self.say(.failed(error))
            }
            // A client that gets an error falls back to SwiftPM; sources are read with what is there.
            self.send(Message.answer(.null, to: id))
        }
    }

    private func cancel(_ message: Message) {
        guard let value = message.params?["id"] else { return }
        let id = value.string.map(JSONText.text) ?? value.integer.map { .integer(Int64($0)) }
        guard let id else { return }
        requests.withLock { $0[id.description] }?.request()
    }
}

extension Message {
    fileprivate var targets: [String] { params?["targets"]?.array?.compactMap { $0["uri"]?.string } ?? [] }

    fileprivate var document: String? { params?["textDocument"]?["uri"]?.string }

    fileprivate var changes: [ChangedDocument] {
        (params?["changes"]?.array ?? []).compactMap { change in
            guard let path = change["uri"]?.string.flatMap(FileURI.path) else { return nil }
            // 2: its content changed.
            return ChangedDocument(path: path, isEdit: change["type"]?.integer == 2)
        }
    }
}

/// A file that an editor says has changed.
struct ChangedDocument: Hashable, Sendable {
    var path: AbsolutePath
    /// False where it came to be or went.
    var isEdit: Bool
}
