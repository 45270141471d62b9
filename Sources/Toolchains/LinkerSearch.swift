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

    /// Nil where clang knows of none. `words`: what clang is told beside the platform; `identity`: of the toolchain and
    /// of what it is asked about.
    func linker(for triple: String, _ words: [String], _ identity: ContentDigest) -> AbsolutePath? {
        var question = DigestBuilder()
        question.append(identity)
        question.append(arguments(triple, words))
        let remembered = memory / "linker-2-\(question.finish().hex)"
        if var reader = MachineMemory.read(remembered, files), let linker = (try? reader.text()).flatMap(known) {
            return files.resolve(linker)
        }
        guard let linker = try? ask(for: triple, words) else { return nil }
        var writer = RecordWriter()
        writer.write(linker.string)
        try? files.write(writer.sealed(), to: remembered)
        return files.resolve(linker)
    }

    /// The linker that a memory names, where it is there still.
    func known(_ path: String) -> AbsolutePath? {
        guard path.hasPrefix("/") else { return nil }
        let linker = AbsolutePath(path)
        return files.isFile(linker) ? linker : nil
    }

    /// Starts clang, which says what it would start to compile and link nothing.
    func ask(for triple: String, _ words: [String] = []) throws(ToolchainError) -> AbsolutePath {
        let plan = try LinkerSearch.answer(of: clang, arguments(triple, words), commands)
        guard let linker = LinkerSearch.linker(in: plan) else { throw .broken(clang, output: plan) }
        guard files.isFile(linker) else { throw .incomplete(linker) }
        return linker
    }

    private func arguments(_ triple: String, _ words: [String]) -> [String] {
        ["-###", "-target", triple] + words + ["-x", "c", "/dev/null"]
    }

    /// All that a program of the toolchain prints.
    static func answer(of program: AbsolutePath, _ arguments: [String], _ commands: any CommandRunner)
        throws(ToolchainError) -> String
    {
        let command = Command(
            program.string, arguments, folder: "/", environment: ["PATH": "/usr/bin:/bin"], timeLimit: 60)
        let result: CommandResult
        do { result = try commands.run(command) } catch { throw .broken(program, output: "errno \(error.code)") }
        return String(decoding: result.output + result.errors, as: UTF8.self)
    }

    /// The last program that clang would start, as `-###` has it.
    private static func linker(in plan: String) -> AbsolutePath? {
        guard let last = plan.split(separator: "\n").last(where: { $0.hasPrefix(" \"") }) else { return nil }
        return last.split(separator: "\"").first { $0.hasPrefix("/") }.map { AbsolutePath(String($0)) }
    }
}
