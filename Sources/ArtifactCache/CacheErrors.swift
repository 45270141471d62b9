import Digests
import Disk

/// Why something was not kept in the cache. It never has to fail a build: what the cache does not hold is made again.
public enum StoreError: Error, Hashable, Sendable {
    /// A file could not be read or written.
    case file(FileError)
    /// A server did not take it.
    case remote(RemoteFault)
    /// The file does not hold what the caller said it holds: it changed since.
    case contentChanged(AbsolutePath, expected: ContentDigest)
    /// A result names a blob that is in no store.
    case blobMissing(ContentDigest)
    /// A result or a list of names that no reader would accept; what is wrong with it, for people.
    case malformed(String)
}

/// Why a store did not take something.
public enum BackingFault: Error, Hashable, Sendable {
    case file(FileError)
    case remote(RemoteFault)
}

/// What a server did not do.
public struct RemoteFault: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// What is needed to ask servers is not on this machine; what is missing, for people.
        case noClient(String)
        /// What calls servers by gRPC is not on this machine, or does not run; why, for people.
        case noCaller(String)
        /// Nobody says who asks: why, for people.
        case noCredentials(String)
        /// Why there is no connection, for people.
        case noConnection(String)
        case timedOut
        /// One of both sides does not trust the other; for people.
        case notTrusted(String)
        /// It wants to know who asks, or says that who asks may not, or does not know what it was asked; as it says it.
        case refused(String)
        /// Whatever else it answered that is no success: `status 500`, `INTERNAL: …`.
        case failed(String)
        /// It failed so often, or for so long, that it is not asked any more.
        case leftAlone
        /// It broke off, or said what cannot be understood; for people.
        case broken(String)
    }

    /// The server's address.
    public var place: String
    public var kind: Kind

    public init(place: String, kind: Kind) { (self.place, self.kind) = (place, kind) }
}

/// Why a blob is not where it was wanted.
public enum MaterialiseError: Error, Hashable, Sendable {
    /// The cache does not hold it, or not whole.
    case miss(CacheMiss)
    /// The place where it was wanted could not be written.
    case file(FileError)
}

/// What a cache may be made of: a folder of this machine, one that machines share, and a server.
public enum CacheTier: String, Hashable, Sendable { case local, shared, remote }

/// What went wrong in a cache without keeping anyone from their work.
public struct CacheProblem: Hashable, Sendable {
    public enum Fact: Hashable, Sendable {
        /// A file of the cache could not be written.
        case notWritten(FileError)
        /// A server did not take something.
        case notSent(RemoteFault)
        /// The shared folder is not there, or what it would be made in: nothing is asked there, and nothing written.
        case noFolder(AbsolutePath)
        /// An entry is there and is of no use.
        case notRead(CacheMiss)
    }

    public var tier: CacheTier
    /// The first fact of its kind.
    public var fact: Fact
    /// How often a fact of this kind was seen: the same attempt and error number. Of damaged files, how many there are.
    public var count: Int
    /// What is made again takes the place of what was of no use there.
    public var isWritten: Bool

    public init(tier: CacheTier, fact: Fact, count: Int, isWritten: Bool = true) {
        (self.tier, self.fact, self.count, self.isWritten) = (tier, fact, count, isWritten)
    }
}
