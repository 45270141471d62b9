import Digests
import Glibc

/// What a look at a path found, without reading it.
public struct FileStatus: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case file, folder, symbolicLink, other }

    public var kind: Kind
    /// In bytes.
    public var size: Int64
    /// When the content and when anything about the file last changed, in nanoseconds since 1970 by the file system's
    /// clock.
    public var modified, changed: Int64
    public var inode, device: UInt64
    /// The twelve permission bits.
    public var permissions: UInt16

    public init(
        kind: Kind, size: Int64, modified: Int64, changed: Int64, inode: UInt64, device: UInt64, permissions: UInt16
    ) {
        (self.kind, self.size, self.modified, self.changed) = (kind, size, modified, changed)
        (self.inode, self.device, self.permissions) = (inode, device, permissions)
    }

    public var isExecutable: Bool { permissions & 0o100 != 0 }
}

/// One entry of a folder.
public struct FolderEntry: Hashable, Sendable {
    public var name: String
    public var kind: FileStatus.Kind

    public init(name: String, kind: FileStatus.Kind) { (self.name, self.kind) = (name, kind) }
}

/// What went wrong with which file: the path, what was tried, and the system's error number.
public struct FileError: Error, Hashable, Sendable {
    public enum Attempt: String, Hashable, Sendable {
        case read, write, list, look = "look at", create, remove, rename, copy, link
    }

    public var attempt: Attempt
    public var path: AbsolutePath
    /// `errno` as the system call left it.
    public var code: Int32

    public init(_ attempt: Attempt, _ path: AbsolutePath, code: Int32) {
        (self.attempt, self.path, self.code) = (attempt, path, code)
    }

    /// Nothing is there, or what stands on the way is no folder.
    public var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}

/// Every touch of a file goes through here: one real form (`LocalFileSystem`) and one in memory for tests
/// (`InMemoryFileSystem`). All members may be called from any thread.
public protocol FileSystem: Sendable {
    /// The whole content of a regular file. A folder is `EISDIR`; a pipe or device, which may have no end, is `EINVAL`;
    /// a file of more than `limit` bytes is `EFBIG`.
    func read(_ path: AbsolutePath, atMost limit: Int64) throws(FileError) -> [UInt8]

    /// The digest of a regular file's content, read in pieces. Throws as `read` does.
    func digest(_ path: AbsolutePath) throws(FileError) -> ContentDigest

    /// What is at `path`, following symbolic links; nil where nothing is or the path cannot be reached.
    func status(_ path: AbsolutePath) -> FileStatus?

    /// The same for the link itself where `path` is a symbolic link.
    func linkStatus(_ path: AbsolutePath) -> FileStatus?

    /// The entries of a folder, sorted by name (by UTF-8 bytes), without `.` and `..`.
    func list(_ folder: AbsolutePath) throws(FileError) -> [FolderEntry]

    /// Where a symbolic link points, as written in it.
    func destination(ofLink path: AbsolutePath) throws(FileError) -> String

    /// `path` with every symbolic link resolved; nil where it does not exist.
    func resolve(_ path: AbsolutePath) -> AbsolutePath?

    /// Replaces or creates the file in one step: a reader sees the old or the new content, whole. Missing folders are
    /// made. `durably`: the content is on the disk before the name points to it.
    func write(_ content: [UInt8], to path: AbsolutePath, permissions: UInt16, durably: Bool) throws(FileError)

    /// Appends to a file, making it, but no folder, where it is missing.
    func append(_ content: [UInt8], to path: AbsolutePath) throws(FileError)

    /// Makes `path` a copy of the file `source` in one step, as a copy-on-write clone where the file system can.
    /// The copy is a file of its own: never a hard link. Missing folders are made.
    func copy(_ source: AbsolutePath, to path: AbsolutePath, permissions: UInt16, durably: Bool) throws(FileError)

    /// Makes the folder and every missing folder above it.
    func makeFolder(_ path: AbsolutePath) throws(FileError)

    /// Makes a link. Missing folders are made; what is there already is `EEXIST`.
    func makeSymbolicLink(at path: AbsolutePath, to destination: String) throws(FileError)

    /// Removes a file, a link, or a folder with all it holds. Nothing there is not an error.
    func remove(_ path: AbsolutePath) throws(FileError)

    /// Moves within one file system, replacing a file at `target`.
    func rename(_ source: AbsolutePath, to target: AbsolutePath) throws(FileError)

    /// Sets the time of last modification, in nanoseconds since 1970.
    func setModified(_ path: AbsolutePath, to time: Int64) throws(FileError)

    /// Sets the twelve permission bits, whatever the umask says.
    func setPermissions(_ path: AbsolutePath, to permissions: UInt16) throws(FileError)

