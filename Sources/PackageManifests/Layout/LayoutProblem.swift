/// What is wrong with where a package's files lie. Paths are relative to the package's folder.
public enum LayoutProblem: Hashable, Sendable {
    /// The target has no folder of its own; where it was looked for.
    case noFolder(searched: [String])
    /// The manifest's `path` is no folder.
    case pathIsNoFolder(String)
    /// The manifest's `path` leaves the package, or is absolute.
    case pathOutsidePackage(String)
    /// The same file belongs to another target too.
    case overlap(path: String, otherTarget: String)
    /// A library of C code needs a folder for its public headers.
    case noPublicHeaders(String)
    case publicHeadersOutsideTarget(String)
    case headerSearchPathOutsidePackage(String)
    /// An umbrella header tolerates neither folders nor, when it lies in a folder of its own, headers beside it.
    case umbrellaHasNeighbours(header: String, neighbours: [String])
    /// A system library brings a module map.
    case noModuleMap(String)
    /// Folders in an `.lproj` folder are not allowed.
    case foldersInLocalization(String)
    /// Two resources would lie in the bundle under one name.
    case sameResourceName(String, [String])
    /// A link in the target's folder leads to a folder that holds it.
    case endlessLink(String)
    /// More than one file lists the package's tests.
    case severalTestLists([String])
}
