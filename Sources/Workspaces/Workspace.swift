import BuildPlanning
import Configuration
import Digests
import Disk
import InterfaceDigests
import PackageManifests
import Parallelism
import Subprocesses
import Targets
import Toolchains

/// A workspace that a front end works with: open it, plan, build, and open it again whenever something may have
/// changed.
///
/// Making one does no work. Each `open` takes the lock of the workspace, looks at the toolchain and reads the
/// manifests; where nothing changed that is a look at files, whose digests are kept from one opening to the next. May
/// be used from any thread: operations take turns by the lock.
public final class Workspace: Sendable {
    public let configuration: WorkspaceConfiguration
    public let settings: WorkspaceSettings
    let files: any FileSystem
    let commands: any CommandRunner
    private let workspaceDigests, machineDigests: FileDigests

    /// `files` and `commands`: other forms than this machine's are for tests.
    public init(
        _ configuration: WorkspaceConfiguration, _ settings: WorkspaceSettings,
        files: any FileSystem = LocalFileSystem(),
        commands: any CommandRunner = LocalCommandRunner()
    ) {
        (self.configuration, self.settings, self.files, self.commands) = (configuration, settings, files, commands)
        workspaceDigests = FileDigests(files: files, memory: Workspace.digestMemory(of: configuration.root))
        machineDigests = FileDigests(files: files, memory: settings.caches.machine / "digests")
    }

    public var root: AbsolutePath { configuration.root }

    /// How many processes may run at once.
    public var jobs: Int { settings.jobs ?? configuration.jobs ?? processorCount() }

    /// Opens it for one operation, or several in a row: nobody else works in it while what is returned is held.
    /// `mono.json` is the one that the workspace was made with.
    ///
    /// Throws `WorkspaceLock.Busy`, `Stopped`, `CacheSettings.Overlap`, `ToolchainError`, `SwiftSDKError`,
    /// `ManifestError`, `FileError`.
    public func open(
        _ cancellation: Cancellation = Cancellation(), progress: @escaping WorkspaceProgress = { _ in }
    ) throws -> OpenWorkspace {
        try open(lock(cancellation, progress), log: nil, cancellation, progress)
    }

    func lock(
        isPolite: Bool = false, _ cancellation: Cancellation, _ progress: WorkspaceProgress
    ) throws -> WorkspaceLock {
        try WorkspaceLock(
            of: root, files, commands, waits: settings.waitsForOthers, isPolite: isPolite, cancellation, progress)
    }

    /// `log`: hears of all that is asked for from now on; nil where nobody wants to know.
    func open(
        _ lock: WorkspaceLock, log: LookLog?, _ cancellation: Cancellation, _ progress: @escaping WorkspaceProgress
    ) throws -> OpenWorkspace {
        progress(.lookingAtToolchain)
        defer { progress(.settled) }
        let files: any FileSystem = log.map { LoggingFileSystem(self.files, $0) } ?? self.files
        let toolchain = try toolchain(files, log.map { UnobservedCommands(commands, $0) } ?? commands)
        // Commands that build nothing look at the toolchain too: 0.7 s each time where no build has remembered it.
        try? machineDigests.save()
        let cache = try settings.caches.cache(for: root, self.files, commands, settings.environment)
        let loader = WorkspaceLoader(
            files: files, commands: commands, cache: cache, swift: toolchain.swift, toolchain: toolchain.identity,
            environment: settings.environment.variables, slots: JobSlots(count: jobs))
        progress(.readingManifests)
        let loaded = try loader.load(configuration, options: settings.loading, cancellation: cancellation) {
            progress(.loading($0))
        }
        return OpenWorkspace(
            configuration: configuration, settings: settings, loader: loader, loaded: loaded, toolchain: toolchain,
            cache: cache, files: self.files,
            commands: commands, workspaceDigests: workspaceDigests, machineDigests: machineDigests, jobs: jobs,
            lock: lock, log: log)
    }

    /// The toolchain that builds use, looked at anew. Needs no lock, and reads no manifest. Throws `ToolchainError`,
    /// `SwiftSDKError`.
    public func toolchain() throws -> Toolchain { try toolchain(files, commands) }

    private func toolchain(_ files: any FileSystem, _ commands: any CommandRunner) throws -> Toolchain {
        let found = try finder(files, commands).find(for: root, environment: settings.environment.variables)
        var toolchain = DigestVerdicts(files: files, memory: settings.caches.machine).judged(found)
        if let sdk = settings.sdk {
            toolchain.sdk = try store(of: sdk, for: toolchain, files, commands).find(sdk.selector)
        }
        return toolchain
    }

    /// The platform that is built for; nil for this machine. Which of an SDK's platforms is meant depends on the
    /// toolchain's own.
    ///
    /// Needs no lock, and reads no manifest. Throws `ToolchainError`, `SwiftSDKError`.
    public func platform() throws -> String? {
        guard let sdk = settings.sdk else { return nil }
        let toolchain = try finder(files, commands).find(for: root, environment: settings.environment.variables)
        return try store(of: sdk, for: toolchain, files, commands).platform(sdk.selector)
    }

    private func finder(_ files: any FileSystem, _ commands: any CommandRunner) -> ToolchainFinder {
        ToolchainFinder(
            files: files, digests: machineDigests.looking(through: files), commands: commands,
            memory: settings.caches.machine)
    }

    private func store(
        of sdk: SwiftSDKChoice, for toolchain: Toolchain, _ files: any FileSystem, _ commands: any CommandRunner
    ) -> SwiftSDKStore {
        SwiftSDKStore(
            folder: sdk.folder, files: files, digests: machineDigests.looking(through: files), toolchain: toolchain,
            commands: commands, memory: settings.caches.machine)
    }

    /// Removes what mono keeps in the workspace's folder and can make again: all that builds made, or `everything`,
    /// external packages too. The manifests may be broken. Waits until nobody else works there. Throws `Stopped`,
    /// `FileError`.
    public static func clean(
        _ root: AbsolutePath, everything: Bool, files: any FileSystem = LocalFileSystem(),
        commands: any CommandRunner = LocalCommandRunner(),
        _ cancellation: Cancellation = Cancellation(), progress: @escaping WorkspaceProgress = { _ in }
    ) throws {
        let folder = root / BuildLayout.folder
        guard files.isFolder(folder) else { return }
        let lock = try WorkspaceLock(of: root, files, commands, waits: true, cancellation, progress)
        defer { withExtendedLifetime(lock) {} }
        if everything { return try files.remove(folder) }
        let leftByBuilds = ["build", "state"] + BuildConfiguration.allCases.map(\.rawValue)
        let ofPlatforms = try files.list(folder).map(\.name).filter(BuildLayout.isFolderOfPlatform)
        for name in leftByBuilds + ofPlatforms { try files.remove(folder / name) }
    }

    static func digestMemory(of root: AbsolutePath) -> AbsolutePath { root / ".mono/state/digests" }
}