    /// The whole content of a file that anyone may have put there, and what a look at it showed. Throws where `path` is
    /// a symbolic link (`ELOOP`), a folder (`EISDIR`), anything else that is not a file (`EINVAL`), or a file of more
    /// than `limit` bytes (`EFBIG`).
    func readRegularFile(_ path: AbsolutePath, atMost limit: Int64) throws(FileError) -> (
        content: [UInt8], status: FileStatus
    )

    /// Makes `path` a copy of the regular file `source` in one step, where what was copied has the digest `expected`;
    /// otherwise `path` is left as it was. The digest of what was copied is returned. The copy is a file of its own.
    /// Missing folders are made. Throws as `readRegularFile` does where `source` is something else than a file of the
    /// expected size, but for another size, whose error is `EFBIG` too. An error with the path `source` means that
    /// reading failed, any other that writing did.
    func copy(
        _ source: AbsolutePath, to path: AbsolutePath, expecting expected: ContentDigest, permissions: UInt16,
        durably: Bool
    ) throws(FileError) -> ContentDigest

    /// Copies the regular file `source` to where its content belongs, reading it once: `place` gets the digest of what
    /// was copied, and says where that goes, on the same file system as `folder`, or nil where there is no need of it.
    /// Folders are made for `folder` alone. Returns the digest. Throws as the above.
    func copy(
        _ source: AbsolutePath, by folder: AbsolutePath, permissions: UInt16,
        to place: (ContentDigest) throws(FileError) -> AbsolutePath?
    ) throws(FileError) -> ContentDigest

    /// True where a folder's times are known to change whenever an entry is added to it, removed, or becomes something
    /// else.
    func datesFolders(_ path: AbsolutePath) -> Bool

    /// The extended attributes of what is at `path`, following symbolic links; none where they cannot be read.
    func attributes(_ path: AbsolutePath) -> [String: [UInt8]]

    /// The wall clock, in nanoseconds since 1970.
    var now: Int64 { get }

    /// True where something is at `path`, following symbolic links; and where that is a file, or a folder. Asked for
    /// apart from `status`, because that is all that counts then.
    func exists(_ path: AbsolutePath) -> Bool
    func isFile(_ path: AbsolutePath) -> Bool
    func isFolder(_ path: AbsolutePath) -> Bool

    /// Regular files that look now as if they held something else than they did then, and folders that look as if they
    /// listed something else, where each other look in the table would show the same. Nil where anything else differs,
    /// or more than `limit` files, or more than `limit` folders. Empty where all looks show the same.
    func edited(since table: LookTable, atMost limit: Int) -> EditedPlaces?

    /// The same files, for work in a folder that others may write to as well. Below `folder` no symbolic link is
    /// followed, on the way or at the end: what lies behind one is `ELOOP` or not there, and `status` tells of the link
    /// itself. How `folder` is reached does not matter, and what lies elsewhere is as before. May be applied more than
    /// once; of nested folders the outer one counts.
    func confined(to folder: AbsolutePath) -> any FileSystem

    /// Takes the lock whose file is `path`, in a folder that exists; nil where somebody else holds it. It is free again
    /// when what is returned goes.
    func lock(_ path: AbsolutePath) throws(FileError) -> FolderLock?
}

extension FileSystem {
    public func lock(_ path: AbsolutePath) throws(FileError) -> FolderLock? { try FolderLock(ifFree: path) }
}

/// The largest files that are read in one piece, in bytes. A file of zeros takes no room on a disk, and all of it in
/// memory.
public enum ReadLimit {
    /// Whatever nothing else is said of: sources, and what mono itself keeps in a workspace.
    public static let any: Int64 = 1 << 30
    /// What people write by hand to configure something: manifests, `mono.json`, lock files.
    public static let configuration: Int64 = 16 << 20
}

extension FileSystem {
    public func confined(to folder: AbsolutePath) -> any FileSystem { ConfinedFileSystem(self, to: folder) }

    public func read(_ path: AbsolutePath) throws(FileError) -> [UInt8] { try read(path, atMost: ReadLimit.any) }

    public func datesFolders(_ path: AbsolutePath) -> Bool { false }

    public func attributes(_ path: AbsolutePath) -> [String: [UInt8]] { [:] }

    public func write(_ text: String, to path: AbsolutePath) throws(FileError) {
        try write(Array(text.utf8), to: path, permissions: 0o644, durably: false)
    }

    public func write(_ content: [UInt8], to path: AbsolutePath) throws(FileError) {
        try write(content, to: path, permissions: 0o644, durably: false)
    }

    /// Writes only where the content differs, so that the file keeps its times when nothing changed: compilers that
    /// look at times would otherwise see an edit.
    public func writeIfChanged(_ content: [UInt8], to path: AbsolutePath) throws(FileError) {
        if let old = try? read(path), old == content { return }
        try write(content, to: path)
    }

    public func isFile(_ path: AbsolutePath) -> Bool { status(path)?.kind == .file }
    public func isFolder(_ path: AbsolutePath) -> Bool { status(path)?.kind == .folder }
    public func exists(_ path: AbsolutePath) -> Bool { status(path) != nil }
}
