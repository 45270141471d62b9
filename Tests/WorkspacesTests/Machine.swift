import Disk
import FakeTools
import Subprocesses
import Synchronization

@testable import Workspaces

/// A program that a test brings along.
protocol FakeProgram: Sendable {
    /// Nil where the command is for another program.
    func run(_ command: Command, _ files: InMemoryFileSystem) throws -> CommandResult?
}

/// A world with more programs than its toolchain: what none of them takes goes on to the world.
final class Machine: CommandRunner {
    let world: FakeWorld
    private let programs: [any FakeProgram]
    private let started = Mutex<[Command]>([])

    init(_ world: FakeWorld, _ programs: any FakeProgram...) throws {
        (self.world, self.programs) = (world, programs)
        for name in ["git", "copy", "fill"] {
            try world.files.write(
                Array(name.utf8), to: AbsolutePath("/usr/bin/\(name)"), permissions: 0o755, durably: false)
        }
        world.files.advance(by: 10_000_000_000)
    }

    var files: InMemoryFileSystem { world.files }

    func workspace(_ adjust: (inout WorkspaceSettings) -> Void = { _ in }) throws -> Workspace {
        let plain = try world.workspace {
            $0.environment.variables["PATH", default: ""] += ":/usr/bin"
            // A test that opens it twice fails, and does not hang.
            $0.waitsForOthers = false
            adjust(&$0)
        }
        return Workspace(plain.configuration, plain.settings, files: files, commands: self)
    }

    /// What was started since this was asked last.
    func takeStarted() -> [Command] {
        started.withLock { commands in
            defer { commands = [] }
            return commands
        }
    }

    /// The same, but for git: by the last parts of the programs' paths.
    func takeNamesStarted() -> [String] {
        takeStarted().map { AbsolutePath($0.executable).name }.filter { $0 != "git" }
    }

    func run(_ command: Command, cancellation: Cancellation) throws(CommandError) -> CommandResult {
        started.withLock { $0.append(command) }
        if cancellation.isRequested { return CommandResult(exit: .cancelled) }
        do {
            for program in programs { if let result = try program.run(command, files) { return result } }
        } catch let error as CommandError {
            throw error
        } catch {
            return CommandResult(exit: .code(2), errors: Array("\(error)\n".utf8))
        }
        return try world.run(command, cancellation: cancellation)
    }

    func lend(_ descriptor: Int32) { world.lend(descriptor) }
    func takeBack(_ descriptor: Int32) { world.takeBack(descriptor) }
}

/// A compiler of a version whose modules are known well enough to be looked into.
struct KnownCompiler: FakeProgram {
    func run(_ command: Command, _ files: InMemoryFileSystem) throws -> CommandResult? {
        guard command.arguments.contains("-print-target-info") else { return nil }
        let version = FakeToolchain.toolchain.versionText
        let triple = FakeToolchain.toolchain.triple
        return .saying(#"{ "compilerVersion": "\#(version)",\#n "target": {\#n "triple": "\#(triple)" } }"#)
    }
}

extension CommandResult {
    static func saying(_ text: String, _ code: Int32 = 0) -> CommandResult {
        CommandResult(exit: .code(code), output: Array(text.utf8))
    }
}

extension InMemoryFileSystem {
    func text(_ path: AbsolutePath) throws -> String { String(decoding: try read(path), as: UTF8.self) }
}

/// Finds files by a part of their paths, for tests that do not say where exactly they lie.
enum FolderFinder {
    static func files(in folder: AbsolutePath, _ files: InMemoryFileSystem, _ isWanted: (String) -> Bool) throws
        -> [AbsolutePath]
    {
        try FolderWalk(of: folder, in: files).files.map { folder / $0.path }.filter { isWanted($0.string) }
    }
}
