import Digests
import Disk
import Subprocesses

/// Which linker clang would start for a platform.
struct LinkerSearch: Sendable {
    let clang: AbsolutePath
    let files: any FileSystem
    let commands: any CommandRunner
    /// As that of `ToolchainFinder`.
    let memory: AbsolutePath

    /// Nil where clang knows of none. `words`: what clang is told beside the platform; `identity`: of the toolchain and of what it is asked about.
    func linker(for triple: String, _ words: [String], _ identity: ContentDigest) -> AbsolutePath? {
        let arguments = ["-###", "-target", triple] + words + ["-x", "c", "/dev/null"]
        var question = DigestBuilder()
        question.append(identity)
        question.append(arguments)
        let remembered = memory / "linker-\(question.finish().hex)"
        if let bytes = try? files.read(remembered) {
            let path = AbsolutePath(String(decoding: bytes, as: UTF8.self))
            if files.isFile(path) { return files.resolve(path) }
        }
        let command = Command(clang.string, arguments, folder: "/", environment: ["PATH": "/usr/bin:/bin"], timeLimit: 60)
        guard let result = try? commands.run(command) else { return nil }
        let plan = String(decoding: result.output + result.errors, as: UTF8.self)
        guard let linker = LinkerSearch.linker(in: plan), files.isFile(linker) else { return nil }
        try? files.write(linker.string, to: remembered)
        return files.resolve(linker)
    }

    /// The last program that clang would start, as `-###` has it.
    static func linker(in plan: String) -> AbsolutePath? {
        guard let last = plan.split(separator: "\n").last(where: { $0.hasPrefix(" \"") }) else { return nil }
        return last.split(separator: "\"").first { $0.hasPrefix("/") }.map { AbsolutePath(String($0)) }
    }
}
