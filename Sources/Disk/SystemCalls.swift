import Glibc

/// What a system call returned, and `errno` where that is -1.
struct SystemResult<Value: FixedWidthInteger & SignedInteger> {
    var value: Value
    var code: Int32

    var failed: Bool { value == -1 }
}

/// Makes a system call, again as long as a signal interrupts it.
@inline(__always)
func systemCall<Value>(_ call: () -> Value) -> SystemResult<Value> {
    while true {
        let value = call()
        if value != -1 { return SystemResult(value: value, code: 0) }
        let code = errno
        if code != EINTR { return SystemResult(value: value, code: code) }
    }
}

extension AbsolutePath {
    /// Makes a system call with this path, again as long as a signal interrupts it. A path that holds a zero byte,
    /// which the system would take for its end, fails with `EINVAL`.
    @inline(__always)
    func systemCall<Value>(_ call: (UnsafePointer<CChar>) -> Value) -> SystemResult<Value> {
        string.withCString { text in
            if strlen(text) != string.utf8.count { return SystemResult(value: -1, code: EINVAL) }
            return Disk.systemCall { call(text) }
        }
    }
}

/// A file that is open until `close` is called or the value goes away.
struct OpenFile: ~Copyable {
    let descriptor: Int32

    /// Takes over a descriptor that is open.
    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    func status() throws(ErrorNumber) -> stat {
        var found = stat()
        let result = systemCall { fstat(descriptor, &found) }
        if result.failed { throw ErrorNumber(result.code) }
        return found
    }

    /// Reads up to `buffer.count` bytes; 0 at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ErrorNumber) -> Int {
        let result = systemCall { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
        if result.failed { throw ErrorNumber(result.code) }
        return result.value
    }

    /// Writes all of `bytes`.
    func write(_ bytes: UnsafeRawBufferPointer) throws(ErrorNumber) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let result = systemCall { Glibc.write(descriptor, part.baseAddress, part.count) }
            if result.failed { throw ErrorNumber(result.code) }
            rest = rest.dropFirst(result.value)
        }
    }

    func synchronise() throws(ErrorNumber) {
        let result = systemCall { fsync(descriptor) }
        // Some file systems (and pipes) have nothing to synchronise, and say so.
        if result.failed, result.code != EINVAL, result.code != EROFS { throw ErrorNumber(result.code) }
    }

    func setPermissions(_ permissions: UInt16) throws(ErrorNumber) {
        let result = systemCall { fchmod(descriptor, mode_t(permissions & 0o7777)) }
        if result.failed { throw ErrorNumber(result.code) }
    }
}

/// A regular file that is open for reading, and what a look at it showed when it was opened.
struct ReadableFile: ~Copyable {
    let file: OpenFile
    let status: FileStatus

    /// `O_NONBLOCK`, which means nothing for a regular file, keeps the call from waiting for a pipe's writer.
    init(_ path: AbsolutePath, _ access: PathAccess, _ flags: Int32 = 0) throws(ErrorNumber) {
        let file: OpenFile
        do throws(ErrorNumber) {
            file = try OpenFile(path, access, O_RDONLY | O_NONBLOCK | O_NOCTTY | flags)
        } catch {
            // ENXIO is what a socket gives.
            throw ErrorNumber(error.code == ENXIO ? EINVAL : error.code)
        }
        let status = FileStatus(try file.status())
        if let code = status.obstacleToReading { throw ErrorNumber(code) }
        self.file = file
        self.status = status
    }
}

/// `errno`, thrown where it is not yet known which file the caller will name.
struct ErrorNumber: Error {
    var code: Int32
    init(_ code: Int32) { self.code = code }
}

extension FileStatus {
    init(_ found: stat) {
        switch found.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .folder
        case S_IFLNK: kind = .symbolicLink
        default: kind = .other
        }
        size = Int64(found.st_size)
        modified = nanoseconds(found.st_mtim)
        changed = nanoseconds(found.st_ctim)
        inode = UInt64(found.st_ino)
        device = UInt64(found.st_dev)
        permissions = UInt16(found.st_mode & 0o7777)
    }

    /// The error number with which reading something fails that is not a file; nil for a file.
    var obstacleToReading: Int32? {
        switch kind {
        case .file: nil
        case .folder: EISDIR
        case .symbolicLink: ELOOP
        case .other: EINVAL
        }
    }
}

/// Files may carry times that do not fit, thousands of years away: those wrap around, which is as good as any other
/// value.
func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}
