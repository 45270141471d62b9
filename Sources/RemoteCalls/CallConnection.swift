import CallFrames
import Glibc

/// One end of a socket that carries the frames of a call. One thread uses it.
struct CallConnection: ~Copyable {
    private let descriptor: Int32
    /// What came and is not a whole frame yet.
    private var arrived: ArraySlice<UInt8> = []
    /// What is still to go.
    private var leaving: ArraySlice<UInt8> = []

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Nil where nothing listens there.
    static func open(socket path: String) -> CallConnection? {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = Glibc.socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return nil }
        let connection = CallConnection(descriptor: descriptor)
        guard withAddress(of: path, { connect(descriptor, $0, $1) }) == 0 else { return nil }
        return connection
    }

    deinit { close(descriptor) }

    /// Calls `body` with the path as the kernel wants it; -1 where it is too long for that.
    private static func withAddress(
        of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard path.utf8.count < place.count else { return false }
            place.copyBytes(from: path.utf8)
            return true
        }
        guard fits else { return -1 }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }

    var hasSentAll: Bool { leaving.isEmpty }

    mutating func send(_ frame: CallFrame) { leaving += frame.encoded }

    enum Event { case nothing, moved, ended, failed(Int32) }

    /// Waits until something moves, at most so many milliseconds, and moves it.
    mutating func turn(milliseconds: Int32) -> Event {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if !leaving.isEmpty { poll.events |= Int16(POLLOUT) }
        let count = Glibc.poll(&poll, 1, milliseconds)
        if count < 0 { return errno == EINTR ? .moved : .failed(errno) }
        if count == 0 { return .nothing }
        // What came is read first: who closes says why before.
        if poll.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { return receive() }
        return poll.revents & Int16(POLLOUT) != 0 ? transmit() : .failed(EIO)
    }

    private mutating func receive() -> Event {
        let room = 1 << 18
        let start = arrived.count
        var count = 0
        arrived += [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            count = read(descriptor, buffer.baseAddress, room)
            filled = max(0, count)
        }
        if count < 0 {
            // What the other side had not read yet makes of its end a reset.
            if errno == ECONNRESET { return .ended }
            return errno == EAGAIN || errno == EINTR ? .moved : .failed(errno)
        }
        return arrived.count == start ? .ended : .moved
    }

    private mutating func transmit() -> Event {
        let count = leaving.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0 {
            // Who closed may have said why.
            if errno == EPIPE || errno == ECONNRESET { leaving = [] }
            return [EAGAIN, EINTR, EPIPE, ECONNRESET].contains(errno) ? .moved : .failed(errno)
        }
        leaving = leaving.dropFirst(count)
        return .moved
    }

    /// What came is no frame.
    struct Malformed: Error {}

    /// The next frame that is there as a whole.
    mutating func next() throws(Malformed) -> CallFrame? {
        guard arrived.count >= CallFrame.headerSize else { return nil }
        guard let size = CallFrame.size(header: arrived.prefix(CallFrame.headerSize)) else { throw Malformed() }
        let end = CallFrame.headerSize + size
        guard arrived.count >= end else { return nil }
        let bytes = arrived.prefix(end)
        arrived = arrived.dropFirst(end)
        guard let kind = bytes.first,
            let frame = CallFrame(kind: kind, content: Array(bytes.dropFirst(CallFrame.headerSize)))
        else { throw Malformed() }
        return frame
    }
}
