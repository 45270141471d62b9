import ArtifactCache
import Digests
import Disk
import Parallelism
import Synchronization

/// A cache on a server. Blobs lie under their hashes; entries under hashes made of their keys, as action results of the
/// Remote Execution API (`RemoteEntry`), whatever the server speaks.
///
/// The server is not believed: readers check. A fault is a miss, and after a few in a row the server is left
/// alone. May be used from any thread, each call blocks it for a bounded time.
public final class RemoteStore: BackingStore {
    /// Bytes of a blob that is read at once: far more than what tools say, or a module's parts.
    private static let mostInMemory: Int64 = 256 << 20
    /// Bytes of any blob: what claims to be larger is no file of a build.
    private static let largest: Int64 = 16 << 30

    private let salt: String
    private let server: any RemoteServer
    private let state = Mutex(State())
    private let turns = Turns<ContentDigest>()

    private struct State {
        /// Blobs that the server says it has.
        var present: Set<ContentDigest> = []
        /// Those among them that came from there whole, or were sent there.
        var verified: Set<ContentDigest> = []
        /// Blobs for which the server gave something else.
        var wrong: Set<ContentDigest> = []
        /// It gave something wrong: that it has a blob says nothing of what the blob is.
        var isDoubted = false

        mutating func forget(_ blob: ContentDigest) {
            present.remove(blob)
            verified.remove(blob)
        }
    }

    /// Asks nothing yet.
    init(_ server: any RemoteServer, salt: String) { (self.server, self.salt) = (server, salt) }

    public var address: String { server.address }
    public var name: String { "\(server.address) \(salt)" }
    public var isFar: Bool { true }
    public var transfers: TransferCounts? { server.counts }

    public func place(of name: EntryName) -> String { server.place(of: RemoteEntryName(name, salt: salt)) }

    public func place(of blob: ContentDigest) -> String { server.place(of: blob) }

    // MARK: Entries

    public func entry(_ name: EntryName, atMost limit: Int64) throws(CacheMiss) -> StoredEntry {
        let remote = RemoteEntryName(name, salt: salt)
        let limit = min(limit, RemoteEntry.largest)
        // The blobs' names stand beside the text, and are not longer than it.
        let message = try server.result(remote, atMost: 2 * limit + 4096)
        do {
            if let text = try RemoteEntry.text(in: message), text.count <= limit { return StoredEntry(text: text) }
        } catch {}
        throw .malformed(path: server.place(of: remote), "it is no entry of mono's")
    }

    public func noteUse(of name: EntryName, _ entry: StoredEntry) -> Bool { false }

    public func write(_ text: [UInt8], as name: EntryName, naming result: ActionResult?) throws(BackingFault) {
        // Nothing would read it.
        if text.count > RemoteEntry.largest { return }
        let message = RemoteEntry.encode(text, naming: result)
        try server.put(message, as: RemoteEntryName(name, salt: salt))
    }

    /// The protocol has no such word. What takes its place counts; its reader finds what is wrong.
    public func remove(_ name: EntryName) throws(BackingFault) {}

    // MARK: Blobs

    public func contains(_ blob: ContentDigest) -> Bool {
        let (isThere, isWrong) = state.withLock { ($0.present.contains(blob), $0.wrong.contains(blob)) }
        if isThere || isWrong { return isThere }
        guard server.has(blob) else { return false }
        // It has something of that name. Where somebody saw meanwhile what, that counts.
        return state.withLock { state in
            if state.wrong.contains(blob) { return false }
            state.present.insert(blob)
            return true
        }
    }

    public func keep(_ blob: ContentDigest) -> Bool { contains(blob) }

