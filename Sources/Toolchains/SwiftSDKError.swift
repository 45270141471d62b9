import Disk

/// Why there is no SDK to build with.
public enum SwiftSDKError: Error, Hashable, Sendable {
    /// None in that folder is called so, or is for a platform of that name; those that are there.
    case notFound(String, folder: AbsolutePath, known: [String])
    /// Several are for that platform; how they are called.
    case ambiguous(String, [String])
    /// It is for a platform that mono cannot plan for.
    case notLinux(id: String, triple: String)
    /// It wants one of its own programs to be used where a build takes the toolchain's.
    case bringsTool(AbsolutePath)
    case malformed(AbsolutePath, line: Int)
    case unreadable(FileError)
}
