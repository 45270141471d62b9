import Digests
import Disk
import Subprocesses

/// Finds the toolchain on this machine and identifies it.
public struct ToolchainFinder: Sendable {
    private let files: any FileSystem
    private let digests: FileDigests
    private let commands: any CommandRunner
    /// A folder of this machine's user, where what was asked of a toolchain once is kept.
    private let memory: AbsolutePath

    /// `digests` should have a memory that outlives workspaces: a toolchain's first digest reads half a gigabyte.
    public init(files: any FileSystem, digests: FileDigests, commands: any CommandRunner, memory: AbsolutePath) {
        (self.files, self.digests, self.commands, self.memory) = (files, digests, commands, memory)
    }

    /// The toolchain whose `swiftc` comes first in `PATH` of `environment`, or which that starts in `folder`.
    public func find(for folder: AbsolutePath, environment: [String: String]) throws(ToolchainError) -> Toolchain {
        let searchPath = environment["PATH"] ?? "/usr/bin:/bin"
        guard let swiftc = files.program("swiftc", on: searchPath), let program = files.resolve(swiftc) else {
            throw .notFound(searched: searchPath.split(separator: ":").map(String.init))
        }
        // `swiftc` is a link to `swift-driver`, beside the compilers.
        var root = program.parent.parent
        if !ToolchainFinder.isToolchain(root, files) {
            root = try ToolchainProxy(program: swiftc, files: files, commands: commands, memory: memory).root(
                in: folder, environment)
        }
        for tool in Tool.allCases {
            guard files.isFile(root / "bin/\(tool.rawValue)") else { throw .incomplete(root / "bin/\(tool.rawValue)") }
        }
        let identity = try identity(of: root)
        let facts = try facts(about: root, identity)
        let linkerIdentity: ContentDigest
        do {
            linkerIdentity = try digests.digest(files.resolve(facts.linker) ?? facts.linker)
        } catch { throw .unreadable(error) }
        return Toolchain(
            root: root, identity: identity, triple: facts.triple, versionText: facts.version, linker: facts.linker,
            linkerIdentity: linkerIdentity, headers: facts.headers)
    }

    static func isToolchain(_ root: AbsolutePath, _ files: any FileSystem) -> Bool {
        files.isFolder(root / "lib/swift")
    }

    private func identity(of root: AbsolutePath) throws(ToolchainError) -> ContentDigest {
        var tree = TreeDigest(of: "mono toolchain 1", files: files, digests: digests)
        do {
            for name in Toolchain.coveredPrograms {
                guard let program = files.resolve(root / "bin/\(name)") else { continue }
                try tree.add(file: program, named: name)
            }
            // Clang takes flags from such files, by its own name and the platform's.
            for entry in try files.list(root / "bin") where entry.name.hasSuffix(".cfg") {
                guard let file = files.resolve(root / "bin" / entry.name), files.isFile(file) else { continue }
                try tree.add(file: file, named: "bin/\(entry.name)")
            }
            for folder in Toolchain.coveredFolders where files.isFolder(root / folder) {
                try tree.add(root / folder, named: folder, leavingOut: Toolchain.leftOut)
            }
        } catch { throw .unreadable(error) }
        return tree.finish()
    }

    private struct Facts {
        var triple: String
        var linker: AbsolutePath
        var version: String
        var headers: HeaderSearch
    }

    /// What only the programs themselves can say, asked once per toolchain, and again when the system gets another GCC.
    private func facts(about root: AbsolutePath, _ identity: ContentDigest) throws(ToolchainError) -> Facts {
        let search = LinkerSearch(clang: root / "bin/clang", files: files, commands: commands, memory: memory)
        let remembered = memory / "toolchain-\(question(identity).hex)"
        if let facts = recall(remembered, search) { return facts }
        let swiftc = root / "bin/swiftc"
        let info = try LinkerSearch.answer(of: swiftc, ["-print-target-info"], commands)
        guard let triple = ToolchainFinder.value(of: "triple", in: info),
            let version = ToolchainFinder.value(of: "compilerVersion", in: info)
        else { throw .broken(swiftc, output: info) }
        let linker = try search.ask(for: triple)
        let headers = HeaderSearch(
            c: HeaderSearch.folders(
                in: try LinkerSearch.answer(of: root / "bin/clang", HeaderSearch.question("c", triple), commands)),
            cxx: HeaderSearch.folders(
                in: try LinkerSearch.answer(of: root / "bin/clang", HeaderSearch.question("c++", triple), commands)))
        let facts = Facts(triple: triple, linker: linker, version: version, headers: headers)
        keep(facts, at: remembered)
        return facts
    }

    /// Clang takes the headers of C++'s library from the newest GCC that it finds.
    private func question(_ identity: ContentDigest) -> ContentDigest {
        var question = DigestBuilder()
        question.append("toolchain facts 2")
        question.append(identity)
        let installed = AbsolutePath("/usr/lib/gcc")
        for platform in (try? files.list(installed)) ?? [] {
            question.append(platform.name)
            question.append(((try? files.list(installed / platform.name)) ?? []).map(\.name))
        }
        return question.finish()
    }

    private func recall(_ path: AbsolutePath, _ search: LinkerSearch) -> Facts? {
        guard var reader = MachineMemory.read(path, files) else { return nil }
        do {
            let triple = try reader.text()
            guard let linker = search.known(try reader.text()) else { return nil }
            let version = try reader.text(), c = try HeaderSearch.read(&reader), cxx = try HeaderSearch.read(&reader)
            try reader.finish()
            return Facts(triple: triple, linker: linker, version: version, headers: HeaderSearch(c: c, cxx: cxx))
        } catch { return nil }
    }

    private func keep(_ facts: Facts, at path: AbsolutePath) {
        var writer = RecordWriter()
        writer.write(facts.triple)
        writer.write(facts.linker.string)
        writer.write(facts.version)
        for folders in [facts.headers.c, facts.headers.cxx] { writer.write(folders.map(\.string)) }
        try? files.write(writer.sealed(), to: path)
    }

    /// The first string value of `key` in the compiler's JSON, whose layout is fixed enough for this.
    static func value(of key: String, in json: String) -> String? {
        guard let line = json.split(separator: "\n").first(where: { $0.contains("\"\(key)\":") }) else { return nil }
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.count >= 4 ? String(parts[3]) : nil
    }
}