    public func read(_ blob: ContentDigest) throws(CacheMiss) -> [UInt8] {
        do throws(CacheMiss) {
            try check(blob, atMost: RemoteStore.mostInMemory)
            let content = try server.read(blob)
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
        try download(blob, to: temporary)
        let found: ContentDigest
        do {
            found = try files.copy(temporary, to: target, expecting: blob, permissions: permissions, durably: false)
        } catch {
            throw .file(error)
        }
        if found != blob { throw .miss(noted(blob, wrongContent(blob))) }
        note(blob)
    }

    public func bring(_ blob: ContentDigest, into store: ContentStore) throws(MaterialiseError) {
        var isAsked = false, fault: MaterialiseError?
        let isThere: Bool
        do throws(FileError) {
            // The second one to want it finds it here.
            isThere = try turns.take(blob) { () throws(FileError) in
                try store.adopt(blob) { file in
                    isAsked = true
                    do throws(MaterialiseError) { try self.download(blob, to: file) } catch { fault = error }
                    return fault == nil
                }
            }
        } catch {
            throw .file(error)
        }
        if let fault { throw fault }
        if !isThere { throw .miss(noted(blob, wrongContent(blob))) }
        // What somebody else put into the folder says nothing of what the server has.
        if isAsked { note(blob) }
    }

    private func download(_ blob: ContentDigest, to file: AbsolutePath) throws(MaterialiseError) {
        do throws(CacheMiss) {
            try check(blob, atMost: RemoteStore.largest)
        } catch {
            throw .miss(noted(blob, error))
        }
        do throws(MaterialiseError) {
            try server.download(blob, to: file)
        } catch {
            guard case .miss(let miss) = error else { throw error }
            throw .miss(noted(blob, miss))
        }
    }

    public func doubt() { state.withLock { $0.isDoubted = true } }

    /// False where the server has the blob, and nothing speaks against that it is the right one.
    private func needs(_ blob: ContentDigest) -> Bool {
        let (isThere, isDoubted) = state.withLock { ($0.verified.contains(blob), $0.isDoubted) }
        return !isThere && (isDoubted || !contains(blob))
    }

    public func store(_ bytes: [UInt8], digest: ContentDigest) throws(BackingFault) {
        try turns.take(digest) { () throws(BackingFault) in
            if !needs(digest) { return }
            try server.put(.bytes(bytes), as: digest)
            note(digest)
        }
    }

    /// What the file holds is not read again before it is sent: its reader sees whether it is right.
    public func store(file: AbsolutePath, digest: ContentDigest) throws(StoreError) {
        do throws(BackingFault) {
            try turns.take(digest) { () throws(BackingFault) in
                if !needs(digest) { return }
                try server.put(.file(file, size: digest.size), as: digest)
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
        state.withLock { $0.forget(blob) }
    }

    public func holdsWhole(_ blob: ContentDigest) -> Bool { (try? read(blob)) != nil }

    public func disownments() -> [Disownment] {
        guard
            let message = try? server.result(
                RemoteEntryName.disownedEntries(salt: salt), atMost: 2 * DisownmentList.largest),
            let text = try? RemoteEntry.text(in: message), text.count <= DisownmentList.largest
        else { return [] }
        return DisownmentList.decode(text)
    }

    /// Of two that do so at once, one may be lost: the protocol knows no order.
    public func disown(_ rule: Disownment) throws(BackingFault) {
        let known = disownments()
        if known.contains(rule) { return }
        try server.put(
            RemoteEntry.encode(DisownmentList.encode(known + [rule]), naming: nil),
            as: RemoteEntryName.disownedEntries(salt: salt))
    }

    /// An entry of a server may name what it likes.
    private func check(_ blob: ContentDigest, atMost limit: Int64) throws(CacheMiss) {
        if blob.size > limit { throw .malformed(path: place(of: blob), "it claims to be larger than anything built") }
    }

    private func note(_ blob: ContentDigest) {
        state.withLock { state in
            state.present.insert(blob)
            state.verified.insert(blob)
            state.wrong.remove(blob)
        }
    }

    /// What the server said it has is sent again where it is to be there.
    private func noted(_ blob: ContentDigest, _ miss: CacheMiss) -> CacheMiss {
        state.withLock { state in
            switch miss {
            case .absent: state.forget(blob)
            case .malformed:
                state.forget(blob)
                state.wrong.insert(blob)
                state.isDoubted = true
            case .unreadable, .unreachable: break
            }
        }
        return miss
    }

    private func wrongContent(_ blob: ContentDigest) -> CacheMiss {
        .malformed(path: place(of: blob), "its content is not what its name says")
    }
}
