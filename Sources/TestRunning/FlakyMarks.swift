import BuildPlanning
import Digests
import Disk
import Targets

/// Test targets whose tests were seen to pass and to fail without a change of what they rest on. A pass that is known of
/// such a program says nothing of the next run.
struct FlakyMarks: Sendable {
    private let files: any FileSystem
    private let folder: AbsolutePath

    /// `folder`: with a file for each target that is marked.
    init(files: any FileSystem, folder: AbsolutePath) { (self.files, self.folder) = (files, folder) }

    private static let format = 1

    /// `key`: of the target's program and what is declared for all of its tests. With another one the mark is gone.
    func isMarked(_ target: TargetID, _ key: ActionKey) -> Bool {
        guard let bytes = try? files.read(path(of: target)), let marked = try? FlakyMarks.decode(bytes) else {
            return false
        }
        return marked == key.digest
    }

    /// Where the mark cannot be written, the next run may take a known pass.
    func mark(_ target: TargetID, _ key: ActionKey) {
        var writer = RecordWriter()
        writer.write(FlakyMarks.format)
        writer.write(key.digest)
        try? files.write(writer.sealed(), to: path(of: target))
    }

    private func path(of target: TargetID) -> AbsolutePath { folder / "\(BuildLayout.fileName(of: target)).flaky" }

    private static func decode(_ bytes: [UInt8]) throws(MalformedRecord) -> ContentDigest {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.number() == format else { throw MalformedRecord() }
        let digest = try reader.digest()
        try reader.finish()
        return digest
    }
}
