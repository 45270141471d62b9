import Dispatch
import Glibc
import Synchronization

/// Passes connections on to a server on loopback, and takes its time: what is sent arrives half a round trip later, in
/// either direction, and a connection takes one to be made. How much passes at once is not limited.
public final class DelayingProxy: Sendable {
    public let port: UInt16
    private let listener: Int32
    private let target: UInt16
    /// Nanoseconds of half a round trip.
    private let delay: UInt64

    public init(to target: UInt16, roundTrip milliseconds: Double) throws {
        (listener, port) = try Sockets.listen()
        (self.target, delay) = (target, UInt64(milliseconds * 500_000))
        let listener = listener
        Sockets.onThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                if client < 0 { return }
                Sockets.onThread { [self] in serve(client) }
            }
        }
    }

    private func serve(_ client: Int32) {
        usleep(UInt32(delay * 2 / 1000))
        let server = Sockets.connect(to: target)
        let done = DispatchGroup()
        if server >= 0 {
            for (from, to) in [(client, server), (server, client)] {
                done.enter()
                Sockets.onThread { [self] in
                    pump(from, to)
                    done.leave()
                }
            }
        }
        done.wait()
        close(client)
        if server >= 0 { close(server) }
    }

    /// Reads on while what was read waits for its time.
    private func pump(_ from: Int32, _ to: Int32) {
        let sender = DispatchQueue(label: "delayed"), delay = delay
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(from, &buffer, buffer.count, 0)
            let part = Array(buffer[..<max(0, count)]), due = DispatchTime.now().uptimeNanoseconds + delay
            sender.async {
                let now = DispatchTime.now().uptimeNanoseconds
                if due > now { usleep(UInt32((due - now) / 1000)) }
                if part.isEmpty || !Sockets.send(to, part[...]) { shutdown(to, Int32(SHUT_RDWR)) }
            }
            if count <= 0 { break }
        }
        sender.sync {}
    }
}
