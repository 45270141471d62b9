import CLinux
import Glibc
import Synchronization

/// An open descriptor, closed when `close` is called or nobody holds it any more. It is not inherited, and its number
/// is above those of the standard streams. Used by one thread at a time.
final class Descriptor {
    private(set) var number: Int32

    /// Takes over what a system call returned: -1 throws what `errno` says.
    init(_ number: Int32) throws(StartError) {
        if number == -1 { throw .system(errno) }
        if number > 2 {
            self.number = number
            return
        }
        // Somebody started mono without all its standard streams. What stands in for one must not be taken for it.
        self.number = fcntl(number, F_DUPFD_CLOEXEC, 3)
        let code = errno
        Glibc.close(number)
        if self.number == -1 { throw .system(code) }
    }

    deinit { close() }

    func close() {
        if number >= 0 { Glibc.close(number) }
        number = -1
    }

    /// What a program reads `input` from. A file in memory rather than a pipe: nobody must feed it, and nobody is hurt
    /// where the program does not read it.
    static func forInput(_ input: [UInt8]) throws(StartError) -> Descriptor {
        if input.isEmpty { return try Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC)) }
        let file = try Descriptor(mono_memory_file("input"))
        var written = 0
        while written < input.count {
            let count = input.withUnsafeBytes { write(file.number, $0.baseAddress! + written, $0.count - written) }
            if count == -1, errno != EINTR { throw .system(errno) }
            written += max(0, count)
        }
        if lseek(file.number, 0, SEEK_SET) == -1 { throw .system(errno) }
        return file
    }
}

/// A pipe, of which one end does not block: the one that stays with this process.
struct Pipe {
    enum End { case reading, writing }

    let reading, writing: Descriptor

    /// `blocking`: the end that a program gets.
    init(blocking: End = .writing) throws(StartError) {
        var ends: [Int32] = [-1, -1]
        if mono_pipe(&ends) == -1 { throw .system(errno) }
        // Both before any can throw, so that each has an owner.
        let second = Result { () throws(StartError) in try Descriptor(ends[1]) }
        reading = try Descriptor(ends[0])
        writing = try second.get()
        let own = blocking == .writing ? reading : writing
        if fcntl(own.number, F_SETFL, O_NONBLOCK) == -1 { throw .system(errno) }
    }
}

/// Something that `poll` sees once `wake` was called, by any thread, also by one that comes when nobody waits any more.
final class WakeEvent: Sendable {
    private let owned: Mutex<Int32>
    /// To be polled by the thread that made this, as long as it holds this.
    let descriptor: Int32

    init() throws(StartError) {
        let number = mono_event()
        if number == -1 { throw .system(errno) }
        descriptor = number
        owned = Mutex(number)
    }

    deinit { close(descriptor) }

    /// Forgets that it was woken.
    func sleep() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }

    func wake() {
        owned.withLock { number in
            var one: UInt64 = 1
            // It can only fail because it is awake already.
            _ = write(number, &one, 8)
        }
    }
}
