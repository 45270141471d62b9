import Digests
import Disk
import Glibc

/// The blobs of one cache folder: files named by the SHA-256 of what they hold. May be used from any thread, by several
/// processes at once.
public struct ContentStore: Sendable {
    /// A blob older than this is made new when it is stored again: eviction spares what is new, and the result that
    /// will name the blob is not written yet. Half of `CacheMaintenance.grace`, in nanoseconds.
    static let refreshAfter = CacheMaintenance.grace / 2

    let folder: CacheFolder

    init(folder: CacheFolder) { self.folder = folder }

    public init(root: AbsolutePath, files: any FileSystem) { folder = CacheFolder(root: root, files: files) }

    /// Where the blob lies, if it is there.
    public func path(of digest: ContentDigest) -> AbsolutePath { folder.path(.blobs, digest) }

    /// Looks whether a file of the right size is in the blob's place. The content is looked at when it is used.
    public func contains(_ digest: ContentDigest) -> Bool { (try? look(digest)) != nil }

    func look(_ digest: ContentDigest) throws(CacheMiss) -> FileStatus {
        let path = path(of: digest)
        guard let status = folder.files.linkStatus(path) else { throw .absent }
        if let flaw = CacheFolder.flaw(of: status) { throw .malformed(path: path.string, flaw) }
        guard status.size == digest.size else { throw .malformed(path: path.string, "it has the wrong size") }
        return status
    }

    /// The blob's content, verified.
    public func read(_ digest: ContentDigest) throws(CacheMiss) -> [UInt8] {
        _ = try look(digest)
        let path = path(of: digest)
        let content: [UInt8]
        do {
            content = try folder.files.readRegularFile(path, atMost: digest.size).content
        } catch {
            throw CacheMiss(reading: path, error)
        }
        guard ContentDigest(of: content) == digest else { throw ContentStore.wrongContent(path) }
        return content
    }

    /// Makes `target` a verified copy of the blob, in one step: a file of its own, which its owner may write to.
    public func copy(_ digest: ContentDigest, to target: AbsolutePath, permissions: UInt16) throws(MaterialiseError) {
        do {
            _ = try look(digest)
        } catch {
            throw .miss(error)
        }
        let path = path(of: digest)
        let found: ContentDigest
        do {
            found = try folder.files.copy(path, to: target, expecting: digest, permissions: permissions, durably: false)
        } catch {
            throw error.path == path ? .miss(CacheMiss(reading: path, error)) : .file(error)
        }
        if found != digest { throw .miss(ContentStore.wrongContent(path)) }
    }

    /// Sees to it that the blob, where it is there, stays for the grace: whoever is about to name it calls this. False
    /// where it is not there.
    func keep(_ digest: ContentDigest) -> Bool {
        guard let status = try? look(digest) else { return false }
        guard status.age(at: folder.files.now) > ContentStore.refreshAfter else { return true }
        let path = path(of: digest)
        return folder.refresh(path) { () throws(FileError) in
            let found = try self.folder.files.copy(
                path, to: path, expecting: digest, permissions: 0o444, durably: false)
            if found != digest { throw FileError(.read, path, code: EIO) }
        }
    }

    /// Stores `bytes`, whose digest is `digest`.
    func store(_ bytes: [UInt8], digest: ContentDigest) throws(FileError) {
        if !keep(digest) { try folder.write(bytes, to: path(of: digest)) }
    }

    /// Stores a copy of `file`, never a hard link, where it holds what `digest` says.
    func store(file: AbsolutePath, digest: ContentDigest) throws(StoreError) {
        if keep(digest) { return }
        let path = path(of: digest)
        do {
            try folder.prepareFolder(for: path)
            // A folder in the blob's place would stand in the way of the rename.
            if let kind = folder.files.linkStatus(path)?.kind, kind != .file { try folder.files.remove(path) }
            if try folder.files.copy(file, to: path, expecting: digest, permissions: 0o444, durably: false) == digest {
                return
            }
        } catch {
            guard error.path == file, error.code == EFBIG else { throw .file(error) }
        }
        throw .contentChanged(file, expected: digest)
    }

    /// Stores a copy of `file`, whatever it holds, and returns its digest: one reading does for both.
    func store(file: AbsolutePath) throws(FileError) -> ContentDigest {
        let shard = path(of: ContentDigest(of: [])).parent
        try folder.prepareFolder(for: shard / "-")
        return try folder.files.copy(file, by: shard, permissions: 0o444) { digest throws(FileError) in
            if keep(digest) { return nil }
            let path = path(of: digest)
            try folder.prepareFolder(for: path)
            if let kind = folder.files.linkStatus(path)?.kind, kind != .file { try folder.files.remove(path) }
            return path
        }
    }

    /// Takes over a file that `fill` makes at the path that it gets, where it holds the blob; nothing of it is left
    /// where it does not, or `fill` returns false. True where the blob is there afterwards.
    public func adopt(_ digest: ContentDigest, filledBy fill: (AbsolutePath) -> Bool) throws(FileError) -> Bool {
        if keep(digest) { return true }
        let path = path(of: digest), temporary = path.parent / TemporaryName.make()
        try folder.prepareFolder(for: path)
        defer { try? folder.files.remove(temporary) }
        guard fill(temporary), let status = folder.files.linkStatus(temporary), status.kind == .file,
            status.size == digest.size, try folder.files.digest(temporary) == digest
        else { return false }
        try folder.files.setPermissions(temporary, to: 0o444)
        if let kind = folder.files.linkStatus(path)?.kind, kind != .file { try folder.files.remove(path) }
        try folder.files.rename(temporary, to: path)
        return true
    }

    func remove(_ digest: ContentDigest) throws(FileError) {
        try folder.files.remove(path(of: digest))
    }

    static func wrongContent(_ path: AbsolutePath) -> CacheMiss {
        .malformed(path: path.string, "its content is not what its name says")
    }
}
