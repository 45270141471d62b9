import Digests
import Disk

/// The results and the input names of one cache folder. May be used from any thread, by several processes at once.
public struct ActionCache: Sendable {
    let folder: CacheFolder

    init(folder: CacheFolder) { self.folder = folder }

    public init(root: AbsolutePath, files: any FileSystem) { folder = CacheFolder(root: root, files: files) }

    /// The result under `key`. That its blobs are in a store is not looked at.
    public func result(for key: ContentDigest) throws(CacheMiss) -> ActionResult {
        try lookUp(key).result
    }

    /// The same, and whether this was its first use for long (`CacheFolder.useGrain`).
    func lookUp(_ key: ContentDigest) throws(CacheMiss) -> (result: ActionResult, isFirstUse: Bool) {
        let (result, isFirstUse) = try entry(.actions, key, ActionResultFormat.largestEntry, ActionResultFormat.decode)
        return (result, isFirstUse)
    }

    /// The names of discovered inputs under `key`, in ascending order of their UTF-8 bytes.
    public func inputNames(for key: ContentDigest) throws(CacheMiss) -> [String] {
        try entry(.inputs, key, InputNamesFormat.largestEntry, InputNamesFormat.decode).0
    }

    /// Writes what `ActionResultFormat` made of a result for `key`.
    func write(resultText: [UInt8], for key: ContentDigest) throws(FileError) {
        try folder.write(resultText, to: folder.path(.actions, key))
    }

    /// Writes what `InputNamesFormat` made of names for `key`.
    func write(inputNamesText: [UInt8], for key: ContentDigest) throws(FileError) {
        try folder.write(inputNamesText, to: folder.path(.inputs, key))
    }

    func removeResult(for key: ContentDigest) throws(FileError) {
        try folder.files.remove(folder.path(.actions, key))
    }

    private func entry<Value>(
        _ section: CacheFolder.Section, _ key: ContentDigest, _ limit: Int64,
        _ decode: ([UInt8], ContentDigest) throws(Malformation) -> Value
    ) throws(CacheMiss) -> (Value, isFirstUse: Bool) {
        let found = try folder.readEntry(section, key, atMost: limit)
        let path = folder.path(section, key)
        do {
            let value = try decode(found.content, key)
            return (value, folder.noteUse(of: path, content: found.content, status: found.status))
        } catch {
            throw .malformed(path: path.string, error.reason)
        }
    }
}
