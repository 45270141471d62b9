import Digests
import Disk
import Dispatch
import Synchronization
import Testing

@testable import ArtifactCache

/// A folder that takes its time, as a server does.
private final class FarFolder: BackingStore {
    private let store: FolderStore
    /// Each write waits for it, where there is one.
    let gate = Mutex<DispatchSemaphore?>(nil)
    let writes = Mutex<[String]>([])

    init(_ root: AbsolutePath, _ files: any FileSystem) {
        store = FolderStore(folder: CacheFolder(root: root, files: files))
    }

    var address: String { "far" }
    var isFar: Bool { true }

    private func wrote(_ what: String) {
        gate.withLock { $0 }?.wait()
        writes.withLock { $0.append(what) }
    }

    func entry(_ name: EntryName, atMost limit: Int64) throws(CacheMiss) -> StoredEntry {
        try store.entry(name, atMost: limit)
    }
    func noteUse(of name: EntryName, _ entry: StoredEntry) -> Bool { false }
    func write(_ text: [UInt8], as name: EntryName, naming result: ActionResult?) throws(BackingFault) {
        wrote(name.section.rawValue)
        try store.write(text, as: name, naming: result)
    }
    func remove(_ name: EntryName) throws(BackingFault) {}
    func place(of name: EntryName) -> String { store.place(of: name) }
    func contains(_ blob: ContentDigest) -> Bool { store.contains(blob) }
    func keep(_ blob: ContentDigest) -> Bool { store.keep(blob) }
    func read(_ blob: ContentDigest) throws(CacheMiss) -> [UInt8] { try store.read(blob) }
    func copy(_ blob: ContentDigest, to target: AbsolutePath, permissions: UInt16) throws(MaterialiseError) {
        try store.copy(blob, to: target, permissions: permissions)
    }
    func bring(_ blob: ContentDigest, into other: ContentStore) throws(MaterialiseError) {
        try store.bring(blob, into: other)
    }
    func store(_ bytes: [UInt8], digest: ContentDigest) throws(BackingFault) {
        wrote("bytes")
        try store.store(bytes, digest: digest)
    }
    func store(file: AbsolutePath, digest: ContentDigest) throws(StoreError) {
        wrote("blob")
        try store.store(file: file, digest: digest)
    }
    func remove(_ blob: ContentDigest) throws(BackingFault) {}
    func place(of blob: ContentDigest) -> String { store.place(of: blob) }
    func holdsWhole(_ blob: ContentDigest) -> Bool { store.holdsWhole(blob) }
    func disownments() -> [Disownment] { store.disownments() }
    func disown(_ rule: Disownment) throws(BackingFault) { try store.disown(rule) }
}

@Suite(.timeLimit(.minutes(1)))
struct RemoteTierTests {
    private let files = InMemoryFileSystem()
    private let far: FarFolder
    private let key = ContentDigest(of: "key")

    init() { far = FarFolder(AbsolutePath("/far"), files) }

    private func cache(_ name: String, _ mode: SharedTier.Mode = .readWrite, wait: Double = 10) -> TieredCache {
        TieredCache(
            local: AbsolutePath("/\(name)"), shared: nil, remote: RemoteTier(store: far, mode: mode, wait: wait),
            files: files)
    }

    private func publish(_ text: String, by cache: TieredCache, reach: TieredCache.Reach = .everywhere) throws {
        let digest = try cache.store(Array(text.utf8), reach: reach)
        try cache.publish(
            ActionResult(outputs: [.init(name: "o", digest: digest)]), for: key, reach: reach)
    }

    @Test("what is published goes there beside the work, blobs before what names them")
    func sends() throws {
        let gate = DispatchSemaphore(value: 0), here = cache("here")
        far.gate.withLock { $0 = gate }
        try publish("text", by: here)
        try here.publishInputNames(["a"], for: key, reach: .everywhere)
        // Nothing is there yet, and nothing here waited for it.
        #expect(far.writes.withLock { $0 } == [])
        #expect(here.unsent == 2)
        for _ in 0..<3 { gate.signal() }
        // A list of names is no result.
        #expect(here.finishSending { false } == SendingReport(sent: 1, late: 0))
        #expect(far.writes.withLock { $0.filter { $0 != "inputs" } } == ["blob", "actions"])
        #expect(here.unsent == 0)

        let there = cache("there")
        let (result, tier) = try there.result(for: key).get()
        #expect(tier == .remote)
        #expect(try there.inputNames(for: key).get() == ["a"])
        #expect(try there.read(result.outputs[0].digest, atMost: 100) == Array("text".utf8))
        #expect(there.isFar)
        #expect(there.finishSending { false } == nil)
    }

    @Test("the end waits for no longer than it may, and for nothing that nobody wants any more")
    func late() throws {
        let gate = DispatchSemaphore(value: 0)
        far.gate.withLock { $0 = gate }
        let here = cache("here", wait: 0.05)
        try publish("text", by: here)
        #expect(here.finishSending { false } == SendingReport(sent: 0, late: 1))
        let other = cache("other", wait: 3600)
        try publish("text", by: other)
        #expect(other.finishSending { true } == SendingReport(sent: 0, late: 1))
        for _ in 0..<9 { gate.signal() }
    }

    @Test("what stays here, and what is only asked, is not sent")
    func local() throws {
        let here = cache("here"), reader = cache("reader", .readOnly)
        try publish("text", by: here, reach: .local)
        try publish("text", by: reader)
        #expect(here.finishSending { false } == nil)
        #expect(reader.finishSending { false } == nil)
        #expect(far.writes.withLock { $0 } == [])
    }

    @Test("a result that is there is not sent again; one whose blobs are lost is")
    func again() throws {
        let first = cache("first")
        try publish("text", by: first)
        _ = first.finishSending { false }
        far.writes.withLock { $0 = [] }
        let second = cache("second")
        try publish("text", by: second)
        _ = second.finishSending { false }
        #expect(far.writes.withLock { $0 } == [])
        try files.remove(AbsolutePath("/far/v1/blobs"))
        let third = cache("third")
        try publish("text", by: third)
        _ = third.finishSending { false }
        #expect(far.writes.withLock { $0 } == ["blob", "actions"])
    }
}
