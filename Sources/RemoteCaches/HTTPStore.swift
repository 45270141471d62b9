import ArtifactCache
import Digests
import Disk
import HTTPTransfers
import Parallelism
import Synchronization

/// A cache on a web server: `GET`, `HEAD` and `PUT` of `/ac/HASH` and `/cas/HASH`, as Bazel and all that speak its
/// protocol have it. Blobs lie under their hashes; entries under hashes made of their keys, as action results of the
/// Remote Execution API (`RemoteEntry`).
///
/// The server is not believed: readers check. A fault is a miss, and after a few in a row the server is left
/// alone. May be used from any thread, each call blocks it for a bounded time.
public final class HTTPStore: BackingStore {
    public struct Settings: Sendable {
        /// `https://cache.example.com/mono`, without a user or a password.
        public var address: String
        /// Part of each entry's name: another one disowns all that there is.
        public var salt = ""
        /// Seconds in which something must be heard of the server.
        public var patience = 10.0
        public var client = HTTPClient.Settings()
        public var credentials = RemoteCredentials.none

        public init(address: String) { self.address = address }
    }

    private let salt: String
    private let server: CacheServer
    private let state = Mutex(State())
    private let turns = Turns<ContentDigest>()

    private struct State {
        /// Blobs that the server is known to have.
        var present: Set<ContentDigest> = []
        /// Blobs for which the server gave something else.
        var wrong: Set<ContentDigest> = []
    }

    /// Asks nothing yet.
    public init(_ settings: Settings) {
        salt = settings.salt
        server = CacheServer(settings)
    }

    public var address: String { server.base }
    public var name: String { "\(server.base) \(salt)" }
    public var isFar: Bool { true }
    public var transfers: TransferCounts? { server.counts }

    // MARK: Names

    private func url(of blob: ContentDigest) -> String { "\(server.base)/cas/\(blob.hex)" }

    /// By the key's hash alone: of some keys no more is known.
    private func url(of name: EntryName) -> String {
        var builder = DigestBuilder()
        for part in ["mono entry 1", salt, name.section.rawValue, name.scope.name, name.key.hex] {
            builder.append(part)
        }
        return "\(server.base)/ac/\(builder.finish().hex)"
    }

    public func place(of name: EntryName) -> String { url(of: name) }

    public func place(of blob: ContentDigest) -> String { url(of: blob) }

    // MARK: Entries

    public func entry(_ name: EntryName, atMost limit: Int64) throws(CacheMiss) -> StoredEntry {
        let url = url(of: name)
        let limit = min(limit, RemoteEntry.largest)
        // The blobs' names stand beside the text, and are not longer than it.
        let message = try server.get(url, limit: 2 * limit + 4096)
        do {
            if let text = try RemoteEntry.text(in: message), text.count <= limit { return StoredEntry(text: text) }
        } catch {}
        throw .malformed(path: url, "it is no entry of mono's")
    }

    public func noteUse(of name: EntryName, _ entry: StoredEntry) -> Bool { false }

    public func write(_ text: [UInt8], as name: EntryName, naming result: ActionResult?) throws(BackingFault) {
        // Nothing would read it.
        if text.count > RemoteEntry.largest { return }
        let message = RemoteEntry.encode(text, naming: result)
        try server.put(.bytes(message), to: url(of: name))
    }

    /// The protocol has no such word. What takes its place counts; its reader finds what is wrong.
    public func remove(_ name: EntryName) throws(BackingFault) {}

    // MARK: Blobs

    public func contains(_ blob: ContentDigest) -> Bool {
        let (isThere, isWrong) = state.withLock { ($0.present.contains(blob), $0.wrong.contains(blob)) }
        if isThere || isWrong { return isThere }
        guard server.has(url(of: blob)) else { return false }
        note(blob)
        return true
    }

    public func keep(_ blob: ContentDigest) -> Bool { contains(blob) }

    public func read(_ blob: ContentDigest) throws(CacheMiss) -> [UInt8] {
        do throws(CacheMiss) {
            let content = try server.get(url(of: blob), limit: blob.size)
            guard ContentDigest(of: content) == blob else { throw wrongContent(blob) }
            note(blob)
            return content
        } catch {
            throw noted(blob, error)
        }
    }

