import Configuration
import Disk
import PackageResolution
import Targets

/// Why a workspace could not be loaded. Facts; the words are the commands'.
public enum ManifestError: Error, Hashable, Sendable {
    /// Neither `mono.json` nor `Package.swift` in this folder or above it.
    case noWorkspace(AbsolutePath)
    case configuration(ConfigurationError)
    /// A file that loading needs could not be read or written.
    case file(FileError)
    /// A package is named and its folder holds no `Package.swift`; what names it.
    case noManifest(AbsolutePath, namedBy: PackageSource)
    /// SwiftPM refused the manifest; what it printed.
    case brokenManifest(PackageID, manifest: AbsolutePath, diagnostics: String)
    /// SwiftPM could not be started, or did not end as it should.
    case swiftPM(SwiftPMFailure)
    /// SwiftPM said something about the manifest that is not understood.
    case notUnderstood(PackageID, manifest: AbsolutePath, ManifestDumpError)
    case layout(PackageID, target: String, manifest: AbsolutePath, LayoutProblem)
    /// A product that no package offers, or a package that is no dependency.
    case unknownProduct(UnknownProduct)
    /// A product names a target that does not exist or has no files.
    case emptyProduct(ProductID, target: String)
    /// Two packages of the workspace have the same folder name, and something must tell them apart by it.
    case ambiguousIdentity(String, [PackageID])
    /// Two targets want a module of this product to be called differently.
    case conflictingAliases(module: String, product: ProductID, aliases: [String])
    /// A path dependency that lies outside the workspace.
    case outsideWorkspace(AbsolutePath, neededBy: PackageID)
    /// No version of the dependency suits both.
    case irreconcilable(Irreconcilable)
    /// SwiftPM found no versions, or could not fetch them; what it printed.
    case resolutionFailed(diagnostics: String)
    /// SwiftPM could not fetch or unpack one of these targets' artifacts, or it was another one than the manifest says;
    /// what it printed.
    case artifactsNotFetched([TargetID], diagnostics: String)
    /// With versions forced: what the lock file says and what would be needed instead.
    case lockOutOfDate(AbsolutePath, changes: [PinChange])
    case malformedLock(AbsolutePath)
    /// A trait that its package does not declare. Without a name: the default ones of a package without traits were
    /// turned off.
    case unknownTrait(PackageID, trait: String?, wantedBy: PackageID?, declared: [String])
    /// SwiftPM allows unsafe flags in dependencies only where they are wanted by branch or revision.
    case unsafeFlags(target: TargetID, neededBy: PackageID)
    /// A registry dependency: only source control and folders are supported.
    case registryDependency(identity: String, neededBy: PackageID)
    case graph(GraphError)
    case cancelled
}

extension ManifestError {
    /// The same, found out while external packages or artifacts were fetched.
    init(_ error: ResolutionError) {
        switch error {
        case .file(let fault): self = .file(fault)
        case .swiftPM(let failure): self = .swiftPM(failure)
        case .resolutionFailed(let diagnostics): self = .resolutionFailed(diagnostics: diagnostics)
        case .artifactsNotFetched(let targets, let diagnostics):
            self = .artifactsNotFetched(targets, diagnostics: diagnostics)
        case .malformedLock(let file): self = .malformedLock(file)
        case .cancelled: self = .cancelled
        }
    }
}

/// What says that a folder holds a package.
public enum PackageSource: Hashable, Sendable {
    /// An element of `packages` in the configuration file, and the line it stands in.
    case configuration(file: AbsolutePath, line: Int)
    case package(PackageID)
    /// A dependency's own tree has no manifest.
    case dependency(identity: String)
}

public struct UnknownProduct: Hashable, Sendable {
    public var name: String
    /// The package that was named with it.
    public var package: String?
    public var neededBy: TargetID
    public var manifest: AbsolutePath
    /// What could be meant: products of the package's dependencies, and its own targets.
    public var candidates: [String]
    /// The products of the package that was named; nil where the manifest depends on no such package, or none was
    /// named.
    public var offered: [String]?

    public init(
        name: String, package: String?, neededBy: TargetID, manifest: AbsolutePath, candidates: [String],
        offered: [String]? = nil
    ) {
        (self.name, self.package, self.neededBy) = (name, package, neededBy)
        (self.manifest, self.candidates, self.offered) = (manifest, candidates, offered)
    }
}

/// Two packages that want versions of one dependency which exclude each other.
public struct Irreconcilable: Hashable, Sendable {
    public struct Wish: Hashable, Sendable {
        public var package: PackageID
        public var manifest: AbsolutePath
        public var requirement: Requirement
        public var location: String

        public init(package: PackageID, manifest: AbsolutePath, requirement: Requirement, location: String) {
            (self.package, self.manifest) = (package, manifest)
            (self.requirement, self.location) = (requirement, location)
        }
    }

    public var identity: String
    public var first, second: Wish

    public init(identity: String, first: Wish, second: Wish) {
        (self.identity, self.first, self.second) = (identity, first, second)
    }
}
