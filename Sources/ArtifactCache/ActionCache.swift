import Digests
import Disk
import Signatures

/// The results and the input names of one scope of one cache folder. May be used from any thread, by several processes
/// at once.
public struct ActionCache: Sendable {
    let folder: CacheFolder
    let scope: CacheScope
    /// Who must have signed what is read; nil where nobody need have.
    let verifier: Verifier?

    init(folder: CacheFolder, scope: CacheScope = .main, verifier: Verifier? = nil) {
        (self.folder, self.scope, self.verifier) = (folder, scope, verifier)
    }

    public init(root: AbsolutePath, files: any FileSystem) { self.init(folder: CacheFolder(root: root, files: files)) }

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
            .actions, key, ActionResultFormat.largestEntry, ActionResultFormat.decode)
        return Found(cached: cached, text: text, isFirstUse: isFirstUse)
    }

    /// The names of discovered inputs under `key`, in ascending order of their UTF-8 bytes.
    public func inputNames(for key: ContentDigest) throws(CacheMiss) -> [String] {
        try entry(.inputs, key, InputNamesFormat.largestEntry, InputNamesFormat.decode).value
    }

    /// Writes what `ActionResultFormat` made of a result for `key`.
    func write(resultText: [UInt8], for key: ContentDigest) throws(FileError) {
        try folder.write(resultText, to: folder.path(.actions, key, in: scope))
    }

    /// Writes what `InputNamesFormat` made of names for `key`.
    func write(inputNamesText: [UInt8], for key: ContentDigest) throws(FileError) {
        try folder.write(inputNamesText, to: folder.path(.inputs, key, in: scope))
    }

    func removeResult(for key: ContentDigest) throws(FileError) {
        try folder.files.remove(folder.path(.actions, key, in: scope))
    }

    private func entry<Value>(
        _ section: CacheFolder.Section, _ key: ContentDigest, _ limit: Int64,
        _ decode: ([UInt8], ContentDigest, Verifier?) throws(Malformation) -> Value
    ) throws(CacheMiss) -> (value: Value, text: [UInt8], isFirstUse: Bool) {
        let path = folder.path(section, key, in: scope)
        let found = try folder.readEntry(path, atMost: limit)
        do {
            let value = try decode(found.content, key, verifier)
            return (value, found.content, folder.noteUse(of: path, content: found.content, status: found.status))
        } catch {
            throw .malformed(path: path.string, error.reason)
        }
    }
}
