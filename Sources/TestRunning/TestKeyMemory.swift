import BuildEngine
import BuildPlanning
import Digests
import Disk
import Targets

/// The keys under which the results of test targets were kept or found last, so that it can be said why one ran. Losing
/// it costs the answer alone. Beside them lie the marks of flaky tests.
public struct TestKeyMemory: Sendable {
    private let files: any FileSystem
    private let folder: AbsolutePath

    /// `folder`: with a file for each target.
    public init(files: any FileSystem, folder: AbsolutePath) { (self.files, self.folder) = (files, folder) }

    private static let format = 1

    var flaky: FlakyMarks { FlakyMarks(files: files, folder: folder) }

    func last(of target: TargetID) -> Fingerprint? {
        (try? files.read(path(of: target))).flatMap { try? TestKeyMemory.decode($0) }
    }

    func keep(_ fingerprint: Fingerprint, of target: TargetID) {
        if last(of: target) == fingerprint { return }
        var writer = RecordWriter()
        writer.write(TestKeyMemory.format)
        writer.write(fingerprint.components.flatMap { [$0.name.text, $0.value] })
        try? files.write(writer.sealed(), to: path(of: target))
    }

    private func path(of target: TargetID) -> AbsolutePath { folder / BuildLayout.fileName(of: target) }

    private static func decode(_ bytes: [UInt8]) throws(MalformedRecord) -> Fingerprint {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.number() == format else { throw MalformedRecord() }
        let texts = try reader.texts()
        try reader.finish()
        guard texts.count % 2 == 0 else { throw MalformedRecord() }
        return Fingerprint(
            components: stride(from: 0, to: texts.count, by: 2).map { .init(.own(texts[$0]), texts[$0 + 1]) })
    }
}
