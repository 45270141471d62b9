import ArtifactCache
import Digests

/// Under what an entry of mono's lies on a server: the digest of an `Action` of the Remote Execution API that nobody
/// can mean to run, with what mono calls the entry as its salt. So a server that speaks HTTP and the API keeps one
/// entry for both.
///
/// The fields are those of `build.bazel.remote.execution.v2.Action` and `Command`.
struct RemoteEntryName: Hashable, Sendable {
    /// The messages, which a server of the API wants to have before it takes a result.
    let action: [UInt8]
    let digest: ContentDigest

    static let command: [UInt8] = {
        var writer = ProtobufWriter()
        writer.text(1, "mono")
        return writer.bytes
    }()
    /// An empty folder is an empty message.
    static let emptyRoot: [UInt8] = []

    private enum Field { static let command = 1, root = 2, salt = 9 }

    private init(parts: [String]) {
        var builder = DigestBuilder()
        for part in parts { builder.append(part) }
        var writer = ProtobufWriter()
        writer.message(Field.command, RemoteEntry.encode(ContentDigest(of: RemoteEntryName.command)))
        writer.message(Field.root, RemoteEntry.encode(ContentDigest(of: RemoteEntryName.emptyRoot)))
        writer.text(Field.salt, "mono \(builder.finish().hex)")
        action = writer.bytes
        digest = ContentDigest(of: action)
    }

    /// By the key's hash alone: of some keys no more is known.
    init(_ name: EntryName, salt: String) {
        self.init(parts: ["mono entry 2", salt, name.section.rawValue, name.scope.name, name.key.hex])
    }

    /// One entry holds all that was taken back.
    static func disownedEntries(salt: String) -> RemoteEntryName {
        RemoteEntryName(parts: ["mono disowned entries 2", salt])
    }
}
