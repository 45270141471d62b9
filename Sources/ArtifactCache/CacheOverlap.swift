import Disk

/// Whether two folders share anything: one folder under two names, or one within the other. What a tier that is only
/// read must not change, and what one tier evicts, would else be the other one's.
public struct CacheOverlap: Sendable {
    public let isOverlap: Bool

    /// Links are followed, and folders are known by what they are: one that is mounted in two places is one. Nothing
    /// need be there yet.
    public init(_ first: AbsolutePath, _ second: AbsolutePath, files: any FileSystem) {
        let one = CacheOverlap.place(of: first, files), other = CacheOverlap.place(of: second, files)
        func isSame(_ place: AbsolutePath, _ status: FileStatus?) -> (AbsolutePath) -> Bool {
            { folder in
                guard let status, let found = files.status(folder) else { return false }
                return found.inode == status.inode && found.device == status.device
            }
        }
        isOverlap =
            one.isInside(other) || other.isInside(one)
            || CacheOverlap.way(to: one).contains(where: isSame(other, files.status(other)))
            || CacheOverlap.way(to: other).contains(where: isSame(one, files.status(one)))
    }

    /// Without links, as far as there is anything.
    private static func place(of path: AbsolutePath, _ files: any FileSystem) -> AbsolutePath {
        if let found = files.resolve(path) { return found }
        return path.string == "/" ? path : place(of: path.parent, files) / path.name
    }

    private static func way(to path: AbsolutePath) -> [AbsolutePath] {
        sequence(first: path) { $0.string == "/" ? nil : $0.parent }.map { $0 }
    }
}
