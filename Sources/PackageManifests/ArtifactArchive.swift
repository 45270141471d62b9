import Digests
import Disk
import Targets

/// A prebuilt artifact of which nothing can be seen before it is fetched, or unpacked.
struct ArtifactArchive: Hashable, Sendable {
    enum Origin: Hashable, Sendable {
        case url(String)
        /// In the package, or wherever its manifest says.
        case file(AbsolutePath)
    }

    var target: TargetID
    var origin: Origin
    /// SHA-256 of the archive, as the manifest writes it, or of the file as it is.
    var checksum: String

    /// Nil for a target that is none, or one that is nothing on Linux by its name alone: no such archive is fetched.
    init?(_ target: DeclaredTarget, of package: LoadedManifest, files: any FileSystem) throws(FileError) {
        guard target.kind == .binary else { return nil }
        self.target = TargetID(package.id, target.name)
        if let url = target.url {
            (origin, checksum) = (.url(url), target.checksum ?? "")
        } else if let path = target.path, ArtifactArchive.isArchive(path) {
            let file = AbsolutePath(path, in: package.folder)
            guard files.isFile(file) else { return nil }
            (origin, checksum) = (.file(file), try files.digest(file).hex)
        } else {
            return nil
        }
        if ArtifactArchive.isFramework(target) { return nil }
    }

    static func isArchive(_ path: String) -> Bool { path.lowercased().hasSuffix(".zip") }

    /// True for a target whose archive's name says that nothing in it is for Linux.
    static func isFramework(_ target: DeclaredTarget) -> Bool {
        (target.url?.prefix { $0 != "?" && $0 != "#" } ?? target.path.map { $0[...] } ?? "").lowercased().hasSuffix(".xcframework.zip")
    }

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
            name: "\(Target.moduleName(for: target.name))-\(key.short)", stamp: "mono artifact 1\n\(key.hex)\n", key: key)
    }
}
