import ArtifactCache
import Digests
import Disk
import RemoteCalls
import Subprocesses
import Synchronization

/// Runs actions on the workers of a server of the Remote Execution API. May be used from any thread; each call blocks
/// it for a bounded time.
public final class RemoteExecutor: ActionExecutor {
    public struct Limits: Hashable, Sendable {
        /// Seconds until a worker takes an action.
        public var queue = 30.0
        /// Seconds that an action may take on a worker.
        public var run = 1200.0

        public init() {}
    }

    /// In which folder of the input root an action runs: at the root itself, paths that flags have tools shorten
    /// would be those of the whole worker.
    private static let folder = "w"
    /// So many actions in a row that no worker ran, and no more are sent.
    private static let mostFaults = 5

    public let address: String
    private let server: APICacheServer
    private let messages: ExecutionMessages
    private let properties: [String: String]
    private let limits: Limits
    private let state = Mutex(State())

    private struct State {
        var present: Set<ContentDigest> = []
        var faultsInARow = 0
        /// Whether a worker ran anything to its end.
        var hasWorkers = false

        mutating func add(_ obstacle: RemoteObstacle) {
            if obstacle == .cancelled { return }
            // A server without workers costs each job its wait for one: 64 s at two jobs, before one wait was enough.
            faultsInARow += obstacle == .queued && !hasWorkers ? RemoteExecutor.mostFaults : 1
        }
    }

    /// Nil where the address is not one of such a server. `properties`: what a worker must have. `takesEarlierResults`:
    /// the server may answer with a result that it has; a client that may write to its action cache can have made that.
    /// Asks nothing yet.
    public init?(
        _ settings: RemoteServerSettings, properties: [String: String] = [:], takesEarlierResults: Bool = true,
        limits: Limits = Limits()
    ) {
        guard let address = APIAddress(settings.address) else { return nil }
        self.address = settings.address
        server = APICacheServer(settings, address)
        messages = ExecutionMessages(instance: address.instance, takesEarlierResults: takesEarlierResults)
        (self.properties, self.limits) = (properties, limits)
    }

    public var transfers: TransferCounts { server.counts }

    /// Runs the action to its end. What it made is on the server.
    public func run(
        _ action: RemoteAction, cancellation: Cancellation
    ) throws(RemoteObstacle) -> RemoteOutcome {
        if state.withLock({ $0.faultsInARow >= RemoteExecutor.mostFaults }) {
            throw .leftAlone
        }
        do throws(RemoteObstacle) {
            let outcome = try runOnce(action, cancellation)
            state.withLock { ($0.faultsInARow, $0.hasWorkers) = (0, true) }
            return outcome
        } catch {
            if case .input = error { throw error }
            state.withLock { $0.add(error) }
            throw error
        }
    }

    public func probe() throws(RemoteObstacle) {
        let capabilities = try asking { () throws(APICalls.Fault) in try server.capabilities() }
        if !capabilities.executes { throw .runsNothing }
    }

    private func runOnce(_ action: RemoteAction, _ cancellation: Cancellation) throws(RemoteObstacle) -> RemoteOutcome {
        try probe()
        let digest = try send(action)
        let (message, isCached) = try execute(digest, cancellation)
        let result: ExecutedResult
        do { result = try ExecutedResult(message) } catch { throw .output("it says what cannot be understood") }
        let wanted = Set(action.outputs)
        return RemoteOutcome(
            exitCode: result.exitCode, output: try text(result.output), errors: try text(result.errors),
            outputs: result.files.filter { wanted.contains($0.path) }, isCached: isCached, wall: result.wall)
    }

    /// Puts a verified copy of what an action made in its place.
    public func fetch(_ output: RemoteOutcome.Output, to place: AbsolutePath) throws(RemoteObstacle) {
        do throws(MaterialiseError) {
            try RemoteStore(server, salt: "").copy(
                output.digest, to: place, permissions: output.isExecutable ? 0o755 : 0o644)
        } catch {
            switch error {
            case .miss(let miss): throw .notFetched(output.path, miss)
            case .file(let error): throw .unwritable(error)
            }
        }
    }

    public func read(_ output: RemoteOutcome.Output) throws(RemoteObstacle) -> [UInt8] {
        do throws(CacheMiss) {
            return try RemoteStore(server, salt: "").read(output.digest)
        } catch {
            throw .notFetched(output.path, error)
        }
    }

    // MARK: What it reads

    /// Sends what the server lacks of it. Returns the action's digest.
    private func send(_ action: RemoteAction) throws(RemoteObstacle) -> ContentDigest {
        let inputs = action.inputs.map { input in
            var input = input
            input.path = "\(RemoteExecutor.folder)/\(input.path)"
            return input
        }
        guard let tree = InputTree(inputs) else { throw .input("two files at one place") }
        let command = ExecutionMessages.command(action, in: RemoteExecutor.folder, properties: properties)
        let message = ExecutionMessages.action(
            command: ContentDigest(of: command), root: tree.root, seconds: Int64(limits.run), properties: properties)
        var contents: [ContentDigest: RemoteAction.Input.Content] = tree.folders.mapValues { .bytes($0) }
        for input in inputs { contents[input.digest] = input.content }
        for bytes in [command, message] { contents[ContentDigest(of: bytes)] = .bytes(bytes) }
        try upload(contents)
        return ContentDigest(of: message)
    }

