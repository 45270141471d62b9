import Digests
import Disk

/// Why something was not kept in the cache. It never has to fail a build: what the cache does not hold is made again.
public enum StoreError: Error, Hashable, Sendable {
    /// A file could not be read or written.
    case file(FileError)
    /// The file does not hold what the caller said it holds: it changed since.
    case contentChanged(AbsolutePath, expected: ContentDigest)
    /// A result names a blob that is in no store.
    case blobMissing(ContentDigest)
    /// A result or a list of names that no reader would accept; what is wrong with it, for people.
    case malformed(String)
}

/// Why a blob is not where it was wanted.
public enum MaterialiseError: Error, Hashable, Sendable {
    /// The cache does not hold it, or not whole.
    case miss(CacheMiss)
    /// The place where it was wanted could not be written.
    case file(FileError)
}

/// The two folders that may make up a cache.
public enum CacheTier: String, Hashable, Sendable { case local, shared }

/// What went wrong in a cache without keeping anyone from their work.
public struct CacheProblem: Hashable, Sendable {
    public enum Fact: Hashable, Sendable {
        /// A file of the cache could not be written.
        case notWritten(FileError)
        /// An entry is there and is of no use.
        case notRead(CacheMiss)
    }

    public var tier: CacheTier
    /// The first fact of its kind.
    public var fact: Fact
    /// How often a fact of this kind was seen: the same attempt and error number, or a damaged entry.
    public var count: Int

    public init(tier: CacheTier, fact: Fact, count: Int) { (self.tier, self.fact, self.count) = (tier, fact, count) }
}
