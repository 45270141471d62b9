import Digests
import Glibc

/// Any file system, confined to a folder by a look at everything on the way before each step. Between the look and the
/// step somebody may change the way: `LocalFileSystem` has a form without that gap. This one is for file systems that
/// nobody else can reach, as in tests.
struct ConfinedFileSystem<Base: FileSystem>: FileSystem {
    private let base: Base
    private let folder: AbsolutePath

    init(_ base: Base, to folder: AbsolutePath) { (self.base, self.folder) = (base, folder) }

    /// True where a link stands on the way to `path`, or, with `last`, at its end.
    private func meetsLink(_ path: AbsolutePath, last: Bool) -> Bool {
        guard path.isInside(folder), path != folder else { return false }
        var place = last ? path : path.parent
        while place != folder {
            if base.linkStatus(place)?.kind == .symbolicLink { return true }
            place = place.parent
        }
        return false
    }

    private func check(_ attempt: FileError.Attempt, _ path: AbsolutePath, last: Bool = false) throws(FileError) {
        if meetsLink(path, last: last) { throw FileError(attempt, path, code: ELOOP) }
    }

    func confined(to folder: AbsolutePath) -> any FileSystem { ConfinedFileSystem<Self>(self, to: folder) }

    var now: Int64 { base.now }

    func datesFolders(_ path: AbsolutePath) -> Bool { base.datesFolders(path) }

    func attributes(_ path: AbsolutePath) -> [String: [UInt8]] { base.attributes(path) }

    func status(_ path: AbsolutePath) -> FileStatus? {
        guard path.isInside(folder), path != folder else { return base.status(path) }
        return linkStatus(path)
    }

    func linkStatus(_ path: AbsolutePath) -> FileStatus? { meetsLink(path, last: false) ? nil : base.linkStatus(path) }

    func resolve(_ path: AbsolutePath) -> AbsolutePath? { meetsLink(path, last: true) ? nil : base.resolve(path) }

    func destination(ofLink path: AbsolutePath) throws(FileError) -> String {
        try check(.look, path)
        return try base.destination(ofLink: path)
    }

    func list(_ folder: AbsolutePath) throws(FileError) -> [FolderEntry] {
        try check(.list, folder, last: true)
        return try base.list(folder)
    }

    func read(_ path: AbsolutePath, atMost limit: Int64) throws(FileError) -> [UInt8] {
        try check(.read, path, last: true)
        return try base.read(path, atMost: limit)
    }

    func lock(_ path: AbsolutePath) throws(FileError) -> FolderLock? {
        try check(.create, path, last: true)
        return try base.lock(path)
    }

    func digest(_ path: AbsolutePath) throws(FileError) -> ContentDigest {
        try check(.read, path, last: true)
        return try base.digest(path)
    }

    func readRegularFile(_ path: AbsolutePath, atMost limit: Int64) throws(FileError) -> (
        content: [UInt8], status: FileStatus
    ) {
        try check(.read, path)
        return try base.readRegularFile(path, atMost: limit)
    }

    func write(_ content: [UInt8], to path: AbsolutePath, permissions: UInt16, durably: Bool) throws(FileError) {
        try check(.write, path)
        try base.write(content, to: path, permissions: permissions, durably: durably)
    }

    func append(_ content: [UInt8], to path: AbsolutePath) throws(FileError) {
        try check(.write, path, last: true)
        try base.append(content, to: path)
    }

    func copy(_ source: AbsolutePath, to path: AbsolutePath, permissions: UInt16, durably: Bool) throws(FileError) {
        try check(.read, source, last: true)
        try check(.copy, path)
        try base.copy(source, to: path, permissions: permissions, durably: durably)
    }

    func copy(
        _ source: AbsolutePath, to path: AbsolutePath, expecting expected: ContentDigest, permissions: UInt16,
        durably: Bool
    ) throws(FileError) -> ContentDigest {
        try check(.read, source)
        try check(.write, path)
        return try base.copy(source, to: path, expecting: expected, permissions: permissions, durably: durably)
    }

    func copy(
        _ source: AbsolutePath, by folder: AbsolutePath, permissions: UInt16,
        to place: (ContentDigest) throws(FileError) -> AbsolutePath?
    ) throws(FileError) -> ContentDigest {
        try check(.read, source)
        try check(.write, folder, last: true)
        return try base.copy(source, by: folder, permissions: permissions) { digest throws(FileError) in
            guard let path = try place(digest) else { return nil }
            try check(.write, path)
            return path
        }
    }

    func makeFolder(_ path: AbsolutePath) throws(FileError) {
        try check(.create, path, last: true)
        try base.makeFolder(path)
    }

    func makeSymbolicLink(at path: AbsolutePath, to destination: String) throws(FileError) {
        try check(.link, path)
        try base.makeSymbolicLink(at: path, to: destination)
    }

    func remove(_ path: AbsolutePath) throws(FileError) {
        try check(.remove, path)
        try base.remove(path)
    }

    func rename(_ source: AbsolutePath, to target: AbsolutePath) throws(FileError) {
        try check(.rename, source)
        try check(.rename, target)
        try base.rename(source, to: target)
    }

    func setModified(_ path: AbsolutePath, to time: Int64) throws(FileError) {
        try check(.write, path, last: true)
        try base.setModified(path, to: time)
    }

    func setPermissions(_ path: AbsolutePath, to permissions: UInt16) throws(FileError) {
        try check(.write, path, last: true)
        try base.setPermissions(path, to: permissions)
    }
}
