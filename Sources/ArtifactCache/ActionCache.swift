import Digests
import Disk
import Signatures

/// The results and the input names of one scope of one store. May be used from any thread, by several processes
/// at once.
public struct ActionCache: Sendable {
    let store: any BackingStore
    let scope: CacheScope
    /// Who must have signed what is read; nil where nobody need have.
    let verifier: Verifier?

    init(store: any BackingStore, scope: CacheScope = .main, verifier: Verifier? = nil) {
        (self.store, self.scope, self.verifier) = (store, scope, verifier)
    }

    /// Of a folder.
    public init(root: AbsolutePath, files: any FileSystem) {
        self.init(store: FolderStore(folder: CacheFolder(root: root, files: files)))
    }

    /// The result under `key`. That its blobs are in a store is not looked at.
    public func result(for key: ContentDigest) throws(CacheMiss) -> ActionResult { try lookUp(key).cached.result }

    struct Found: Sendable {
        var cached: CachedResult
        /// As it lies there: a copy of it is what its writer signed.
        var text: [UInt8]
        /// It was not used for long (`CacheFolder.useGrain`).
        var isFirstUse: Bool
    }

    func lookUp(_ key: ContentDigest) throws(CacheMiss) -> Found {
        let (cached, text, isFirstUse) = try entry(
            .results, key, ActionResultFormat.largestEntry, ActionResultFormat.decode)
        return Found(cached: cached, text: text, isFirstUse: isFirstUse)
    }

    /// The names of discovered inputs under `key`, in ascending order of their UTF-8 bytes.
    public func inputNames(for key: ContentDigest) throws(CacheMiss) -> [String] {
        try entry(.inputNames, key, InputNamesFormat.largestEntry, InputNamesFormat.decode).value
    }

    /// Writes what `ActionResultFormat` made of a result for `key`.
    func write(resultText: [UInt8], of result: ActionResult, for key: ContentDigest) throws(BackingFault) {
        try store.write(resultText, as: EntryName(.results, key, in: scope), naming: result)
    }

    /// Writes what `InputNamesFormat` made of names for `key`.
    func write(inputNamesText: [UInt8], for key: ContentDigest) throws(BackingFault) {
        try store.write(inputNamesText, as: EntryName(.inputNames, key, in: scope), naming: nil)
    }

    func removeResult(for key: ContentDigest) throws(BackingFault) {
        try store.remove(EntryName(.results, key, in: scope))
    }

    private func entry<Value>(
        _ section: EntryName.Section, _ key: ContentDigest, _ limit: Int64,
        _ decode: ([UInt8], ContentDigest, Verifier?) throws(Malformation) -> Value
    ) throws(CacheMiss) -> (value: Value, text: [UInt8], isFirstUse: Bool) {
        let name = EntryName(section, key, in: scope), found = try store.entry(name, atMost: limit)
        do {
            return (try decode(found.text, key, verifier), found.text, store.noteUse(of: name, found))
        } catch {
            throw .malformed(path: store.place(of: name), error.reason)
        }
    }
}
