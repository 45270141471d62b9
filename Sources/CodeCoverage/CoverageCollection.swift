import Disk
import Subprocesses
import Toolchains

/// Brings together what the programs of a test session counted.
///
/// Instrumented programs write a file each when they end; those that were killed write none. The compiler names sources
/// relative to the workspace root, so that results can be shared; the exported text does the same.
public struct CoverageCollection: Sendable {
    public enum Failure: Error, Hashable, Sendable {
        /// No program left a count.
        case nothingCounted
        /// The toolchain lacks this program.
        case missingTool(String)
        case tool(String, said: String)
        case file(FileError)
    }

    /// What everything is written to: `coverage.profdata` and `coverage.json`.
    public let folder: AbsolutePath
    private let toolchain: Toolchain
    private let files: any FileSystem
    private let commands: any CommandRunner
    private let environment: [String: String]

    public init(
        in folder: AbsolutePath, toolchain: Toolchain, files: any FileSystem, commands: any CommandRunner,
        environment: [String: String]
    ) {
        (self.folder, self.toolchain, self.files) = (folder, toolchain, files)
        (self.commands, self.environment) = (commands, environment)
    }

    private var raw: AbsolutePath { folder / "raw" }
    public var export: AbsolutePath { folder / "coverage.json" }
    public var profile: AbsolutePath { folder / "coverage.profdata" }

    /// The value of `LLVM_PROFILE_FILE` for a program and all that it starts: a file for each process.
    public func pattern(for name: String) -> String { (raw / "\(name)-%p-%m.profraw").string }

    /// Forgets earlier counts.
    public func prepare() throws(FileError) {
        try files.remove(folder)
        try files.makeFolder(raw)
    }

    /// `programs`: the instrumented programs; counts of others are left out. Writes the export and returns its summary.
    public func collect(_ programs: [AbsolutePath], cancellation: Cancellation) throws(Failure) -> CoverageSummary {
        let counts: [String]
        do { counts = try files.list(raw).map(\.name).filter { $0.hasSuffix(".profraw") }.sorted() } catch {
            throw .file(error)
        }
        guard !counts.isEmpty, let first = programs.first else { throw .nothingCounted }
        do {
            // There may be thousands.
            try files.write(Array(counts.map { (raw / $0).string + "\n" }.joined().utf8), to: raw / "list")
        } catch { throw .file(error) }
        _ = try run(
            "llvm-profdata", ["merge", "-sparse", "--input-files", (raw / "list").string, "-o", profile.string],
            cancellation)
        let objects = [first.string] + programs.dropFirst().flatMap { ["-object", $0.string] }
        let exported = try run("llvm-cov", ["export", "-instr-profile", profile.string] + objects, cancellation)
        do {
            try files.write(exported, to: export)
            try files.remove(raw)
        } catch { throw .file(error) }
        let short = try run(
            "llvm-cov", ["export", "-summary-only", "-instr-profile", profile.string] + objects, cancellation)
        guard let summary = CoverageSummary(export: short) else {
            throw .tool("llvm-cov", said: "its export is not to be read")
        }
        return summary
    }

    private func run(_ tool: String, _ arguments: [String], _ cancellation: Cancellation) throws(Failure) -> [UInt8] {
        let path = toolchain.root / "bin" / tool
        guard files.isFile(path) else { throw .missingTool(path.string) }
        let result: CommandResult
        do {
            result = try commands.run(
                Command(path.string, arguments, folder: folder.string, environment: environment, holdsLock: true),
                cancellation: cancellation)
        } catch { throw .tool(tool, said: "it could not be started") }
        guard result.succeeded else { throw .tool(tool, said: String(decoding: result.errors, as: UTF8.self)) }
        return result.output
    }
}
