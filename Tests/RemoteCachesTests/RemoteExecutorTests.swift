import Digests
import Disk
import Glibc
import RemoteCalls
import Subprocesses
import Synchronization
import Testing

@testable import RemoteCaches

@Suite(.timeLimit(.minutes(2)))
struct RemoteExecutorTests {
    let server = FakeAPIServer()
    let folder: AbsolutePath
    let files = LocalFileSystem()

    init() throws {
        var template = Array("/tmp/mono-servers-XXXXXX".utf8CString)
        folder = AbsolutePath(String(cString: try #require(mkdtemp(&template))))
        server.state.withLock { $0.capabilities = FakeAPIServer.capabilities(executes: true) }
    }

    private func executor(
        queue: Double = 5, run: Double = 5, takesEarlierResults: Bool = true
    ) throws -> RemoteExecutor {
        var settings = RemoteServerSettings(address: "grpc://cache:8980/main")
        let server = server
        settings.callChannel = { _ in server }
        var limits = RemoteExecutor.Limits()
        (limits.queue, limits.run) = (queue, run)
        return try #require(
            RemoteExecutor(
                settings, properties: ["OS": "linux"], takesEarlierResults: takesEarlierResults, limits: limits))
    }

    private func input(_ path: String, _ text: String, isExecutable: Bool = false) -> RemoteAction.Input {
        let bytes = Array(text.utf8)
        return .init(path: path, digest: ContentDigest(of: bytes), isExecutable: isExecutable, content: .bytes(bytes))
    }

    private var action: RemoteAction {
        RemoteAction(
            arguments: ["/bin/sh", "-c", "echo"], variables: ["B": "2", "A": "1"],
            inputs: [input("b/c.txt", "c"), input("a", "tool", isExecutable: true)], outputs: ["out", "b/d"])
    }

    private static func operation(
        stage: Int64 = 0, result: [UInt8]? = nil, code: Int64 = 0, isCached: Bool = false, error: Int64? = nil
    ) -> [UInt8] {
        var metadata = ProtobufWriter(), any = ProtobufWriter(), writer = ProtobufWriter()
        metadata.number(1, stage)
        any.text(1, "type.googleapis.com/build.bazel.remote.execution.v2.ExecuteOperationMetadata")
        any.message(2, metadata.bytes)
        writer.text(1, "operations/1")
        writer.message(2, any.bytes)
        if let error {
            var status = ProtobufWriter()
            status.number(1, error)
            writer.number(3, 1)
            writer.message(4, status.bytes)
        }
        if let result {
            var response = ProtobufWriter(), status = ProtobufWriter(), any = ProtobufWriter()
            response.message(1, result)
            response.number(2, isCached ? 1 : 0)
            status.number(1, code)
            response.message(3, status.bytes)
            any.message(2, response.bytes)
            writer.number(3, 1)
            writer.message(5, any.bytes)
        }
        return writer.bytes
    }

    private static func result(_ outputs: [(String, ContentDigest)], exit: Int64 = 0, says: String = "") -> [UInt8] {
        var writer = ProtobufWriter()
        for (path, digest) in outputs {
            var file = ProtobufWriter()
            file.text(1, path)
            file.message(2, RemoteEntry.encode(digest))
            file.number(4, 1)
            writer.message(2, file.bytes)
        }
        writer.number(4, exit)
        writer.text(7, says)
        return writer.bytes
    }

    @Test("an action is sent whole, once, and what it made comes back")
    func runs() throws {
        let made = Array("made".utf8), digest = ContentDigest(of: made)
        let result = RemoteExecutorTests.result([("out", digest), ("not/asked/for", digest)], says: "words")
        server.state.withLock { state in
            state.blobs[digest] = made
            state.execute = { _ in
                [
                    RemoteExecutorTests.operation(stage: 2), RemoteExecutorTests.operation(stage: 3),
                    RemoteExecutorTests.operation(result: result),
                ]
            }
        }
        let executor = try executor(), outcome = try executor.run(action, cancellation: Cancellation())
        #expect(outcome.exitCode == 0 && !outcome.isCached && outcome.errors == Array("words".utf8))
        #expect(outcome.outputs == [.init(path: "out", digest: digest, isExecutable: true)])
        try executor.fetch(outcome.outputs[0], to: folder / "out")
        #expect(try files.read(folder / "out") == made && files.status(folder / "out")?.permissions == 0o755)
        #expect(try executor.read(outcome.outputs[0]) == made)
        let sent = server.calls.count(where: { $0.hasPrefix("BatchUpdate") })
        _ = try executor.run(action, cancellation: Cancellation())
        #expect(server.calls.count(where: { $0.hasPrefix("BatchUpdate") }) == sent)
        try files.remove(folder)
    }

    @Test("the server is asked to run what it has a result of only where earlier results are not taken")
    func anew() throws {
        let result = RemoteExecutorTests.result([])
        server.state.withLock { $0.execute = { _ in [RemoteExecutorTests.operation(result: result)] } }
        let skips = Mutex<[Int64]>([])
        server.fail { call, message throws(CallFault) in
            if call.method == ExecutionMessages.execute, let fields = try? ProtobufFields(message[...]) {
                skips.withLock { $0.append(fields.number(3)) }
            }
            return nil
        }
        for takes in [true, false] {
            _ = try executor(takesEarlierResults: takes).run(action, cancellation: Cancellation())
        }
        #expect(skips.withLock { $0 } == [0, 1])
    }

    @Test("a command says its variables, outputs and properties in order, and where it runs")
    func command() throws {
        let message = ExecutionMessages.command(action, in: "w", properties: ["b": "2", "a": "1"])
        let fields = try ProtobufFields(message[...])
        #expect(fields[1].map { String(decoding: $0, as: UTF8.self) } == action.arguments)
        #expect(try fields[2].map { try ProtobufFields($0).text(1) } == ["A", "B"])
        #expect(try #require(try fields.message(5))[1].map { try ProtobufFields($0).text(1) } == ["a", "b"])
        #expect(fields.text(6) == "w")
        #expect(fields[7].map { String(decoding: $0, as: UTF8.self) } == ["b/d", "out"])
    }

    @Test("a tree is that of its files, in whatever order they come")
    func trees() throws {
        let files = [input("b/x/c", "1"), input("a-b", "2"), input("a/y", "3", isExecutable: true), input("B", "4")]
        let tree = try #require(InputTree(files)), again = try #require(InputTree(files.reversed()))
        #expect(tree.root == again.root && tree.folders.count == 4)
        let top = try ProtobufFields(try #require(tree.folders[tree.root])[...])
        #expect(try top[1].map { try ProtobufFields($0).text(1) } == ["B", "a-b"])
        #expect(try top[2].map { try ProtobufFields($0).text(1) } == ["a", "b"])
        // By another digest, or another bit.
        #expect(InputTree([input("a", "1")])?.root != InputTree([input("a", "2")])?.root)
        #expect(InputTree([input("a", "1")])?.root != InputTree([input("a", "1", isExecutable: true)])?.root)
        #expect(InputTree([])?.root == ContentDigest(of: [UInt8]()))
        for wrong in [["a", "a/b"], ["a/b", "a"], ["../a"], ["/a"], ["a//b"], [""], ["a/./b"]] {
            #expect(InputTree(wrong.enumerated().map { input($1, "\($0)") }) == nil, "\(wrong)")
        }
    }

    @Test("a failure that comes with an exit code of 0 is a failure")
    func failures() throws {
        for (answer, words) in [
            (RemoteExecutorTests.operation(result: RemoteExecutorTests.result([]), code: 13), "INTERNAL: "),
            (RemoteExecutorTests.operation(error: 14), "UNAVAILABLE: "),
        ] {
            server.state.withLock { $0.execute = { _ in [answer] } }
            #expect(throws: RemoteObstacle.lost(words)) {
                try self.executor().run(action, cancellation: Cancellation())
            }
        }
        server.state.withLock { $0.execute = { _ in [[0xff]] } }
        #expect(throws: RemoteObstacle.output("it says what cannot be understood")) {
            try self.executor().run(action, cancellation: Cancellation())
        }
        server.state.withLock { $0.execute = { _ in [] } }
        #expect(throws: RemoteObstacle.lost("it does not say what became of it")) {
            try self.executor().run(action, cancellation: Cancellation())
        }
        server.state.withLock { $0.capabilities = FakeAPIServer.capabilities() }
        #expect(throws: RemoteObstacle.runsNothing) { try self.executor().run(action, cancellation: Cancellation()) }
    }

    /// Answers `known` actions, and lets the time of the others run out.
    private func executor(thatAnswers known: Int) throws -> (RemoteExecutor, asked: () -> Int) {
        let asked = Mutex(0)
        server.state.withLock { $0.execute = { _ in [RemoteExecutorTests.operation(result: Self.result([]))] } }
        server.fail { call, _ throws(CallFault) in
            guard call.method == ExecutionMessages.execute else { return nil }
            if asked.withLock({
                $0 += 1; return $0 <= known
            }) {
                return nil
            }
            throw .timedOut
        }
        return (try executor(), { asked.withLock { $0 } })
    }

    @Test("a queue that never ends is left after one wait")
    func noWorkers() throws {
        let (executor, asked) = try executor(thatAnswers: 0)
        #expect(throws: RemoteObstacle.queued) { try executor.run(action, cancellation: Cancellation()) }
        #expect(throws: RemoteObstacle.leftAlone) { try executor.run(action, cancellation: Cancellation()) }
        #expect(asked() == 1)
    }

    @Test("a server at which nothing comes to anything any more is left")
    func queues() throws {
        let (executor, asked) = try executor(thatAnswers: 1)
        _ = try executor.run(action, cancellation: Cancellation())
        for _ in 0..<5 {
            #expect(throws: RemoteObstacle.queued) { try executor.run(action, cancellation: Cancellation()) }
        }
        #expect(throws: RemoteObstacle.leftAlone) { try executor.run(action, cancellation: Cancellation()) }
        #expect(asked() == 6)
    }

    @Test("who cancels is no fault of the server")
    func cancelled() throws {
        server.fail { call, _ throws(CallFault) in
            if call.method == ExecutionMessages.execute { throw .cancelled }
            return nil
        }
        let executor = try executor()
        for _ in 0..<7 {
            #expect(throws: RemoteObstacle.cancelled) { try executor.run(action, cancellation: Cancellation()) }
        }
    }

    @Test("an input that is not what it was said to be is not run with")
    func changedInput() throws {
        try files.write(Array("new".utf8), to: folder / "a.txt")
        let executor = try executor()
        server.state.withLock { $0.execute = { _ in [] } }
        for digest in [ContentDigest(of: "old"), ContentDigest(of: [UInt8](repeating: 1, count: 2 << 20))] {
            var action = action
            action.inputs.append(.init(path: "a.txt", digest: digest, content: .file(folder / "a.txt")))
            #expect(throws: RemoteObstacle.self) { try executor.run(action, cancellation: Cancellation()) }
        }
        #expect(!server.calls.contains("Execute"))
        try files.remove(folder)
    }
}