    private func upload(_ contents: [ContentDigest: RemoteAction.Input.Content]) throws(RemoteObstacle) {
        let unknown = state.withLock { state in contents.keys.filter { !state.present.contains($0) } }
        let missing = try missing(unknown.sorted())
        let limit = try asking { () throws(APICalls.Fault) in try server.capabilities().batchLimit }
        var batch: [APICacheServer.Update] = [], size: Int64 = 0
        for digest in missing {
            guard let content = contents[digest] else { continue }
            if digest.size > 1 << 20 {
                try put(content, digest)
                continue
            }
            if size + digest.size + 100 > limit {
                try put(batch)
                (batch, size) = ([], 0)
            }
            batch.append((digest, try bytes(content)))
            size += digest.size + 100
        }
        try put(batch)
        state.withLock { $0.present.formUnion(unknown) }
    }

    private func missing(_ blobs: [ContentDigest]) throws(RemoteObstacle) -> [ContentDigest] {
        var missing: [ContentDigest] = [], rest = blobs[...]
        while !rest.isEmpty {
            let some = Array(rest.prefix(10_000))
            rest = rest.dropFirst(some.count)
            missing += try asking { () throws(APICalls.Fault) in try server.missing(some) }
        }
        return missing
    }

    private func bytes(_ content: RemoteAction.Input.Content) throws(RemoteObstacle) -> [UInt8] {
        switch content {
        case .bytes(let bytes): return bytes
        case .file(let path):
            do { return try LocalFileSystem().read(path, atMost: 1 << 20) } catch { throw .input(path.string) }
        }
    }

    private func put(_ batch: [APICacheServer.Update]) throws(RemoteObstacle) {
        if batch.isEmpty { return }
        try asking { () throws(APICalls.Fault) in try server.put(batch) }
    }

    private func put(_ content: RemoteAction.Input.Content, _ digest: ContentDigest) throws(RemoteObstacle) {
        do throws(BackingFault) {
            switch content {
            case .bytes(let bytes): try server.put(.bytes(bytes), as: digest)
            case .file(let path): try server.put(.file(path, size: digest.size), as: digest)
            }
        } catch {
            switch error {
            case .file(let error): throw .input(error.path.string)
            case .remote(let fault): throw fault.kind == .leftAlone ? .leftAlone : .server(fault)
            }
        }
    }

    // MARK: The run

    private func execute(
        _ digest: ContentDigest, _ cancellation: Cancellation
    ) throws(RemoteObstacle) -> (result: [UInt8], isCached: Bool) {
        var last: Operation?
        for attempt in 0..<2 {
            // A worker that has it is waited for longer than for one.
            let method = attempt == 0 ? ExecutionMessages.execute : ExecutionMessages.wait
            let message = last.map { ExecutionMessages.waitRequest($0.name) } ?? messages.request(digest)
            let limit = attempt == 0 ? limits.queue : limits.run + limits.queue
            let isOver = try follow(method, message, seconds: limit, cancellation, &last)
            if isOver { break }
            guard let known = last, known.isRunning else { throw .queued }
        }
        switch last?.end {
        case .result(let bytes, let isCached): return (bytes, isCached)
        case .failure(let failure):
            throw .lost("\(CallStatusCode(rawValue: failure.code).name): \(failure.message.prefix(200))")
        case nil: throw .lost("it does not say what became of it")
        }
    }

    /// False where the time is over.
    private func follow(
        _ method: String, _ message: [UInt8], seconds: Double, _ cancellation: Cancellation, _ last: inout Operation?
    ) throws(RemoteObstacle) -> Bool {
        var newest = last, isClear = true
        let end = try asking { () throws(APICalls.Fault) in
            try server.calls.follow(method, message, seconds: seconds, cancellation) { bytes in
                guard let step = try? Operation(bytes) else {
                    isClear = false
                    return false
                }
                newest = step
                return step.end == nil
            }
        }
        last = newest
        if !isClear { throw .output("it says what cannot be understood") }
        switch end {
        case .done: return true
        case .late: return newest?.end != nil
        case .cancelled: throw .cancelled
        }
    }

    private func text(_ stream: ExecutedResult.Stream) throws(RemoteObstacle) -> [UInt8] {
        switch stream {
        case .bytes(let bytes): return bytes
        case .blob(let blob):
            return try read(RemoteOutcome.Output(path: "what it printed", digest: blob, isExecutable: false))
        }
    }

    private func asking<Answer>(_ work: () throws(APICalls.Fault) -> Answer) throws(RemoteObstacle) -> Answer {
        do throws(APICalls.Fault) {
            return try work()
        } catch {
            switch error {
            case .absent: throw .server(server.calls.fault(.failed("NOT_FOUND")))
            case .remote(let fault): throw fault.kind == .leftAlone ? .leftAlone : .server(fault)
            }
        }
    }
}
