import Digests
import Disk
import Targets

/// A prebuilt artifact of which nothing can be seen before it is fetched, or unpacked.
public struct ArtifactArchive: Hashable, Sendable {
    public enum Origin: Hashable, Sendable {
        case url(String)
        /// In the package, or wherever its manifest says.
        case file(AbsolutePath)
    }

    public var target: TargetID
    public var origin: Origin
    /// SHA-256 of the archive, as the manifest writes it, or of the file as it is.
    public var checksum: String

    public init(target: TargetID, origin: Origin, checksum: String) {
        (self.target, self.origin, self.checksum) = (target, origin, checksum)
    }

    /// True where what lies there has to be unpacked.
    public static func isArchive(_ path: String) -> Bool { path.lowercased().hasSuffix(".zip") }

    /// What it is, apart from who wants it. `toolchain`: of an index, SwiftPM takes what is for this machine.
    func tree(toolchain: ContentDigest) -> PlacedTrees.Tree {
        var builder = DigestBuilder()
        builder.append("mono artifact")
        builder.append(Int64(1))
        builder.append(checksum.lowercased())
        if case .url(let url) = origin, !ArtifactArchive.isArchive(url) {
            builder.append(url)
            builder.append(toolchain)
        }
        let key = builder.finish()
        return PlacedTrees.Tree(
            name: "\(Target.moduleName(for: target.name))-\(key.short)", stamp: "mono artifact 1\n\(key.hex)\n",
            key: key)
    }
}
