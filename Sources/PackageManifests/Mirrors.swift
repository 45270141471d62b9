import Digests
import Disk

/// SwiftPM's tables of replacements for dependencies' addresses: a package's own and the user's.
struct Mirrors: Sendable {
    /// The table in the package's folder.
    let own: [UInt8]?
    /// Of what both tables hold; nil where there are none.
    let digest: ContentDigest?

    static let folder = ".swiftpm"
    static let path = folder + "/configuration/mirrors.json"

    init(of package: AbsolutePath, environment: [String: String], files: any FileSystem) {
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
