import ArtifactCache
import Configuration
import Digests
import Disk
import FakeTools
import PackageResolution
import Subprocesses
import Synchronization

@testable import PackageManifests

/// A workspace in memory, with a SwiftPM that answers from a table. The cache lies in memory too, apart from the
/// workspace.
final class FakeWorkspace: Sendable {
    let files = InMemoryFileSystem()
    let commands = ScriptedCommandRunner()
    let cache = AbsolutePath("/cache")
    let root: AbsolutePath
    private let dumps = Mutex<[String: String]>([:])
    private let archives = Mutex<[String: [String: String]]>([:])
    private let versions = Mutex<[String: (pin: Pin, files: [String: String])]>([:])

    init(root: String = "/w") {
        self.root = AbsolutePath(root)
        try? files.write(Array("git".utf8), to: AbsolutePath("/bin/git"), permissions: 0o755, durably: false)
        commands.answer(where: { $0.arguments.last == "dump-package" }) { [self] command, _ throws(CommandError) in
            dump(command)
        }
        commands.answer("git", ["status"]) { [self] command, _ throws(CommandError) in status(command) }
        commands.answer(where: { ["resolve", "update"].contains($0.arguments.last) }) {
            [self] command, _ throws(CommandError) in resolve(command)
        }
    }

    /// Puts a package below the root: its manifest's dump, and files by path.
    func put(_ folder: String, _ dump: DumpText, manifest: String? = nil, files paths: [String: String] = [:]) throws {
        let base = AbsolutePath(folder, in: root)
        let text = manifest ?? "// swift-tools-version: \(dump.tools)\n// \(dump.text)"
        try files.write(text, to: base / "Package.swift")
        for (path, content) in paths { try files.write(content, to: base / path) }
        dumps.withLock { $0[text] = dump.text }
    }

    /// Offers a version of an external package; the last one offered is the one that is chosen.
    func offer(
        _ identity: String, _ version: String, _ dump: DumpText, manifest: String? = nil,
        files paths: [String: String] = [:]
    ) {
        let text = manifest ?? "// swift-tools-version: \(dump.tools)\n// \(dump.text)"
        dumps.withLock { $0[text] = dump.text }
        let pin = Pin(
            identity: identity, kind: .remoteSourceControl, location: "https://example.com/\(identity).git",
            revision: "commit-of-\(version)",
            state: .version(Version(version)!))
        versions.withLock { $0[identity] = (pin, paths.merging(["Package.swift": text]) { $1 }) }
    }

    /// What unpacking gives of what lies behind a URL, or of a file with that content; nil: no longer to be had.
    func offer(archive: String, _ files: [String: String]?) { archives.withLock { $0[archive] = files } }

    func withdraw(_ identity: String) { versions.withLock { _ = $0.removeValue(forKey: identity) } }

    func load(
        options: WorkspaceLoader.Options = .init(),
        environment: [String: String] = ["HOME": "/home/me", "PATH": "/bin"], toolchain: String = "6.3.1",
        observe: @escaping @Sendable (LoadingStep) -> Void = { _ in }
    ) throws(ManifestError) -> LoadedWorkspace {
        try loader(environment: environment, toolchain: toolchain).load(
            try WorkspaceConfiguration.find(from: root, files: files), options: options, observe: observe)
    }

    func loader(
        environment: [String: String] = ["HOME": "/home/me", "PATH": "/bin"], toolchain: String = "6.3.1"
    ) -> WorkspaceLoader {
        WorkspaceLoader(
            files: files, commands: commands, cache: TieredCache(local: cache, shared: nil, files: files),
            swift: AbsolutePath("/usr/bin/swift"),
            toolchain: ContentDigest(of: toolchain), environment: environment)
    }

    /// What SwiftPM was run for since the last time it was asked: the last word of each command, and the package's
    /// folder.
    func takeRuns() -> [String] {
        defer { commands.forgetCommands() }
        return commands.commands.filter { $0.executable.hasSuffix("swift") }.map { command in
            let folder = command.arguments.firstIndex(of: "--package-path").map { command.arguments[$0 + 1] } ?? "?"
            return "\(command.arguments.last ?? "") \(AbsolutePath(folder).relative(to: root))"
        }
    }

