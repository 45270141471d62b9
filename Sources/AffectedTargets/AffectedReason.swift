import PackageResolution
import Targets

/// Why a change reaches a target at once, and not by way of another one. Facts; the words are the commands'.
public enum AffectedReason: Hashable, Sendable {
    /// A file that it is made of. Paths are relative to the workspace's root.
    case file(String, FileEvent)
    /// A file that a tool which its manifest hands to compilers may read, or that the workspace says its tests read.
    case mayRead(String, FileEvent)
    /// A file that its tests were seen to ask for.
    case reads(String, FileEvent)
    /// Nobody has seen yet what its tests read.
    case unknownReads
    /// `mono.json` declares other things that tests read.
    case testInputs
    /// `mono.json` says something else of object graphs.
    case wiring
    /// It was not there.
    case new
    /// Its manifest says something else about it.
    case definition([DefinitionPart])
    /// Its manifest says something else about all targets of the package.
    case package([PackagePart])
    /// What is linked of it is another thing.
    case product(ProductID)
    /// It belongs to an external package that is used in another version.
    case pin(PinChange)
    /// It belongs to an external package, and nobody knows in which version that was used.
    case unknownPin(identity: String)
    /// The file that chooses the toolchain changed.
    case toolchain(file: String)
    /// Its manifest looks at what mono cannot see, and something changed.
    case unknownManifest(manifest: String)
    /// There was no workspace.
    case newWorkspace
    /// What changed could not be found out.
    case unknownChanges
}

public enum FileEvent: String, Hashable, Sendable { case added, removed, edited }

/// What a manifest and the layout of files say about one target.
public enum DefinitionPart: String, Hashable, Sendable, CaseIterable {
    case kind, language, module, folder, files, headers, dependencies, settings, resources, other
}

/// What a manifest says about all targets of its package.
public enum PackagePart: String, Hashable, Sendable, CaseIterable {
    case name, folder, toolsVersion, version, traits, languageStandards, languageModes
}
