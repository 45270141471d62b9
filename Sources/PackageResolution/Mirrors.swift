import Digests
import Disk

/// SwiftPM's tables of replacements for dependencies' addresses: a package's own and the user's.
public struct Mirrors: Sendable {
    /// The table in the package's folder.
    let own: [UInt8]?
    /// Of what both tables hold; nil where there are none.
    public let digest: ContentDigest?

    /// The folder in a package that holds it.
    public static let folder = ".swiftpm"
    /// Relative to a package's folder, and to the user's.
    public static let path = folder + "/configuration/mirrors.json"

    /// Those that count in a package: what it has itself, and what the user's home has.
    public init(of package: AbsolutePath, environment: [String: String], files: any FileSystem) {
        own = try? files.read(package / Mirrors.path)
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? AbsolutePath($0) : nil }
        let users = home.flatMap { try? files.read($0 / Mirrors.path) }
        if own == nil, users == nil {
            digest = nil
        } else {
            var builder = DigestBuilder()
            for table in [own, users] { if let table { builder.append(table) } else { builder.appendNothing() } }
            digest = builder.finish()
        }
    }
}
