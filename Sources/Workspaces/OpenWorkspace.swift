import ArtifactCache
import BuildPlanning
import Configuration
import Digests
import Disk
import PackageManifests
import Subprocesses
import Toolchains

/// A workspace with all that is needed to work on it, read at one moment. Nobody else works in it as long as it is
/// held.
public struct OpenWorkspace: Sendable {
    public let configuration: WorkspaceConfiguration
    public let settings: WorkspaceSettings
    public let loader: WorkspaceLoader
    public private(set) var loaded: LoadedWorkspace
    public let toolchain: Toolchain
    public private(set) var cache: TieredCache
    public private(set) var files: any FileSystem
    public let commands: any CommandRunner
    /// Digests of the workspace's files, and of the toolchain's and the system's.
    public private(set) var workspaceDigests: FileDigests
    public let machineDigests: FileDigests
    /// Processes that may run at once.
    public let jobs: Int
    private let lock: WorkspaceLock

    init(
        configuration: WorkspaceConfiguration, settings: WorkspaceSettings, loader: WorkspaceLoader,
        loaded: LoadedWorkspace, toolchain: Toolchain,
        cache: TieredCache, files: any FileSystem, commands: any CommandRunner, workspaceDigests: FileDigests,
        machineDigests: FileDigests, jobs: Int,
        lock: WorkspaceLock
    ) {
        (self.configuration, self.settings, self.loader, self.loaded) = (configuration, settings, loader, loaded)
        (self.toolchain, self.cache, self.files, self.commands) = (toolchain, cache, files, commands)
        (self.workspaceDigests, self.machineDigests, self.jobs, self.lock) = (
            workspaceDigests, machineDigests, jobs, lock
        )
    }

    public var root: AbsolutePath { configuration.root }

    /// What compilers and linkers get of the environment.
    public var toolEnvironment: [String: String] { settings.environment.ofTools(toolchain) }

    /// From now on results are kept in that folder, and the cache is only asked.
    func keepingResults(in folder: AbsolutePath) -> OpenWorkspace {
        var workspace = self
        workspace.cache = TieredCache(
            local: folder, shared: SharedTier(folder: cache.folders[0], mode: .readOnly),
            files: files.confined(to: root / BuildLayout.folder))
        return workspace
    }

    /// The same as it was at another time: `files` has it at the same paths. Nothing can be built of it. What is
    /// remembered of files on the disk holds for those that are the same; of what differs, nothing is ever remembered.
    func asItWas(_ earlier: LoadedWorkspace, in files: any FileSystem) -> OpenWorkspace {
        var workspace = self
        (workspace.loaded, workspace.files) = (earlier, files)
        workspace.workspaceDigests = FileDigests(files: files, memory: Workspace.digestMemory(of: root))
        return workspace
    }
}
