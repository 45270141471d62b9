import ArtifactCache
import Disk

/// What a workspace's configuration file says, or what goes without saying where there is none.
public struct WorkspaceConfiguration: Hashable, Sendable {
    public struct PackageEntry: Hashable, Sendable {
        public var folder: AbsolutePath
        /// The line of the configuration file that names it, counted from 1.
        public var line: Int

        public init(folder: AbsolutePath, line: Int = 1) { (self.folder, self.line) = (folder, line) }
    }

    public var root: AbsolutePath
    /// `mono.json`; nil where the workspace is one package without any.
    public var file: AbsolutePath?
    /// The folders of the workspace's own packages, each with a manifest; sorted.
    public var packages: [PackageEntry]
    /// Where this workspace wants its cache; nil: wherever the user's is.
    public var cache: AbsolutePath?
    public var sharedCache: SharedTier?
    /// How many processes may run at once; nil: as many as there are processors.
    public var jobs: Int?

    public init(
        root: AbsolutePath, file: AbsolutePath? = nil, packages: [PackageEntry], cache: AbsolutePath? = nil,
        sharedCache: SharedTier? = nil, jobs: Int? = nil
    ) {
        (self.root, self.file, self.packages) = (root, file, packages)
        (self.cache, self.sharedCache, self.jobs) = (cache, sharedCache, jobs)
    }
}

extension WorkspaceConfiguration {
    /// The name of a workspace's configuration file.
    public static let fileName = "mono.json"

    /// The workspace that `folder` is in: the nearest folder upwards with a `mono.json`, else the nearest one with a `Package.swift`.
    public static func find(from folder: AbsolutePath, files: any FileSystem) throws(ManifestError) -> WorkspaceConfiguration {
        guard let root = nearest("Package.swift", from: folder, files) else { throw .noWorkspace(folder) }
        return WorkspaceConfiguration(root: root, packages: [PackageEntry(folder: root)])
    }

    private static func nearest(_ name: String, from folder: AbsolutePath, _ files: any FileSystem) -> AbsolutePath? {
        var folder = folder
        while true {
            if files.isFile(folder / name) { return folder }
            if folder.string == "/" { return nil }
            folder = folder.parent
        }
    }
}
