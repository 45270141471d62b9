import Digests
import Disk
import Toolchains

/// What this machine remembers of compilers that were asked whether interface digests are right for them. A compiler is
/// known by its content, so a verdict holds for no other. A record that is damaged is none.
public struct DigestVerdicts: Sendable {
    private let files: any FileSystem
    private let memory: AbsolutePath

    /// `memory`: the folder of this machine's user.
    public init(files: any FileSystem, memory: AbsolutePath) { (self.files, self.memory) = (files, memory) }

    /// `toolchain` with its precision. A verdict outweighs the list, which goes by what a compiler says of itself.
    public func judged(_ toolchain: Toolchain) -> Toolchain {
        var toolchain = toolchain
        toolchain.precision =
            switch verdict(on: toolchain) {
            case false?: .refuted
            case true?: ABIDigester.lists(toolchain) ? .listed : .qualified
            case nil: ABIDigester.lists(toolchain) ? .listed : .unknown
            }
        return toolchain
    }

    /// Nil where it was not asked, or with other digests than this version of mono makes.
    public func verdict(on toolchain: Toolchain) -> Bool? {
        guard var reader = MachineMemory.read(place(of: toolchain), files) else { return nil }
        do throws(MalformedRecord) {
            let passed = try reader.flag()
            try reader.finish()
            return passed
        } catch { return nil }
    }

    /// Remembers what came of it. Throws `FileError`.
    public func keep(_ passed: Bool, on toolchain: Toolchain) throws(FileError) {
        var writer = RecordWriter()
        writer.write(passed)
        try files.write(writer.sealed(), to: place(of: toolchain))
    }

    private func place(of toolchain: Toolchain) -> AbsolutePath {
        var builder = DigestBuilder()
        builder.append("verdict on digests 1")
        builder.append(ABIDigester.format)
        builder.append(toolchain.identity)
        return memory / "digests-of-\(builder.finish().hex)"
    }
}
