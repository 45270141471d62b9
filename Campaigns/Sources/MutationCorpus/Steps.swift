import Digests
import Foundation
import Glibc
import Measuring

/// A file by content, kept in the store.
struct Blob: Codable, Hashable {
    var digest: String
}

/// One run of a program that is determined by its words and its inputs: a compile, a link, or a run of what was linked.
struct Step {
    /// `{room}` stands for the folder in which it runs.
    var words: [String]
    var inputs: [String: Blob]
    var outputs: [String]
    /// Crashes and endless loops are results here.
    var seconds = 120
}

struct StepResult: Codable {
    var status: Int32
    var output: String
    /// Without those that the program did not write.
    var outputs: [String: Blob]

    var succeeded: Bool { status == 0 }
}

/// Runs each step once: the same words with the same inputs are looked up, so a second run of the corpus takes seconds.
final class Steps: @unchecked Sendable {
    private let folder: String
    private let tools: String
    private let lock = NSLock()
    private var rooms = 0
    /// How many steps ran, and were looked up.
    private(set) var ran = 0, reused = 0

    init(folder: String, tools: String) throws {
        (self.folder, self.tools) = (folder, tools)
        for name in ["blobs", "results", "rooms", "modules"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
    }

    func path(of blob: Blob) -> String { "\(folder)/blobs/\(blob.digest)" }
    func text(of blob: Blob) throws -> String { String(decoding: try data(of: blob), as: UTF8.self) }
    func data(of blob: Blob) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(of: blob))) }
    var moduleCache: String { "\(folder)/modules" }

    func store(_ data: Data) throws -> Blob {
        let blob = Blob(digest: ContentDigest(of: [UInt8](data)).hex)
        let path = path(of: blob)
        if !FileManager.default.fileExists(atPath: path) {
            try data.write(to: URL(fileURLWithPath: path), options: .atomic)
        }
        return blob
    }

    func store(_ text: String) throws -> Blob { try store(Data(text.utf8)) }

    func remembered<Value: Decodable>(_ key: String) -> Value? {
        FileManager.default.contents(atPath: "\(folder)/results/\(key)").flatMap {
            try? JSONDecoder().decode(Value.self, from: $0)
        }
    }

    func remember(_ value: some Encodable, _ key: String) throws {
        try JSONEncoder().encode(value).write(to: URL(fileURLWithPath: "\(folder)/results/\(key)"), options: .atomic)
    }

    func run(_ step: Step) throws -> StepResult {
        var builder = DigestBuilder()
        builder.append("step 1")
        builder.append(tools)
        builder.append(step.words)
        builder.append(step.inputs.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value.digest] })
        builder.append(step.outputs)
        builder.append(Int64(step.seconds))
        let key = builder.finish().hex
        if let result: StepResult = remembered(key) {
            lock.withLock { reused += 1 }
            return result
        }
        let room = try room()
        lock.withLock { ran += 1 }
        defer { try? FileManager.default.removeItem(atPath: room) }
        let result = try run(step, in: room)
        // A step that ran out of time on a busy machine is asked again the next time.
        if result.status != 124 { try remember(result, key) }
        return result
    }

    /// A new folder.
    func room() throws -> String {
        let room = lock.withLock {
            rooms += 1
            return "\(folder)/rooms/\(getpid())-\(rooms)"
        }
        try FileManager.default.createDirectory(atPath: room, withIntermediateDirectories: true)
        return room
    }

    private func run(_ step: Step, in room: String) throws -> StepResult {
        let files = FileManager.default
        for path in Set(
            (Array(step.inputs.keys) + step.outputs).map { ("\(room)/\($0)" as NSString).deletingLastPathComponent })
        {
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        for (path, blob) in step.inputs { try files.copyItem(atPath: self.path(of: blob), toPath: "\(room)/\(path)") }
        let words =
            ["timeout", "-k", "1", "\(step.seconds)", "env", "-C", room]
            + step.words.map { $0.replacingOccurrences(of: "{room}", with: room) }
        var (status, output) = try spawn(words, in: room)
        output = output.replacingOccurrences(of: room, with: "{room}")
        var outputs: [String: Blob] = [:]
        for path in step.outputs {
            if let data = files.contents(atPath: "\(room)/\(path)") { outputs[path] = try store(data) }
        }
        return StepResult(status: status, output: output, outputs: outputs)
    }

    private func spawn(_ arguments: [String], in room: String) throws -> (Int32, String) {
        let log = room + "/.output"
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
        // What a program that crashes says holds addresses.
        if arguments[7].hasPrefix("swift") {
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
        } else {
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        let variables = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C"]) {
            $1
        }
        var words = arguments.map { strdup($0) } + [nil]
        var settings = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + settings).forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawnp(&process, arguments[0], &actions, nil, &words, &settings)
        guard code == 0 else { throw RunError("cannot start \(arguments[0]): \(String(cString: strerror(code)))") }
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        let output = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
        return (status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f), output)
    }
}
