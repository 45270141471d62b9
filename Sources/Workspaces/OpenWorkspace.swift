import ArtifactCache
import BuildEngine
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
    /// What was read of the workspace's sources before an engine asks for it.
    let glances = SourceGlances()
    /// Processes that may run at once.
    public let jobs: Int
    private let lock: WorkspaceLock
    /// What is asked of the files from the opening on, where somebody wants to know; `files` are then those that write
    /// it, and these the ones behind them.
    private(set) var log: LookLog?
    private(set) var unloggedFiles: any FileSystem
    /// What it was opened for, and where what a build of that looks at is noted: bound to how things stood then.
    var noting: Noting?

    init(
        configuration: WorkspaceConfiguration, settings: WorkspaceSettings, loader: WorkspaceLoader,
        loaded: LoadedWorkspace, toolchain: Toolchain,
        cache: TieredCache, files: any FileSystem, commands: any CommandRunner, workspaceDigests: FileDigests,
        machineDigests: FileDigests, jobs: Int,
        lock: WorkspaceLock, log: LookLog? = nil
    ) {
        (self.configuration, self.settings, self.loader, self.loaded) = (configuration, settings, loader, loaded)
        (self.toolchain, self.cache, self.commands) = (toolchain, cache, commands)
        (self.log, unloggedFiles, self.files) = (log, files, log.map { LoggingFileSystem(files, $0) } ?? files)
        self.workspaceDigests = workspaceDigests.looking(through: self.files)
        self.machineDigests = machineDigests.looking(through: self.files)
        (self.jobs, self.lock) = (jobs, lock)
    }

    public var root: AbsolutePath { configuration.root }

    /// What compilers and linkers get of the environment.
    public var toolEnvironment: [String: String] { settings.environment.ofTools(toolchain) }

    /// From now on results are kept in that folder, and the cache is only asked.
    func keepingResults(in folder: AbsolutePath) -> OpenWorkspace {
        var workspace = self
        (workspace.files, workspace.log) = (unloggedFiles, nil)
        workspace.cache = TieredCache(
            local: folder, shared: SharedTier(folder: cache.folders[0], mode: .readOnly, isExpected: false),
            files: unloggedFiles.confined(to: root / BuildLayout.folder))
        return workspace
    }

    /// The same as it was at another time: `files` has it at the same paths. Nothing can be built of it. What is
    /// remembered of files on the disk holds for those that are the same; of what differs, nothing is ever remembered.
    func asItWas(_ earlier: LoadedWorkspace, in files: any FileSystem) -> OpenWorkspace {
        var workspace = self
        (workspace.loaded, workspace.files, workspace.unloggedFiles, workspace.log) = (earlier, files, files, nil)
        workspace.workspaceDigests = FileDigests(files: files, memory: Workspace.digestMemory(of: root))
        return workspace
    }

    func engine(_ settings: BuildSettings) -> BuildEngine {
        BuildEngine(
            root: root, toolchain: toolchain, files: unloggedFiles,
            workspaceDigests: workspaceDigests.looking(through: unloggedFiles),
            machineDigests: machineDigests.looking(through: unloggedFiles), cache: cache,
            commands: commands, environment: toolEnvironment,
            options: .init(
                jobs: jobs, keepGoing: settings.keepsGoing, timeLimit: settings.timeLimit, dryRun: settings.isDryRun,
                verification: settings.verification,
                precision: settings.precision, leavesSending: settings.leavesSending,
                elsewhere: self.settings.elsewhere, machine: self.settings.caches.machine),
            deciding: log == nil
                ? nil
                : DecidingFiles(files: files, workspace: workspaceDigests, machine: machineDigests),
            glances: glances)
    }
}
