import Digests
import Disk
import Subprocesses
import Synchronization
import Toolchains

/// A file by content, kept in the store.
public struct Blob: Hashable, Sendable {
    public var digest: String
}

/// One run of a program that is determined by its words and its inputs: a compile, a link, or a run of what was linked.
struct Step {
    enum Program: String {
        case swiftc, clang, sh
    }

    var program: Program
    /// `{room}` stands for the folder in which it runs.
    var words: [String]
    var inputs: [String: Blob]
    var outputs: [String]
    /// Crashes and endless loops are results here.
    var seconds: Double = 120
}

struct StepResult {
    /// That of a shell: 124 after the time limit, 128 and the number after a signal.
    var status: Int32
    var output: String
    /// Without those that the program did not write.
    var outputs: [String: Blob]

    var succeeded: Bool { status == 0 }
}

/// Runs each step once: the same words with the same inputs are looked up, so a second run of the corpus takes seconds.
///
/// All that it keeps lies in one folder. May be used from any thread.
public final class Steps: Sendable {
    let toolchain: Toolchain
    public let environment: [String: String]
    let files: any FileSystem
    let commands: any CommandRunner
    let cancellation: Cancellation
    private let folder: AbsolutePath
    private let counts = Mutex((rooms: 0, ran: 0, reused: 0))
    private let owner: Int64

    /// `environment`: what compilers and the programs that they make get. `owner`: of the process, so that two of them
    /// may work in one folder.
    public init(
        folder: AbsolutePath, toolchain: Toolchain, environment: [String: String], owner: Int64,
        files: any FileSystem = LocalFileSystem(), commands: any CommandRunner = LocalCommandRunner(),
        cancellation: Cancellation = Cancellation()
    ) {
        (self.folder, self.toolchain, self.owner) = (folder, toolchain, owner)
        self.environment = environment.merging(["SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C"]) { $1 }
        (self.files, self.commands, self.cancellation) = (files, commands, cancellation)
    }

    /// How many steps ran, and were looked up.
    public var ran: Int { counts.withLock { $0.ran } }
    public var reused: Int { counts.withLock { $0.reused } }

    public var moduleCache: String { (folder / "modules").string }

    func path(of blob: Blob) -> AbsolutePath { folder / "blobs/\(blob.digest)" }

    func data(of blob: Blob) throws(CorpusFault) -> [UInt8] {
        try Steps.noting { () throws(FileError) in try files.read(path(of: blob)) }
    }

    func text(of blob: Blob) throws(CorpusFault) -> String { String(decoding: try data(of: blob), as: UTF8.self) }

    func store(_ data: [UInt8]) throws(CorpusFault) -> Blob {
        let blob = Blob(digest: ContentDigest(of: data).hex)
        if files.status(path(of: blob)) == nil {
            try Steps.noting { () throws(FileError) in try files.write(data, to: path(of: blob)) }
        }
        return blob
    }

    func store(_ text: String) throws(CorpusFault) -> Blob { try store(Array(text.utf8)) }

    /// What was remembered under a key; nil where nothing whole was.
    func remembered<Value>(
        _ key: String, _ read: (inout RecordReader) throws(MalformedRecord) -> Value
    ) -> Value? {
        guard let bytes = try? files.read(folder / "results/\(key)") else { return nil }
        do throws(MalformedRecord) {
            var reader = try RecordReader(sealed: bytes)
            let value = try read(&reader)
            try reader.finish()
            return value
        } catch { return nil }
    }

    func remember(_ key: String, _ write: (inout RecordWriter) -> Void) throws(CorpusFault) {
        var writer = RecordWriter()
        write(&writer)
        let content = writer.sealed()
        try Steps.noting { () throws(FileError) in try files.write(content, to: folder / "results/\(key)") }
    }

