import Digests

/// The messages with which a server is asked to run something
/// (https://github.com/bazelbuild/remote-apis/blob/main/build/bazel/remote/execution/v2/remote_execution.proto,
/// https://github.com/googleapis/googleapis/blob/master/google/longrunning/operations.proto).
struct ExecutionMessages: Sendable {
    let instance: String
    /// False: the server is to run each action, also one that it has a result of.
    let takesEarlierResults: Bool

    static let execute = "build.bazel.remote.execution.v2.Execution/Execute"
    static let wait = "build.bazel.remote.execution.v2.Execution/WaitExecution"

    /// The command, whose working folder is `folder` of the input root.
    static func command(_ action: RemoteAction, in folder: String, properties: [String: String]) -> [UInt8] {
        var writer = ProtobufWriter()
        for argument in action.arguments { writer.message(1, Array(argument.utf8)) }
        for (name, value) in action.variables.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            writer.message(2, pair(name, value))
        }
        if !properties.isEmpty { writer.message(5, platform(properties)) }
        writer.text(6, folder)
        let outputs = action.outputs.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for output in outputs { writer.text(7, output) }
        return writer.bytes
    }

    static func action(
        command: ContentDigest, root: ContentDigest, seconds: Int64, properties: [String: String]
    ) -> [UInt8] {
        var duration = ProtobufWriter()
        duration.number(1, seconds)
        var writer = ProtobufWriter()
        writer.message(1, RemoteEntry.encode(command))
        writer.message(2, RemoteEntry.encode(root))
        writer.message(6, duration.bytes)
        if !properties.isEmpty { writer.message(10, platform(properties)) }
        return writer.bytes
    }

    private static func platform(_ properties: [String: String]) -> [UInt8] {
        var writer = ProtobufWriter()
        for (name, value) in properties.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            writer.message(1, pair(name, value))
        }
        return writer.bytes
    }

    private static func pair(_ name: String, _ value: String) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.text(1, name)
        writer.text(2, value)
        return writer.bytes
    }

    func request(_ action: ContentDigest) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.text(1, instance)
        if !takesEarlierResults { writer.number(3, 1) }
        writer.message(6, RemoteEntry.encode(action))
        return writer.bytes
    }

    static func waitRequest(_ operation: String) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.text(1, operation)
        return writer.bytes
    }
}

/// What a server says of something that it runs: a step on the way, or the end.
struct Operation: Sendable {
    /// gRPC's code and words.
    struct Failure: Hashable, Sendable {
        var code: UInt32
        var message: String
    }

    var name: String
    /// A worker has it, as far as the server says such things at all: buildbox-casd does not.
    var isRunning: Bool
    /// Set at the end.
    var end: Result?

    enum Result: Sendable {
        /// An action result, and whether the server had it before.
        case result([UInt8], isCached: Bool)
        case failure(Failure)
    }

    /// The numbers of a stage.
    private static let executing: Int64 = 3

    init(_ message: [UInt8]) throws(ProtobufReader.Malformed) {
        let fields = try ProtobufFields(message[...])
        name = fields.text(1)
        // `Any`: its value stands under 2.
        let metadata = try fields.message(2)?.message(2)
        isRunning = metadata.map { $0.number(1) == Operation.executing } ?? true
        guard fields.number(3) == 1 else { return }
        if let error = try fields.message(4) {
            end = .failure(Failure(code: UInt32(clamping: error.number(1)), message: error.text(2)))
            return
        }
        guard let response = try fields.message(5)?.message(2) else { throw ProtobufReader.Malformed() }
        let status = try response.message(3), code = status?.number(1) ?? 0
        // Servers put an exit code of 0 beside a failure.
        if code != 0 {
            end = .failure(Failure(code: UInt32(clamping: code), message: status?.text(2) ?? ""))
        } else if let result = response[1].last {
            end = .result(Array(result), isCached: response.number(2) == 1)
        } else {
            throw ProtobufReader.Malformed()
        }
    }
}

/// An action result of somebody else's making.
struct ExecutedResult: Sendable {
    var files: [RemoteOutcome.Output] = []
    var exitCode: Int32
    /// What was printed: the bytes, or a blob.
    var output, errors: Stream
    /// Seconds on the worker.
    var wall: Double

    enum Stream: Sendable {
        case bytes([UInt8])
        case blob(ContentDigest)
    }

    init(_ message: [UInt8]) throws(ProtobufReader.Malformed) {
        let fields = try ProtobufFields(message[...])
        for file in fields[2] {
            let parts = try ProtobufFields(file)
            guard let named = parts[2].last, let digest = try APIMessages.digest(named) else {
                throw ProtobufReader.Malformed()
            }
            files.append(.init(path: parts.text(1), digest: digest, isExecutable: parts.number(4) == 1))
        }
        exitCode = Int32(truncatingIfNeeded: fields.number(4))
        output = try ExecutedResult.stream(fields, raw: 5, digest: 6)
        errors = try ExecutedResult.stream(fields, raw: 7, digest: 8)
        let metadata = try fields.message(9)
        let start = try ExecutedResult.seconds(metadata?.message(7)),
            end = try ExecutedResult.seconds(metadata?.message(8))
        wall = max(0, min(end - start, 1e6))
    }

    private static func stream(
        _ fields: ProtobufFields, raw: Int, digest: Int
    ) throws(ProtobufReader.Malformed) -> Stream {
        if let bytes = fields[raw].last, !bytes.isEmpty { return .bytes(Array(bytes)) }
        guard let named = fields[digest].last, let blob = try APIMessages.digest(named), blob.size > 0 else {
            return .bytes([])
        }
        return .blob(blob)
    }

    private static func seconds(_ time: ProtobufFields?) -> Double {
        Double(time?.number(1) ?? 0) + Double(time?.number(2) ?? 0) / 1e9
    }
}
