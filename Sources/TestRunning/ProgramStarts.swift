import BuildEngine
import Digests
import Disk
import Targets

/// Finds out which test programs can start other programs: those that ask the system's libraries for it, by the names
/// of the functions. What is found is remembered, by the programs' content and by target. Members may be called from
/// any thread.
public final class ProgramStarts: Sendable {
    private let names: ProgramNames
    private let files: any FileSystem
    private let path: AbsolutePath
    /// By target, as it was found last.
    public let known: [TargetID: Bool]

    /// `path`: where the answers by target lie; losing them costs time alone.
    public init(_ names: ProgramNames, files: any FileSystem, path: AbsolutePath) {
        (self.names, self.files, self.path) = (names, files, path)
        known = (try? files.read(path)).flatMap { try? ProgramStarts.decode($0) } ?? [:]
    }

    /// Names that stand in a program because it calls what they name. Foundation's `Process`, Subprocess and others
    /// come to one of these, in the program or as a type of a library.
    private static let functions = [
        "posix_spawn", "posix_spawnp", "fork", "vfork", "execv", "execve", "execvp", "execvpe", "execl", "execlp",
        "execle", "fexecve", "popen", "system", "clone", "clone3", "_Fork",
    ]
    private static let types = ["$s10Foundation7ProcessC"]

    public func canStart(_ program: AbsolutePath) -> Bool {
        !names.names(ProgramStarts.functions, in: program).isEmpty
            || !names.beginnings(ProgramStarts.types, in: program).isEmpty
    }

    /// Keeps what was found for the next time.
    public func keep(_ found: [TargetID: Bool]) {
        let all = known.merging(found) { $1 }
        if all == known { return }
        var writer = RecordWriter()
        writer.write(ProgramStarts.format)
        writer.write(
            all.sorted { $0.key < $1.key }.flatMap { [$0.key.package.name, $0.key.name, $0.value ? "+" : "-"] })
        try? files.write(writer.sealed(), to: path)
    }

    private static let format = 1

    private static func decode(_ bytes: [UInt8]) throws(MalformedRecord) -> [TargetID: Bool] {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.number() == format else { throw MalformedRecord() }
        let texts = try reader.texts()
        try reader.finish()
        guard texts.count % 3 == 0 else { throw MalformedRecord() }
        var known: [TargetID: Bool] = [:]
        for at in stride(from: 0, to: texts.count, by: 3) {
            known[TargetID(PackageID(texts[at]), texts[at + 1])] = texts[at + 2] == "+"
        }
        return known
    }
}
