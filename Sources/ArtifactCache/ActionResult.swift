import Digests

/// What came of an action: enough to restore its outputs, to decide everything that depends on it without them, and to
/// show again what its tool said.
public struct ActionResult: Hashable, Sendable {
    public struct Output: Hashable, Sendable {
        /// The action's own name for the file; the action says where it belongs in a workspace.
        public var name: String
        public var digest: ContentDigest
        public var isExecutable: Bool
        /// The blob is the encoded `FileTree` of a folder.
        public var isFolder: Bool

        public init(name: String, digest: ContentDigest, isExecutable: Bool = false, isFolder: Bool = false) {
            (self.name, self.digest, self.isExecutable, self.isFolder) = (name, digest, isExecutable, isFolder)
        }
    }

    public var outputs: [Output]
    /// The digest of the interface that dependents see (ABI digest); nil for actions that no compile reads.
    public var interface: ContentDigest?
    /// What the tool printed, as a blob; nil where it printed nothing.
    public var diagnostics: ContentDigest?
    /// What the action took when it ran, in milliseconds: on the wall, and on processors.
    public var wall, cpu: Int64

    public init(
        outputs: [Output], interface: ContentDigest? = nil, diagnostics: ContentDigest? = nil, wall: Int64 = 0,
        cpu: Int64 = 0
    ) {
        (self.outputs, self.interface, self.diagnostics) = (outputs, interface, diagnostics)
        (self.wall, self.cpu) = (wall, cpu)
    }

    /// The blobs that the result names, each once: the outputs and the diagnostics.
    public var blobs: [ContentDigest] {
        var seen = Set<ContentDigest>(minimumCapacity: outputs.count + 1)
        return (outputs.map(\.digest) + (diagnostics.map { [$0] } ?? [])).filter { seen.insert($0).inserted }
    }
}

/// A result as it lay in a cache.
struct CachedResult: Hashable, Sendable {
    var result: ActionResult
    /// Nil where the entry does not say: an earlier version of this program wrote it.
    var origin: EntryOrigin?
}

/// Why the cache did not give what it was asked for. Never an error: whoever asks does the work instead, and may say
/// why.
public enum CacheMiss: Error, Hashable, Sendable {
    /// There is no such entry.
    case absent
    /// The entry is there and is not what it should be; what is wrong with it, for people.
    case malformed(path: String, String)
    /// The entry is there and cannot be read: the system's error number.
    case unreadable(path: String, code: Int32)
    /// Nobody knows whether there is one.
    case unreachable(RemoteFault)

    static let noSignature = "it is not signed", foreignSignature = "its signature is of no key that counts"

    /// The entry may be whole: it is that nobody who is trusted signed it.
    public var isDistrust: Bool {
        guard case .malformed(_, let reason) = self else { return false }
        return reason == CacheMiss.noSignature || reason == CacheMiss.foreignSignature
    }
}
