import ArtifactCache
import Digests
import Disk
import Signatures
import Wiring

/// What a workspace declares that its tests read: names of environment variables, and files or folders, absolute or
/// relative to the root.
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

    /// An element of `packages` with wildcards, and the line that it stands in.
    public struct IdlePattern: Hashable, Sendable {
        public var text: String
        public var line: Int

        public init(text: String, line: Int) { (self.text, self.line) = (text, line) }
    }

    /// Without symbolic links.
    public var root: AbsolutePath
    /// `mono.json`; nil where the workspace is one package without any.
    public var file: AbsolutePath?
    /// Of what the file held when it was read.
    public var content: ContentDigest?
    /// The folders of the workspace's own packages; sorted.
    public var packages: [PackageEntry]
    /// What the file says of where they lie, in its order.
    public var patterns: [String] = []
    /// Where this workspace wants its cache; nil: wherever the user's is.
    public var cache: AbsolutePath?
    /// What it keeps without being asked.
    public var cacheLimits = CacheLimits.usual
    public var sharedCache: SharedTier?
    /// The server behind it.
    public var remoteCache: RemoteCacheConfiguration?
    /// The server that runs actions.
    public var remoteExecutor: RemoteExecutorConfiguration?
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
    /// Programs that get the events of builds and tests.
    public var observers: [ObserverConfiguration] = []
    /// Patterns that match no package: no error, and worth a word to people.
    public var idlePatterns: [IdlePattern] = []

    public init(
        root: AbsolutePath, file: AbsolutePath? = nil, packages: [PackageEntry], cache: AbsolutePath? = nil,
        sharedCache: SharedTier? = nil, jobs: Int? = nil
    ) {
        (self.root, self.file, self.packages) = (root, file, packages)
        (self.cache, self.sharedCache, self.jobs) = (cache, sharedCache, jobs)
    }

    /// The name of a workspace's configuration file.
    public static let fileName = "mono.json"

    /// What `bytes`, the content of the configuration file `file`, say about the folder it lies in. `files` shows which
    /// packages are there; `home`: what `~` at the start of a path stands for.
    public init(
        _ bytes: [UInt8], of file: AbsolutePath, files: any FileSystem, home: AbsolutePath? = nil
    ) throws(ConfigurationError) {
        self = try ConfigurationReader(file: file, home: home, files: files).read(bytes)
        content = ContentDigest(of: bytes)
    }
}
