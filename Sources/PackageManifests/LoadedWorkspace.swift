import Disk
import PackageResolution
import Targets

/// A workspace, read whole: what builds start from.
public struct LoadedWorkspace: Sendable {
    public var root: AbsolutePath
    public var graph: TargetGraph
    /// The versions of external packages in use; sorted by identity.
    public var pins: [Pin]
    /// The lock file that goes with the pins; nil where there are none.
    public var lockFile: AbsolutePath?
    /// What people should know and what keeps nothing from being built, in the order in which it was found.
    public var notes: [WorkspaceNote]
    /// Symbolic links that were met in targets' folders, relative to the root: what changes where they lead changes a
    /// target too.
    public var links: [String]
    /// Variables of the environment that manifests may have asked for.
    public var variables: Set<String> = []
    /// How many processes of SwiftPM were started; 0 where everything was remembered.
    public var swiftPMRuns: Int
    /// What it was made of; nil for one that was not loaded.
    var parts: WorkspaceParts?

    public init(
        root: AbsolutePath, graph: TargetGraph, pins: [Pin] = [], lockFile: AbsolutePath? = nil,
        notes: [WorkspaceNote] = [],
        links: [String] = [], swiftPMRuns: Int = 0
    ) {
        (self.root, self.graph, self.pins, self.lockFile) = (root, graph, pins, lockFile)
        (self.notes, self.links, self.swiftPMRuns) = (notes, links, swiftPMRuns)
    }
}

/// A fact about loading a workspace that is no error.
public enum WorkspaceNote: Hashable, Sendable {
    /// The lock file was written anew, with these changes.
    case lockWritten(AbsolutePath, changes: [PinChange])
    /// There was no lock file, and versions that somebody chose before for the same wishes were taken.
    case rememberedVersions(AbsolutePath)
    /// The manifest looks at things that no key can hold, so SwiftPM evaluates it in each build.
    case manifestNotRemembered(PackageID, manifest: AbsolutePath)
    /// A target that has no files at all.
    case emptyTarget(TargetID, manifest: AbsolutePath)
    /// Files that no rule fits: neither sources nor declared resources; relative to the package's folder.
    case unhandledFiles(TargetID, [String])
    /// A system library, what is wrong with it, and how systems install it (`apt: libfoo-dev`).
    case systemLibrary(TargetID, PkgConfigProblem, providers: [String])
    /// A pattern of the configuration that matches no package.
    case patternWithoutPackages(String, file: AbsolutePath, line: Int)
}
