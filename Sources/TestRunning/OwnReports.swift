import BuildEngine
import Digests
import Disk

/// Reports that mono wrote where people wanted them, often beside the sources of tests: as long as they are as they
/// were written, they are nothing that a test reads, and no reason to run one again.
public struct OwnReports: Sendable {
    private let files: any FileSystem
    private let digests: FileDigests
    private let memory: AbsolutePath
    private var known: [String: ContentDigest]

    /// `memory`: where they are remembered; losing it runs tests again.
    public init(files: any FileSystem, digests: FileDigests, memory: AbsolutePath) {
        (self.files, self.digests, self.memory) = (files, digests, memory)
        known = (try? files.read(memory)).flatMap { try? OwnReports.decode($0) } ?? [:]
    }

    /// Those that are as mono wrote them.
    public var unchanged: [AbsolutePath] {
        known.compactMap { path, digest in
            let path = AbsolutePath(path)
            return (try? digests.digest(path)) == digest ? path : nil
        }
    }

    /// Writes a report.
    public mutating func write(_ text: String, to path: AbsolutePath) throws(FileError) {
        try files.writeNamed(Array(text.utf8), to: path)
        guard files.status(path)?.kind == .file else { return }
        known[path.string] = ContentDigest(of: text)
        var writer = RecordWriter()
        writer.write(OwnReports.format)
        writer.write(known)
        try? files.write(writer.sealed(), to: memory)
    }

    private static let format = 2

    private static func decode(_ bytes: [UInt8]) throws(MalformedRecord) -> [String: ContentDigest] {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.number() == format else { throw MalformedRecord() }
        let known = try reader.digests()
        guard known.keys.allSatisfy({ $0.hasPrefix("/") }) else { throw MalformedRecord() }
        try reader.finish()
        return known
    }
}
