import Disk
import Targets

/// What a load found out on its way, so that a load of nearly the same files can begin with it.
struct WorkspaceParts: Sendable {
    struct Manifest: Sendable {
        var package: LoadedManifest
        var evaluated: ManifestEvaluator.Evaluated
    }

    /// A package's targets, and all but files that they were made of.
    struct Package: Sendable {
        var manifest: LoadedManifest
        var traits: Set<String>
        var declared: [DeclaredTarget]
        var result: TargetAssembly.Result
    }

    /// By the packages' folders.
    var manifests: [AbsolutePath: Manifest] = [:]
    var packages: [PackageID: Package] = [:]
}
