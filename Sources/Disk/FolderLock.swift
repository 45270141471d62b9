import Glibc

/// Keeps other processes of this machine out of a folder's business while this one is at it. The system lets go of it
/// when the process ends, however it ends, so no lock is ever left behind. For this machine's own state only: nothing
/// that hosts share may rest on it.
public final class FolderLock: Sendable {
    /// Whoever inherits this holds the lock as well, and it is free when the last of them has ended. No standard
    /// stream's number.
    public let descriptor: Int32
    private let release: @Sendable () -> Void

    /// Of files in memory: `release` lets go of it. There is nothing to inherit.
    init(release: @escaping @Sendable () -> Void) { (descriptor, self.release) = (-1, release) }

    /// Takes the lock whose file is `path`, in a folder that exists; nil where another process holds it.
    public init?(ifFree path: AbsolutePath) throws(FileError) {
        var descriptor = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        if 0...2 ~= descriptor {
            let low = descriptor
            descriptor = fcntl(low, F_DUPFD_CLOEXEC, 3)
            close(low)
        }
        guard descriptor >= 0 else { throw FileError(.create, path, code: errno) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            close(descriptor)
            if code == EWOULDBLOCK { return nil }
            throw FileError(.create, path, code: code)
        }
        self.descriptor = descriptor
        let held = descriptor
        release = { close(held) }
    }

    deinit { release() }
}
