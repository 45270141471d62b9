import ArtifactCache
import Disk
import Signatures
import Wiring

/// What a workspace declares that its tests read: names of environment variables, and files or folders, absolute or relative to the root.
public struct TestInputs: Hashable, Sendable {
    public var environment: [String] = []
    public var files: [String] = []
    public init() {}
}

/// What a workspace's configuration file says, or what goes without saying where there is none.
public struct WorkspaceConfiguration: Hashable, Sendable {
    public struct PackageEntry: Hashable, Sendable {
        public var folder: AbsolutePath
        /// The line of the configuration file that names it, counted from 1.
        public var line: Int

        public init(folder: AbsolutePath, line: Int = 1) { (self.folder, self.line) = (folder, line) }
    }

    /// Without symbolic links.
    public var root: AbsolutePath
    /// `mono.json`; nil where the workspace is one package without any.
    public var file: AbsolutePath?
    /// The folders of the workspace's own packages; sorted.
    public var packages: [PackageEntry]
    /// What the file says of where they lie, in its order.
    public var patterns: [String] = []
    /// Where this workspace wants its cache; nil: wherever the user's is.
    public var cache: AbsolutePath?
    public var sharedCache: SharedTier?
    /// Which scopes of the caches this workspace uses; nil where it does not say.
    public var scopes: ScopeChain?
    /// Whose signatures count in the shared cache; nil where none is asked for.
    public var trustedKeys: [VerifyingKey]?
    /// How many processes may run at once; nil: as many as there are processors.
    public var jobs: Int?
    /// What tests read when they run and nothing else tells.
    public var testInputs = TestInputs()
    /// What its owners want of targets and their edges.
    public var architecture = ArchitectureSettings()
    /// How programs get their object graphs; nil where they write their own.
    public var wiring: WiringSettings?
    /// What people should know about the file and what is no error.
    public var notes: [WorkspaceNote]

    public init(
        root: AbsolutePath, file: AbsolutePath? = nil, packages: [PackageEntry], cache: AbsolutePath? = nil,
        sharedCache: SharedTier? = nil, jobs: Int? = nil, notes: [WorkspaceNote] = []
    ) {
        (self.root, self.file, self.packages) = (root, file, packages)
        (self.cache, self.sharedCache, self.jobs, self.notes) = (cache, sharedCache, jobs, notes)
    }

    /// The name of a workspace's configuration file.
    public static let fileName = "mono.json"

    /// The workspace that `folder` is in: the nearest folder upwards with a `mono.json`, else the nearest one with a `Package.swift`.
    /// `home`: what `~` at the start of a path stands for. Throws where there is neither, and where the file is not as it should be.
    public static func find(
        from folder: AbsolutePath, files: any FileSystem, home: AbsolutePath? = nil
    ) throws(ManifestError) -> WorkspaceConfiguration {
        // SwiftPM tells paths without links: so everything is seen from there.
        let start = files.resolve(folder) ?? folder
        if let root = nearest(fileName, from: start, files) {
            return try read(root / fileName, files: files, home: home)
        }
        guard let root = nearest("Package.swift", from: start, files) else { throw .noWorkspace(folder) }
        return WorkspaceConfiguration(root: root, packages: [PackageEntry(folder: root)])
    }

    /// What the configuration file `file` says about the folder it lies in.
    public static func read(
        _ file: AbsolutePath, files: any FileSystem, home: AbsolutePath? = nil
    ) throws(ManifestError) -> WorkspaceConfiguration {
        let bytes: [UInt8]
        do { bytes = try files.read(file, atMost: ReadLimit.configuration) } catch { throw .file(error) }
        do {
            return try ConfigurationReader(file: file, home: home, files: files).read(bytes)
        } catch { throw .configuration(error) }
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
