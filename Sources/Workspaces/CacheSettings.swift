import ArtifactCache
import BuildPlanning
import Disk
import RemoteCaches
import Subprocesses

/// Which caches a workspace is built with, and who may be believed.
public struct CacheSettings: Sendable {
    public var local: AbsolutePath
    public var shared: SharedTier?
    public var remote: RemoteCacheSettings?
    /// What holds of this machine alone: digests of its toolchains, remembered by what a look at their files shows.
    public var machine: AbsolutePath
    public var scopes: ScopeChain
    public var trust: CacheTrust
    /// The version of the front end, for those who ask where a result came from.
    public var writer: String

    public init(
        local: AbsolutePath, shared: SharedTier? = nil, remote: RemoteCacheSettings? = nil,
        machine: AbsolutePath? = nil, scopes: ScopeChain = .main,
        trust: CacheTrust = .everybody, writer: String = ""
    ) {
        (self.local, self.shared, self.remote, self.machine) = (local, shared, remote, machine ?? local / "machine")
        (self.scopes, self.trust, self.writer) = (scopes, trust, writer)
    }

    /// The local and the shared cache are one folder, or one lies in the other: what one of them may not change, the
    /// other would.
    public struct Overlap: Error, Hashable, Sendable {
        public var local, shared: AbsolutePath
    }

    public func checkOverlap(_ files: any FileSystem) throws(Overlap) {
        guard let shared, CacheOverlap(local, shared.folder, files: files).isOverlap else { return }
        throw Overlap(local: local, shared: shared.folder)
    }

    /// The cache for the workspace in `root`, into which nothing of it is restored through links in mono's folder.
    /// Nothing is read or written yet.
    public func cache(
        for root: AbsolutePath, _ files: any FileSystem, _ commands: any CommandRunner, _ environment: HostEnvironment
    ) throws(Overlap) -> TieredCache {
        try checkOverlap(files)
        let variables = environment.variables
        return TieredCache(
            local: local, shared: shared, remote: remote?.tier, files: files.confined(to: root / BuildLayout.folder),
            scopes: scopes,
            trust: trust,
            writer: CacheWriter(host: environment.host, version: writer) {
                CacheSettings.commit(of: root, files, commands, variables)
            })
    }

    /// Of the checkout that is built; nil where git cannot say.
    private static func commit(
        of root: AbsolutePath, _ files: any FileSystem, _ commands: any CommandRunner, _ environment: [String: String]
    ) -> String? {
        guard let git = files.program("git", on: environment["PATH"]) else { return nil }
        let command = Command(
            git.string, ["rev-parse", "--verify", "HEAD"], folder: root.string, environment: environment, timeLimit: 10,
            outputLimit: 4096)
        guard let result = try? commands.run(command), result.succeeded else { return nil }
        return String(decoding: result.output, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }
}