    func run(_ step: Step) throws(CorpusFault) -> StepResult {
        let key = key(of: step)
        let known = remembered(key) { (reader: inout RecordReader) throws(MalformedRecord) in
            let status = Int32(truncatingIfNeeded: try reader.number()), output = try reader.text()
            let names = try reader.texts(), digests = try reader.texts()
            guard names.count == digests.count, Set(names).count == names.count else { throw MalformedRecord() }
            let outputs = Dictionary(uniqueKeysWithValues: zip(names, digests.map { Blob(digest: $0) }))
            return StepResult(status: status, output: output, outputs: outputs)
        }
        if let known {
            counts.withLock { $0.reused += 1 }
            return known
        }
        counts.withLock { $0.ran += 1 }
        let result = try inRoom { (room) throws(CorpusFault) in try run(step, in: room) }
        // A step that ran out of time on a busy machine is asked again the next time.
        if result.status != 124 {
            let outputs = result.outputs.sorted { $0.key < $1.key }
            try remember(key) {
                $0.write(Int(result.status))
                $0.write(result.output)
                $0.write(outputs.map(\.key))
                $0.write(outputs.map(\.value.digest))
            }
        }
        return result
    }

    private func key(of step: Step) -> String {
        var builder = DigestBuilder()
        builder.append("step 2")
        builder.append(toolchain.identity)
        builder.append([step.program.rawValue] + step.words)
        builder.append(step.inputs.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value.digest] })
        builder.append(step.outputs)
        builder.append(Int64(step.seconds))
        return builder.finish().hex
    }

    /// Calls `body` with a new folder, which goes afterwards.
    func inRoom<Result>(_ body: (AbsolutePath) throws(CorpusFault) -> Result) throws(CorpusFault) -> Result {
        let number = counts.withLock {
            $0.rooms += 1
            return $0.rooms
        }
        let room = folder / "rooms/\(owner)-\(number)"
        try Steps.noting { () throws(FileError) in try files.makeFolder(room) }
        defer { try? files.remove(room) }
        return try body(room)
    }

    func place(_ blob: Blob, at path: AbsolutePath) throws(CorpusFault) {
        try Steps.noting { () throws(FileError) in
            try files.copy(self.path(of: blob), to: path, permissions: 0o644, durably: false)
        }
    }

    private func run(_ step: Step, in room: AbsolutePath) throws(CorpusFault) -> StepResult {
        for output in step.outputs {
            try Steps.noting { () throws(FileError) in try files.makeFolder((room / output).parent) }
        }
        for (path, blob) in step.inputs { try place(blob, at: room / path) }
        let program =
            switch step.program {
            case .swiftc: toolchain.path(of: .swiftc).string
            case .clang: toolchain.path(of: .clang).string
            case .sh: "/bin/sh"
            }
        let command = Command(
            program, step.words.map { $0.replacing("{room}", with: room.string) }, folder: room.string,
            environment: environment, timeLimit: step.seconds)
        let result: CommandResult
        do throws(CommandError) { result = try commands.run(command, cancellation: cancellation) } catch {
            throw CorpusFault("\(program) cannot be started (error \(error.code))")
        }
        // What a program that crashes says holds addresses.
        let said = step.program == .swiftc ? result.output + result.errors : result.output
        let status: Int32 =
            switch result.exit {
            case .code(let code): code
            case .signal(let signal): 128 + signal
            case .timedOut: 124
            case .cancelled: throw CorpusFault("stopped")
            }
        var outputs: [String: Blob] = [:]
        for path in step.outputs {
            if let data = try? files.read(room / path) { outputs[path] = try store(data) }
        }
        let output = String(decoding: said, as: UTF8.self).replacing(room.string, with: "{room}")
        return StepResult(status: status, output: output, outputs: outputs)
    }

    private static func noting<Result>(_ body: () throws(FileError) -> Result) throws(CorpusFault) -> Result {
        do throws(FileError) { return try body() } catch {
            throw CorpusFault("\(error.path): \(error.attempt) failed (error \(error.code))")
        }
    }
}
