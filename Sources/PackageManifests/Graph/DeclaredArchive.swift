import Disk
import PackageResolution
import Targets

extension ArtifactArchive {
    /// Nil for a target that is none, or one that is nothing on Linux by its name alone: no such archive is fetched.
    init?(_ target: DeclaredTarget, of package: LoadedManifest, files: any FileSystem) throws(FileError) {
        guard target.kind == .binary else { return nil }
        let origin: Origin, checksum: String
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
        self.init(target: TargetID(package.id, target.name), origin: origin, checksum: checksum)
    }

    /// True for a target whose archive's name says that nothing in it is for Linux.
    static func isFramework(_ target: DeclaredTarget) -> Bool {
        (target.url?.prefix { $0 != "?" && $0 != "#" } ?? target.path.map { $0[...] } ?? "").lowercased().hasSuffix(
            ".xcframework.zip")
    }
}
