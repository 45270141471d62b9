import CallFrames
import Dispatch
import Glibc
import Subprocesses
import Synchronization

/// Does in this process what `mono-remote` does in its own: listens at the socket that its input names, and ends when
/// the first connection closes.
final class StandInProgram: CommandRunner {
    /// What it does with a call whose head came; it has the connection to itself.
    typealias Call = @Sendable (CallHead, Wire) -> Void

    private let call: Call
    private let listens: Bool
    let commands = Mutex<[Command]>([])
    let ends = Mutex(0)
    private let listeners = Mutex<[Listener]>([])

    /// A socket that is shut down only while it is open: its number may be another's at once, and under load the end of
    /// one program shut down the listener of the next.
    private final class Listener: Sendable {
        let descriptor: Int32
        private let isOpen = Mutex(true)

        init(_ descriptor: Int32) { self.descriptor = descriptor }

        func shutDown() { isOpen.withLock { if $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } } }

        func end() {
            isOpen.withLock {
                if $0 { close(descriptor) }
                $0 = false
            }
        }
    }

    init(listens: Bool = true, _ call: @escaping Call) { (self.listens, self.call) = (listens, call) }

    /// Falls over: nobody can connect any more, and who is connected stays so.
    func fallOver() {
        for listener in listeners.withLock({ $0 }) { listener.shutDown() }
    }

    func run(_ command: Command, cancellation: Cancellation) throws(CommandError) -> CommandResult {
        commands.withLock { $0.append(command) }
        defer { ends.withLock { $0 += 1 } }
        guard let settings = CallProgramSettings(decoding: command.input), listens else {
            return CommandResult(exit: .code(1), errors: Array("it cannot\nmore\n".utf8))
        }
        let listener = Listener(StandInProgram.listen(settings.socket))
        listeners.withLock { $0.append(listener) }
        defer { listener.end() }
        var isFirst = true
        while true {
            let connection = accept(listener.descriptor, nil, nil)
            if connection < 0 { return CommandResult(exit: .code(1), errors: Array("it fell over".utf8)) }
            let (leads, call) = (isFirst, call)
            isFirst = false
            DispatchQueue(label: "stand-in").async {
                let wire = Wire(connection)
                if leads {
                    _ = wire.next()
                    listener.shutDown()
                } else if case .head(let bytes)? = wire.next(), let head = CallHead(decoding: bytes) {
                    call(head, wire)
                }
                close(connection)
            }
        }
    }

    private static func listen(_ path: String) -> Int32 {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        Glibc.listen(listener, 64)
        return listener
    }
}

/// The program's end of a connection.
final class Wire: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Nil where the other side closed.
    func next() -> CallFrame? {
        guard let header = read(CallFrame.headerSize), let size = CallFrame.size(header: header),
            let content = read(size)
        else { return nil }
        return CallFrame(kind: header[0], content: content)
    }

    /// All that mono sends, up to its `end`.
    func messages() -> [[UInt8]] {
        var found: [[UInt8]] = []
        while case .message(let bytes)? = next() { found.append(bytes) }
        return found
    }

    func send(_ frame: CallFrame) { send(frame.encoded) }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    private func read(_ count: Int) -> [UInt8]? {
        var found: [UInt8] = []
        while found.count < count {
            var buffer = [UInt8](repeating: 0, count: count - found.count)
            let got = Glibc.read(descriptor, &buffer, buffer.count)
            if got <= 0 { return nil }
            found += buffer.prefix(got)
        }
        return found
    }
}
