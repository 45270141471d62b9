import Digests
import Disk

/// Where an entry of a cache lies.
public struct EntryName: Hashable, Sendable {
    public enum Section: String, Hashable, Sendable {
        case results = "actions"
        case inputNames = "inputs"
    }

    public var section: Section
    public var key: ContentDigest
    public var scope: CacheScope

    public init(_ section: Section, _ key: ContentDigest, in scope: CacheScope) {
        (self.section, self.key, self.scope) = (section, key, scope)
    }
}

/// The bytes of an entry, as somebody wrote them.
public struct StoredEntry: Sendable {
    public var text: [UInt8]
    /// Of the file that it lies in; nil where it lies in none.
    public var status: FileStatus?

    public init(text: [UInt8], status: FileStatus? = nil) { (self.text, self.status) = (text, status) }
}

/// What keeps entries and blobs: a folder, or a server.
///
/// Nobody believes what comes out of it: who asks for an entry checks its text, and blobs are given out only where they
/// are what their names say. Of two writers of one name, one wins. May be used from any thread.
public protocol BackingStore: Sendable {
    /// The entry's bytes; more than `limit` of them are malformed.
    func entry(_ name: EntryName, atMost limit: Int64) throws(CacheMiss) -> StoredEntry
    /// The entry turned out to be of use. True where it was not for long, and that was taken down.
    func noteUse(of name: EntryName, _ entry: StoredEntry) -> Bool
    /// Writes an entry whole, in an earlier one's place. `result`: what the text says, where it is a result. Its blobs
    /// were stored before.
    func write(_ text: [UInt8], as name: EntryName, naming result: ActionResult?) throws(BackingFault)
    func remove(_ name: EntryName) throws(BackingFault)
    /// What people call the entry's place: a path, or an address.
    func place(of name: EntryName) -> String

    /// True where it has a blob of that name, as far as can be told without reading it.
    func contains(_ blob: ContentDigest) -> Bool
    /// The same, and the blob stays for a while; for a writer that is about to name it.
    func keep(_ blob: ContentDigest) -> Bool
    /// The blob's content, verified.
    func read(_ blob: ContentDigest) throws(CacheMiss) -> [UInt8]
    /// Makes `target`, in a folder that is there, a verified copy of the blob, in one step.
    func copy(_ blob: ContentDigest, to target: AbsolutePath, permissions: UInt16) throws(MaterialiseError)
    /// Puts the blob into a folder of this machine, verified. Throws why it could not be had, or what that folder had
    /// against it.
    func bring(_ blob: ContentDigest, into store: ContentStore) throws(MaterialiseError)
    /// Stores `bytes`, whose digest is `digest`.
    func store(_ bytes: [UInt8], digest: ContentDigest) throws(BackingFault)
    /// Stores a copy of `file`, where it holds what `digest` says.
    func store(file: AbsolutePath, digest: ContentDigest) throws(StoreError)
    func remove(_ blob: ContentDigest) throws(BackingFault)
    func place(of blob: ContentDigest) -> String
    /// Something that it gave turned out to be wrong: from now on, what is stored is sent though it says that it has it.
    func doubt()
    /// Reads the whole blob to see whether it is what its name says.
    func holdsWhole(_ blob: ContentDigest) -> Bool

    /// What was taken back there.
    func disownments() -> [Disownment]
    /// Takes back what the rule describes, beside what was taken back before.
    func disown(_ rule: Disownment) throws(BackingFault)

    /// The folder that must be there before anything can be read or written, and is not; nil where nothing is missed.
    var missingFolder: AbsolutePath? { get }
    /// What people call it: a path, or an address.
    var address: String { get }
    /// What tells it from every other one.
    var name: String { get }
    /// Each question takes a while, in which others can be asked.
    var isFar: Bool { get }
    /// What went there and came from there; nil where nobody counts.
    var transfers: TransferCounts? { get }
}

extension BackingStore {
    public var name: String { address }
    public var isFar: Bool { false }
    public var missingFolder: AbsolutePath? { nil }
    public var transfers: TransferCounts? { nil }
    public func doubt() {}
}

/// A cache folder as a store.
struct FolderStore: BackingStore {
    let folder: CacheFolder

    private var blobs: ContentStore { ContentStore(folder: folder) }

    private func path(_ name: EntryName) -> AbsolutePath {
        folder.path(name.section == .results ? .actions : .inputs, name.key, in: name.scope)
    }

    func entry(_ name: EntryName, atMost limit: Int64) throws(CacheMiss) -> StoredEntry {
        let found = try folder.readEntry(path(name), atMost: limit)
        return StoredEntry(text: found.content, status: found.status)
    }

    func noteUse(of name: EntryName, _ entry: StoredEntry) -> Bool {
        guard let status = entry.status else { return false }
        return folder.noteUse(of: path(name), content: entry.text, status: status)
    }

    func write(_ text: [UInt8], as name: EntryName, naming result: ActionResult?) throws(BackingFault) {
        try FolderStore.touching { () throws(FileError) in try folder.write(text, to: path(name)) }
    }

    func remove(_ name: EntryName) throws(BackingFault) {
        try FolderStore.touching { () throws(FileError) in try folder.files.remove(path(name)) }
    }

    private static func touching(_ work: () throws(FileError) -> Void) throws(BackingFault) {
        do { try work() } catch { throw .file(error) }
    }

    func place(of name: EntryName) -> String { path(name).string }

    func contains(_ blob: ContentDigest) -> Bool { blobs.contains(blob) }

    func keep(_ blob: ContentDigest) -> Bool { blobs.keep(blob) }

    func read(_ blob: ContentDigest) throws(CacheMiss) -> [UInt8] { try blobs.read(blob) }

    func copy(_ blob: ContentDigest, to target: AbsolutePath, permissions: UInt16) throws(MaterialiseError) {
        try blobs.copy(blob, to: target, permissions: permissions)
    }

    func bring(_ blob: ContentDigest, into store: ContentStore) throws(MaterialiseError) {
        do {
            _ = try blobs.look(blob)
        } catch {
            throw .miss(error)
        }
        let source = blobs.path(of: blob)
        do {
            try store.store(file: source, digest: blob)
        } catch {
            guard case .file(let fact) = error else { throw .miss(ContentStore.wrongContent(source)) }
            throw fact.path == source ? .miss(CacheMiss(reading: source, fact)) : .file(fact)
        }
    }

    func store(_ bytes: [UInt8], digest: ContentDigest) throws(BackingFault) {
        try FolderStore.touching { () throws(FileError) in try blobs.store(bytes, digest: digest) }
    }

    func store(file: AbsolutePath, digest: ContentDigest) throws(StoreError) {
        try blobs.store(file: file, digest: digest)
    }

    func remove(_ blob: ContentDigest) throws(BackingFault) {
        try FolderStore.touching { () throws(FileError) in try blobs.remove(blob) }
    }

    func place(of blob: ContentDigest) -> String { blobs.path(of: blob).string }

    func holdsWhole(_ blob: ContentDigest) -> Bool {
        contains(blob) && (try? folder.files.digest(blobs.path(of: blob))) == blob
    }

    func disownments() -> [Disownment] { DisownedEntries(folder: folder).rules() }

    func disown(_ rule: Disownment) throws(BackingFault) {
        try FolderStore.touching { () throws(FileError) in try DisownedEntries(folder: folder).add(rule) }
    }

    var missingFolder: AbsolutePath? { folder.missingFolder }

    var address: String { folder.root.string }
}
