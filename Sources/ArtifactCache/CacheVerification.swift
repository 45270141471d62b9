import Digests
import Disk

/// What a look at everything in a cache folder found.
public struct CacheVerification: Hashable, Sendable {
    /// Results and lists of input names; blobs; and the bytes of those blobs.
    public var entries = 0, blobs = 0
    public var bytes: Int64 = 0
    public var findings: [CacheFinding] = []

    public init() {}
}

/// Something in a cache folder that is not as it should be. None of them can make a build wrong.
public struct CacheFinding: Hashable, Sendable {
    public enum Fact: Hashable, Sendable {
        /// Nothing that this program writes.
        case foreign
        /// Not what an entry in this place must be; what is wrong, for people.
        case malformed(String)
        /// A result names blobs that are nowhere.
        case blobsMissing([ContentDigest])
        /// The system's error number.
        case unreadable(Int32)

        /// What it means that an entry which is there cannot be had; nil where it has gone since, as evicted entries
        /// do.
        init?(_ miss: CacheMiss) {
            switch miss {
            case .absent, .unreachable: return nil
            case .malformed(_, let reason): self = .malformed(reason)
            case .unreadable(_, let code): self = .unreadable(code)
            }
        }
    }

    public var path: AbsolutePath
    public var fact: Fact
    public var isRemoved: Bool

    public init(path: AbsolutePath, fact: Fact, isRemoved: Bool) {
        (self.path, self.fact, self.isRemoved) = (path, fact, isRemoved)
    }
}
