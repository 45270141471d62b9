import ArtifactCache
import Digests
import Disk
import HTTPTransfers

/// What a store asks of a server, whatever they speak. Nothing that it gives is believed; what cannot be had is a miss.
/// May be used from any thread, each call blocks it for a bounded time.
protocol RemoteServer: Sendable {
    /// As people write it, without a slash at the end.
    var address: String { get }
    var counts: TransferCounts { get }

    /// What people call the places.
    func place(of name: RemoteEntryName) -> String
    func place(of blob: ContentDigest) -> String

    /// The action result under the name; more than `limit` bytes are malformed.
    func result(_ name: RemoteEntryName, atMost limit: Int64) throws(CacheMiss) -> [UInt8]
    /// Puts an action result, in an earlier one's place. What it names was put before.
    func put(_ result: [UInt8], as name: RemoteEntryName) throws(BackingFault)

    /// True where the server says that it has the blob.
    func has(_ blob: ContentDigest) -> Bool
    /// As many bytes as the blob has, or fewer.
    func read(_ blob: ContentDigest) throws(CacheMiss) -> [UInt8]
    /// The same into a file, which means nothing where this throws: what was wrong with the answer, or with the file.
    func download(_ blob: ContentDigest, to file: AbsolutePath) throws(MaterialiseError)
    func put(_ content: HTTPRequest.Body, as blob: ContentDigest) throws(BackingFault)
}