    public func copy(_ blob: ContentDigest, to target: AbsolutePath, permissions: UInt16) throws(MaterialiseError) {
        let files = LocalFileSystem(), temporary = target.parent / TemporaryName.make()
        defer { try? files.remove(temporary) }
        do throws(CacheMiss) {
            try server.download(url(of: blob), size: blob.size, to: temporary)
        } catch {
            throw .miss(noted(blob, error))
        }
        let found: ContentDigest
        do {
            found = try files.copy(temporary, to: target, expecting: blob, permissions: permissions, durably: false)
        } catch {
            throw .file(error)
        }
        if found != blob { throw .miss(noted(blob, wrongContent(blob))) }
    }

    public func bring(_ blob: ContentDigest, into store: ContentStore) throws(FileError) -> Bool {
        var miss: CacheMiss?
        // The second one to want it finds it here.
        let isThere = try turns.take(blob) { () throws(FileError) in
            try store.adopt(blob) { file in
                do throws(CacheMiss) {
                    try self.server.download(self.url(of: blob), size: blob.size, to: file)
                    return true
                } catch {
                    miss = error
                    return false
                }
            }
        }
        if isThere { note(blob) }
        if !isThere { _ = noted(blob, miss ?? wrongContent(blob)) }
        return miss == nil && isThere
    }

    public func store(_ bytes: [UInt8], digest: ContentDigest) throws(BackingFault) {
        try turns.take(digest) { () throws(BackingFault) in
            if contains(digest) { return }
            try server.put(.bytes(bytes), to: url(of: digest))
            note(digest)
        }
    }

    /// What the file holds is not read again before it is sent: its reader sees whether it is right.
    public func store(file: AbsolutePath, digest: ContentDigest) throws(StoreError) {
        do throws(BackingFault) {
            try turns.take(digest) { () throws(BackingFault) in
                if contains(digest) { return }
                try server.put(.file(file, size: digest.size), to: url(of: digest))
                note(digest)
            }
        } catch {
            switch error {
            case .file(let error): throw .file(error)
            case .remote(let fault): throw .remote(fault)
            }
        }
    }

    public func remove(_ blob: ContentDigest) throws(BackingFault) {
        state.withLock { _ = $0.present.remove(blob) }
    }

    public func holdsWhole(_ blob: ContentDigest) -> Bool { (try? read(blob)) != nil }

    /// One entry holds all of them.
    private var disownedURL: String {
        var builder = DigestBuilder()
        for part in ["mono disowned entries 1", salt] { builder.append(part) }
        return "\(server.base)/ac/\(builder.finish().hex)"
    }

    public func disownments() -> [Disownment] {
        guard let message = try? server.get(disownedURL, limit: 2 * DisownmentList.largest),
            let text = try? RemoteEntry.text(in: message), text.count <= DisownmentList.largest
        else { return [] }
        return DisownmentList.decode(text)
    }

    /// Of two that do so at once, one may be lost: the protocol knows no order.
    public func disown(_ rule: Disownment) throws(BackingFault) {
        let known = disownments()
        if known.contains(rule) { return }
        try server.put(.bytes(RemoteEntry.encode(DisownmentList.encode(known + [rule]), naming: nil)), to: disownedURL)
    }

    private func note(_ blob: ContentDigest) {
        state.withLock { state in
            state.present.insert(blob)
            state.wrong.remove(blob)
        }
    }

    /// What the server said it has is sent again where it is to be there.
    private func noted(_ blob: ContentDigest, _ miss: CacheMiss) -> CacheMiss {
        state.withLock { state in
            switch miss {
            case .absent: state.present.remove(blob)
            case .malformed:
                state.present.remove(blob)
                state.wrong.insert(blob)
            case .unreadable, .unreachable: break
            }
        }
        return miss
    }

    private func wrongContent(_ blob: ContentDigest) -> CacheMiss {
        .malformed(path: url(of: blob), "its content is not what its name says")
    }
}
