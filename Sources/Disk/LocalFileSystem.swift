import CLinux
import Digests
import Glibc

/// The file system of this machine.
///
/// What is written appears under its name in one step, whole: it is written under a temporary name (`TemporaryName`) in
/// the same folder and then renamed. Only regular files are read; a folder is `EISDIR`, and a pipe or device, which
/// could block for ever, is `EINVAL`. Nothing opened here is inherited by the programs that mono starts.
public struct LocalFileSystem: FileSystem {
    let access: PathAccess

    public init() { self.init(access: PathAccess()) }

    init(access: PathAccess) { self.access = access }

    public func confined(to folder: AbsolutePath) -> any FileSystem {
        LocalFileSystem(access: access.anchored(at: folder))
    }

    public var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(time)
    }

    // MARK: Looking

    public func status(_ path: AbsolutePath) -> FileStatus? {
        look(path, followingLast: true)
    }

    public func linkStatus(_ path: AbsolutePath) -> FileStatus? { look(path, followingLast: false) }

    private func look(_ path: AbsolutePath, followingLast: Bool) -> FileStatus? {
        var found = stat()
        let result = access.systemCall(path) { folder, name, isAnchored in
            fstatat(folder, name, &found, followingLast && !isAnchored ? 0 : AT_SYMLINK_NOFOLLOW)
        }
        return result.failed ? nil : FileStatus(found)
    }

    public func list(_ folder: AbsolutePath) throws(FileError) -> [FolderEntry] {
        do throws(ErrorNumber) {
            return try FolderStream.entries(of: try OpenFile(folder, access, O_RDONLY | O_DIRECTORY | O_NONBLOCK))
        } catch {
            throw FileError(.list, folder, code: error.code)
        }
    }

    public func destination(ofLink path: AbsolutePath) throws(FileError) -> String {
        // Linux lets no link hold more than a path may.
        let capacity = Int(PATH_MAX) + 1
        var text: [UInt8] = []
        var code: Int32 = 0
        text = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            let result = access.systemCall(path) { folder, name, _ in
                buffer.withMemoryRebound(to: CChar.self) { readlinkat(folder, name, $0.baseAddress!, capacity) }
            }
            code = result.code
            count = max(0, result.value)
        }
        if code != 0 { throw FileError(.look, path, code: code) }
        return String(decoding: text, as: UTF8.self)
    }

    public func resolve(_ path: AbsolutePath) -> AbsolutePath? {
        if path.string.utf8.contains(0)
            || access.anchor(of: path) != nil
                && look(path, followingLast: false)?.kind ?? .symbolicLink == .symbolicLink
        {
            return nil
        }
        guard let found = realpath(path.string, nil) else { return nil }
        defer { free(found) }
        return AbsolutePath(String(cString: found))
    }

    /// Those of Linux: ext2 to ext4, XFS, Btrfs, F2FS, bcachefs, ZFS, tmpfs, overlayfs. What others or other machines
    /// serve may remember times for a while, and some keep none.
    private static let dating: Set<Int> = [
        0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0xCA45_1A4E, 0x2FC1_2FC1, 0x0102_1994, 0x794C_7630,
    ]

    public func datesFolders(_ path: AbsolutePath) -> Bool {
        LocalFileSystem.dating.contains(path.systemCall { mono_file_system_type($0) }.value)
    }

    // MARK: Reading

    public func read(_ path: AbsolutePath, atMost limit: Int64) throws(FileError) -> [UInt8] {
        do throws(ErrorNumber) {
            return try content(path, flags: 0, atMost: limit).content
        } catch {
            throw FileError(.read, path, code: error.code)
        }
    }

    public func readRegularFile(
        _ path: AbsolutePath, atMost limit: Int64
    ) throws(FileError) -> (content: [UInt8], status: FileStatus) {
        do throws(ErrorNumber) {
            return try content(path, flags: O_NOFOLLOW, atMost: limit)
        } catch {
            throw FileError(.read, path, code: error.code)
        }
    }

    public func digest(_ path: AbsolutePath) throws(FileError) -> ContentDigest {
        do throws(ErrorNumber) {
            return try digest(of: try ReadableFile(path, access).file)
        } catch {
            throw FileError(.read, path, code: error.code)
        }
    }

    /// The digest of what lies between the file's offset and its end.
    func digest(of file: borrowing OpenFile) throws(ErrorNumber) -> ContentDigest {
        var hasher = SHA256Hasher()
        try withTransferBuffer { buffer throws(ErrorNumber) in
            while true {
                let count = try file.read(into: buffer)
                if count == 0 { return }
                hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
        return hasher.finish()
    }

    private func content(
        _ path: AbsolutePath, flags: Int32, atMost limit: Int64
    ) throws(ErrorNumber) -> (content: [UInt8], status: FileStatus) {
        let opened = try ReadableFile(path, access, flags)
        let status = opened.status
        if status.size > limit { throw ErrorNumber(EFBIG) }
        // One byte more than expected: the read that fills less than that met the end, unless the file is growing.
        var content: [UInt8] = []
        var expected = Int(status.size) + 1
        while true {
            var failure: ErrorNumber?
            let part = [UInt8](unsafeUninitializedCapacity: expected) { buffer, count in
                do throws(ErrorNumber) {
                    while count < expected {
                        let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
                        let read = try opened.file.read(into: UnsafeMutableRawBufferPointer(rest))
                        if read == 0 { break }
                        count += read
                    }
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            if content.isEmpty { content = part } else { content += part }
            if Int64(content.count) > limit { throw ErrorNumber(EFBIG) }
            if part.count < expected { return (content, status) }
            expected = 1 << 16
        }
    }

    // MARK: Links, names, times

    public func makeSymbolicLink(at path: AbsolutePath, to destination: String) throws(FileError) {
        if destination.utf8.contains(0) { throw FileError(.link, path, code: EINVAL) }
        func link() -> SystemResult<Int32> {
            access.systemCall(path) { folder, name, _ in symlinkat(destination, folder, name) }
        }
        var result = link()
        if result.code == ENOENT, !destination.isEmpty {
            try makeFolder(path.parent)
            result = link()
        }
        if result.failed { throw FileError(.link, path, code: result.code) }
    }

    public func makeFolder(_ path: AbsolutePath) throws(FileError) {
        func make() -> SystemResult<Int32> {
            access.systemCall(path) { folder, name, _ in mkdirat(folder, name, 0o777) }
        }
        var result = make()
        if result.code == ENOENT, path.parent != path {
            try makeFolder(path.parent)
            result = make()
        }
        if !result.failed || isFolder(path) { return }
        throw FileError(.create, path, code: result.code == EEXIST ? ENOTDIR : result.code)
    }

    public func rename(_ source: AbsolutePath, to target: AbsolutePath) throws(FileError) {
        let result = move(source, to: target)
        if result.failed { throw FileError(.rename, source, code: result.code) }
    }

    /// `EINVAL` where either path holds a zero byte.
    func move(_ source: AbsolutePath, to target: AbsolutePath) -> SystemResult<Int32> {
        // The outer call reports what the inner one met, which has looked up a folder of its own.
        var inner = SystemResult<Int32>(value: 0, code: 0)
        let outer = access.systemCall(source) { from, old, _ in
            inner = access.systemCall(target) { to, new, _ in renameat(from, old, to, new) }
            return 0 as Int32
        }
        return outer.failed ? outer : inner
    }

    public func remove(_ path: AbsolutePath) throws(FileError) {
        do throws(ErrorNumber) {
            try FolderRemoval.remove(path, access)
        } catch {
            throw FileError(.remove, path, code: error.code)
        }
    }

    public func setModified(_ path: AbsolutePath, to time: Int64) throws(FileError) {
        var (seconds, nanoseconds) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
        if nanoseconds < 0 { (seconds, nanoseconds) = (seconds - 1, nanoseconds + 1_000_000_000) }
        let result = access.systemCall(path) { folder, name, isAnchored in
            mono_set_modified(folder, name, Int(seconds), Int(nanoseconds), isAnchored ? AT_SYMLINK_NOFOLLOW : 0)
        }
        if result.failed { throw FileError(.write, path, code: result.code) }
    }

    public func setPermissions(_ path: AbsolutePath, to permissions: UInt16) throws(FileError) {
        let result = access.systemCall(path) { folder, name, isAnchored in
            fchmodat(folder, name, mode_t(permissions & 0o7777), isAnchored ? AT_SYMLINK_NOFOLLOW : 0)
        }
        if result.failed { throw FileError(.write, path, code: result.code) }
    }
}

/// Lends a buffer for moving bytes, small enough that the allocator keeps it from one use to the next.
func withTransferBuffer<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws(ErrorNumber) -> Result
) throws(ErrorNumber) -> Result {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    return try body(buffer)
}
