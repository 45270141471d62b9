import ArtifactCache
import Configuration
import Digests
import Disk
import PackageResolution
import Parallelism
import Subprocesses
import Targets

/// Reads a workspace: its packages' manifests, its external packages, and the files of all their targets.
///
/// All of SwiftPM's answers are remembered by content in the cache, so that loading what anybody who shares it has
/// loaded before starts no process. May be used from any thread; two loads of one workspace at the same time are the
/// caller's to prevent.
public struct WorkspaceLoader: Sendable {
    let files: any FileSystem
    let commands: any CommandRunner
    let cache: TieredCache
    let swift: AbsolutePath
    let toolchain: ContentDigest
    let environment: [String: String]
    let slots: JobSlots?

    /// `swift`: the toolchain's driver, which `toolchain` identifies. `environment`: the user's. `slots`: held one for
    /// each process of SwiftPM.
    public init(
        files: any FileSystem, commands: any CommandRunner, cache: TieredCache, swift: AbsolutePath,
        toolchain: ContentDigest, environment: [String: String], slots: JobSlots? = nil
    ) {
        (self.files, self.commands, self.cache, self.swift) = (files, commands, cache, swift)
        (self.toolchain, self.environment, self.slots) = (toolchain, environment, slots)
    }

    /// Which traits of the workspace's own packages are on.
    public enum TraitChoice: Hashable, Sendable {
        /// Those that each package has on by default.
        case defaults
        case all
        /// These, in every package that declares them; `default` for the default ones.
        case named([String])
    }

    public struct Options: Hashable, Sendable {
        /// Look for newer versions of external packages, whatever the lock file says.
        public var updatesVersions: Bool
        /// Fail rather than change a pin.
        public var forcesLockedVersions: Bool
        public var traits: TraitChoice

        public init(updatesVersions: Bool = false, forcesLockedVersions: Bool = false, traits: TraitChoice = .defaults)
        {
            (self.updatesVersions, self.forcesLockedVersions) = (updatesVersions, forcesLockedVersions)
            self.traits = traits
        }
    }

    /// Throws where anything that the graph needs is missing or wrong. Writes below `.mono` in the root, and the lock
    /// file where the set of pins changed. `observe` is called, from any thread, before each step that may take a
    /// while; never where all is remembered and in place.
    public func load(
        _ workspace: WorkspaceConfiguration, options: Options = Options(), cancellation: Cancellation = Cancellation(),
        observe: @escaping @Sendable (LoadingStep) -> Void = { _ in }
    ) throws(ManifestError) -> LoadedWorkspace {
        var loading = WorkspaceLoading(
            loader: self, workspace: workspace, options: options, cancellation: cancellation, observe: observe)
        return try loading.run()
    }

    /// Reads the same workspace as it was at another time: `files` has it at the same paths. `now` was loaded from the
    /// disk before.
    ///
    /// Manifests that anybody evaluated are remembered as always. No external package is fetched: those of `now` stand
    /// for what they were, and a product that none of them offers stands in the graph without targets. `pins` are what
    /// the lock file said then, and `lockFile` is nil where there was none.
    ///
    /// `traits`: the choice with which `now` was loaded. `changes`: all that is different between then and `now`. What
    /// they do not touch is not read again; nil: everything is.
    public func loadEarlier(
        _ workspace: WorkspaceConfiguration, in files: any FileSystem, now: LoadedWorkspace,
        changes: EarlierChanges? = nil,
        traits: TraitChoice = .defaults, cancellation: Cancellation = Cancellation(),
        observe: @escaping @Sendable (LoadingStep) -> Void = { _ in }
    ) throws(ManifestError) -> LoadedWorkspace {
        let unchanged = changes.flatMap {
            UnchangedPackages(of: now, changes: $0, files: self.files, environment: environment)
        }
        var loading = WorkspaceLoading(
            loader: self, workspace: workspace, options: Options(traits: traits), earlier: files, unchanged: unchanged,
            cancellation: cancellation,
            observe: observe)
        return try loading.runEarlier(pins: now.pins)
    }
}

/// What loading a workspace is about to do, where that may take long enough for people to wonder.
public enum LoadingStep: Hashable, Sendable {
    /// SwiftPM evaluates the package's manifest.
    case evaluating(PackageID)
    /// SwiftPM chooses versions of external packages, and fetches them.
    case resolving
    /// SwiftPM fetches or unpacks the prebuilt artifacts of these targets.
    case fetching([TargetID])
    /// The package's files are restored from the cache.
    case placing(Pin)
}
