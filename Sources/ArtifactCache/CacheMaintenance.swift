import Digests
import Disk

/// Looks after one cache folder while others read and write it.
public struct CacheMaintenance: Sendable {
    /// What is younger than this stays, whatever else is true of it: somebody may be about to name it. One hour, in nanoseconds.
    public static let grace: Int64 = 3_600 * 1_000_000_000

    let folder: CacheFolder

    public init(root: AbsolutePath, files: any FileSystem) { folder = CacheFolder(root: root, files: files) }
}
