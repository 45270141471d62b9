import BuildEngine
import BuildPlanning
import Disk
import Subprocesses
import Synchronization
import Testing

@testable import Workspaces

/// A workspace that is built as a front end does that asks first whether there is anything to do.
struct AskingFirst {
    let world: FakeWorld
    var words = ["build"]
    var settings = BuildSettings()
    /// Nil for the world.
    var commands: (any CommandRunner)?

    init(_ world: FakeWorld) throws {
        self.world = world
        try world.files.write("mono", to: "/proc/self/exe")
        try world.putApp()
    }

    var request: UpToDateRequest { UpToDateRequest(words: words, settings: settings) }

    func workspace(_ adjust: (inout WorkspaceSettings) -> Void = { _ in }) throws -> Workspace {
        let plain = try world.workspace {
            // A test that opens it twice fails, and does not hang.
            $0.waitsForOthers = false
            adjust(&$0)
        }
        return Workspace(plain.configuration, plain.settings, files: world.files, commands: commands ?? world)
    }

    enum Outcome { case upToDate(UpToDate), built(BuildSummary) }

    /// What one run of the front end comes to. `pause`: how long nothing happens before it, in nanoseconds.
    @discardableResult func run(
        _ pause: Int64 = 10_000_000_000, _ adjust: (inout WorkspaceSettings) -> Void = { _ in }
    ) throws -> Outcome {
        world.files.advance(by: pause)
        switch try workspace(adjust).open(unless: request) {
        case .upToDate(let known): return .upToDate(known)
        case .open(let workspace):
            let build = try workspace.plan(.everything, settings, asking: Asking(), mayBePart: true)
            return .built(build.build(noting: UpToDateWords(request, said: ["a word"])))
        }
    }

    func isUpToDate(_ adjust: (inout WorkspaceSettings) -> Void = { _ in }) throws -> Bool {
        if case .upToDate = try run(10_000_000_000, adjust) { true } else { false }
    }

    /// Until there is nothing to do, and that is noted.
    func settle(_ adjust: (inout WorkspaceSettings) -> Void = { _ in }) throws {
        for _ in 0..<3 where try isUpToDate(adjust) { return }
        Issue.record("it is never up to date")
    }
}

/// A toolchain whose compilers warn each time.
struct WarningCompilers: CommandRunner {
    let world: FakeWorld

    func run(_ command: Command, cancellation: Cancellation) throws(CommandError) -> CommandResult {
        var result = try world.run(command, cancellation: cancellation)
        if command.arguments.contains("-module-name") {
            result.errors += Array("left.swift:1:1: warning: of \(command.arguments.count) words\n".utf8)
        }
        return result
    }
}

/// A toolchain beside which somebody edits files while its first compiler runs.
final class EditingCompilers: CommandRunner {
    private let world: FakeWorld
    private let edit: Mutex<(@Sendable (InMemoryFileSystem) -> Void)?>

    init(world: FakeWorld, _ edit: @escaping @Sendable (InMemoryFileSystem) -> Void) {
        self.world = world
        self.edit = Mutex(edit)
    }

    func run(_ command: Command, cancellation: Cancellation) throws(CommandError) -> CommandResult {
        let edit = edit.withLock { edit in
            defer { edit = nil }
            return edit
        }
        edit?(world.files)
        return try world.run(command, cancellation: cancellation)
    }
}
