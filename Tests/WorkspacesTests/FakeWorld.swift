import ArtifactCache
import Configuration
import Disk
import FakeTools
import PackageManifests
import Subprocesses
import Synchronization

@testable import Workspaces

/// A machine in memory: a toolchain of a toy language, a SwiftPM that prints manifests from a table, and a workspace of
/// one package.
final class FakeWorld: CommandRunner {
    let files = InMemoryFileSystem()
    let root = AbsolutePath("/w")
    private let tools: FakeToolchain
    private let dumps = Mutex<[String: String]>([:])
    private let started = Mutex<[Command]>([])
    private let lent = Mutex<[Int32]>([])

    init() throws {
        tools = FakeToolchain(files: files)
        let programs = [
            "swift-driver", "swift-frontend", "clang", "clang++", "lld", "llvm-ar", "swift-plugin-server",
            "swift-autolink-extract",
            "swift-symbolgraph-extract",
        ]
        for name in programs {
            try files.write(
                Array("program \(name)".utf8), to: FakeToolchain.root / "bin/\(name)", permissions: 0o755,
                durably: false)
        }
        for name in ["swiftc", "swift"] {
            try files.makeSymbolicLink(at: FakeToolchain.root / "bin/\(name)", to: "swift-driver")
        }
        try files.write("module", to: FakeToolchain.root / "lib/swift/Swift.swiftmodule")
        for path in ["/usr/bin/ld.gold", "/usr/lib/crt1.o", "/usr/include/stdio.h"] {
            try files.write("of the system", to: AbsolutePath(path))
        }
        files.advance(by: 10_000_000_000)
    }

    // MARK: The workspace

    /// Puts the package: its manifest, which holds `text` too, and files by path.
    func put(_ dump: DumpText, text: String = "", files contents: [String: String]) throws {
        let manifest = "// swift-tools-version: \(dump.tools)\n// \(dump.text)\(text)"
        try files.write(manifest, to: root / "Package.swift")
        for (path, text) in contents { try files.write(text, to: root / path) }
        dumps.withLock { $0[manifest] = dump.text }
        files.advance(by: 10_000_000_000)
    }

    /// An app over two libraries, with a test of one.
    func putApp() throws {
        let targets = [
            DumpText.target("App", "executable", needs: [DumpText.byName("Left"), DumpText.byName("Right")]),
            DumpText.target("Left"),
            DumpText.target("Right"), DumpText.target("LeftTests", "test", needs: [DumpText.byName("Left")]),
        ]
        try put(
            DumpText(name: "app", targets: targets),
            files: [
                "Sources/App/main.swift": "body", "Sources/Left/left.swift": "public left",
                "Sources/Right/right.swift": "public right",
                "Tests/LeftTests/tests.swift": "body",
            ])
    }

    func edit(_ path: String, _ text: String) throws {
        try files.write(text, to: root / path)
        files.advance(by: 10_000_000_000)
    }

    func workspace(_ adjust: (inout WorkspaceSettings) -> Void = { _ in }) throws -> Workspace {
        var settings = WorkspaceSettings(
            environment: HostEnvironment(
                variables: ["PATH": FakeToolchain.root.string + "/bin", "HOME": "/home/me"], home: "/home/me"),
            caches: CacheSettings(local: "/cache"), jobs: 2)
        adjust(&settings)
        return Workspace(
            try WorkspaceConfiguration.find(from: root, files: files), settings, files: files, commands: self)
    }

    // MARK: Programs

    /// Programs that were started since this was asked last, by the last parts of their paths.
    func takeStarted() -> [String] {
        started.withLock { commands in
            defer { commands = [] }
            return commands.map { AbsolutePath($0.executable).name }
        }
    }

    /// Descriptors that are lent to tools.
    var lentDescriptors: [Int32] { lent.withLock { $0 } }

    func lend(_ descriptor: Int32) { lent.withLock { $0.append(descriptor) } }

    func takeBack(_ descriptor: Int32) {
        lent.withLock { lent in if let index = lent.firstIndex(of: descriptor) { lent.remove(at: index) } }
    }

    func run(_ command: Command, cancellation: Cancellation) throws(CommandError) -> CommandResult {
        started.withLock { $0.append(command) }
        if cancellation.isRequested { return CommandResult(exit: .cancelled) }
        let words = command.arguments
        if words.contains("-print-target-info") {
            let text =
                #"{ "compilerVersion": "Swift version 6.3.1",\#n "target": {\#n "triple": "x86_64-unknown-linux-gnu" } }"#
            return CommandResult(exit: .code(0), output: Array(text.utf8))
        }
        if words.contains("-###") {
            let line =
                words.contains("-fsyntax-only")
                ? " \"clang\" \"-cc1\" \"-internal-isystem\" \"/usr/include\"\n"
                : " \"clang\" \"-cc1\"\n \"/usr/bin/ld.gold\" \"-o\"\n"
            return CommandResult(exit: .code(0), errors: Array(line.utf8))
        }
        if words.last == "dump-package" {
            let manifest = (try? files.read(AbsolutePath(command.folder) / "Package.swift")) ?? []
            guard let text = dumps.withLock({ $0[String(decoding: manifest, as: UTF8.self)] }) else {
                return CommandResult(exit: .code(1), errors: Array("error: no such manifest\n".utf8))
            }
            return CommandResult(exit: .code(0), output: Array(text.utf8))
        }
        return try tools.run(command, cancellation: cancellation)
    }
}

extension AbsolutePath: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}