    /// Git says that a checkout is what its commit is, unless a file `edited` lies in it.
    private func status(_ command: Command) -> CommandResult {
        let folder = AbsolutePath(command.folder)
        let revision = versions.withLock { $0[folder.name]?.pin.revision } ?? "?"
        let edited = files.exists(folder / "edited") ? "? edited\n" : ""
        return CommandResult(
            exit: .code(0), output: Array("# branch.oid \(revision)\n# branch.head (detached)\n\(edited)".utf8))
    }

    // MARK: SwiftPM

    private func dump(_ command: Command) -> CommandResult {
        guard let manifest = try? files.read(AbsolutePath(command.folder) / "Package.swift"),
            let text = dumps.withLock({ $0[String(decoding: manifest, as: UTF8.self)] })
        else { return CommandResult(exit: .code(1), errors: Array("error: no such manifest\n".utf8)) }
        return CommandResult(exit: .code(0), output: Array(text.utf8))
    }

    /// Chooses, for what the umbrella wants, what the lock says or else what was offered last, and everything that
    /// these want in turn.
    private func resolve(_ command: Command) -> CommandResult {
        if command.folder.hasSuffix("/artifacts") { return unpack(command) }
        let umbrella = AbsolutePath(command.folder), scratch = AbsolutePath(command.arguments[4])
        let manifest = String(decoding: (try? files.read(umbrella / "Package.swift")) ?? [], as: UTF8.self)
        let locked = (try? files.read(umbrella / LockFile.name)).flatMap { LockFile($0) }?.pins ?? []
        let all = versions.withLock { $0 }
        var wanted = all.keys.filter { manifest.contains("/\($0).git\"") }.sorted()
        if wanted.isEmpty { return CommandResult(exit: .code(1), errors: Array("error: nothing to resolve\n".utf8)) }
        var pins: [String: Pin] = [:]
        while let next = wanted.popLast() {
            guard pins[next] == nil, !manifest.contains("local/\(next)\""), let offered = all[next] else { continue }
            pins[next] = locked.first { $0.identity == next } ?? offered.pin
            let text = dumps.withLock { $0[offered.files["Package.swift"]!] } ?? ""
            wanted += all.keys.filter { text.contains("/\($0).git\"") }
            for (path, content) in offered.files { try? files.write(content, to: scratch / "checkouts" / next / path) }
        }
        try? files.write(LockFile(version: 3, pins: Array(pins.values)).text, to: umbrella / LockFile.name)
        let state = pins.keys.sorted().map { "{\"packageRef\": {\"identity\": \"\($0)\"}, \"subpath\": \"\($0)\"}" }
        try? files.write(
            "{\"object\": {\"dependencies\": [\(state.joined(separator: ", "))]}}", to: scratch / "workspace-state.json"
        )
        return CommandResult(exit: .code(0))
    }

    /// Fetches and unpacks what a manifest with nothing but binary targets declares, one in each line.
    private func unpack(_ command: Command) -> CommandResult {
        let folder = AbsolutePath(command.folder), scratch = AbsolutePath(command.arguments[4])
        let manifest = String(decoding: (try? files.read(folder / "Package.swift")) ?? [], as: UTF8.self)
        var found: [String] = []
        for line in manifest.split(separator: "\n") where line.contains(".binaryTarget(") {
            let words = line.split(separator: "\"").map(String.init)
            let archive =
                words[2].contains("url")
                ? words[3] : String(decoding: (try? files.read(folder / words[3])) ?? [], as: UTF8.self)
            guard let content = archives.withLock({ $0[archive] }) else {
                return CommandResult(exit: .code(1), errors: Array("error: failed downloading '\(archive)'\n".utf8))
            }
            let place = scratch / "artifacts/x" / words[1] / "X"
            for (path, text) in content {
                try? files.write(Array(text.utf8), to: place / path, permissions: 0o755, durably: false)
            }
            found.append("{\"targetName\": \"\(words[1])\", \"path\": \"\(place)\"}")
        }
        try? files.write(
            "{\"object\": {\"artifacts\": [\(found.joined(separator: ", "))]}}", to: scratch / "workspace-state.json")
        return CommandResult(exit: .code(0))
    }
}
