import Dispatch
import Glibc
import Measuring
import Synchronization

/// Passes connections on to a server on loopback, and does to some of them what the weather says.
final class FaultyProxy: Sendable {
    private struct State {
        var weather: Weather?
        var numbers: SeededGenerator
        /// Until when the server behind is out of reach, in nanoseconds of the monotonic clock.
        var goneUntil: UInt64 = 0
        var counts: [Mishap: Int] = [:]
        var open: Set<Int32> = []
    }

    let port: UInt16
    private let target: UInt16
    private let listener: Int32
    private let state: Mutex<State>

    init(to target: UInt16, seed: UInt64) throws {
        (listener, port) = try Sockets.listen()
        self.target = target
        state = Mutex(State(numbers: SeededGenerator(seed: seed)))
        let listener = listener
        Sockets.onThread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0 { return }
                Sockets.onThread { [self] in serve(connection) }
            }
        }
    }

    /// For the connections from now on; nil: nothing happens. Those that are open are closed.
    func change(_ weather: Weather?) {
        let open = state.withLock { state in
            (state.weather, state.goneUntil) = (weather, 0)
            return state.open
        }
        for connection in open { shutdown(connection, Int32(SHUT_RDWR)) }
    }

    var counts: [Mishap: Int] { state.withLock { $0.counts } }

    private func serve(_ client: Int32) {
        let (fate, isGone) = state.withLock { state -> ((mishap: Mishap?, after: Int), Bool) in
            state.open.insert(client)
            guard let weather = state.weather else { return ((nil, 0), false) }
            let isGone = DispatchTime.now().uptimeNanoseconds < state.goneUntil
            let fate = weather.next(&state.numbers)
            if let mishap = fate.mishap { state.counts[mishap, default: 0] += 1 }
            if fate.mishap == .gone { state.goneUntil = DispatchTime.now().uptimeNanoseconds + 1_500_000_000 }
            return (fate, isGone)
        }
        if !isGone, fate.mishap != .refused, fate.mishap != .gone { converse(client, fate) }
        _ = state.withLock { $0.open.remove(client) }
        close(client)
    }

    private func converse(_ client: Int32, _ fate: (mishap: Mishap?, after: Int)) {
        let server = Sockets.connect(to: target)
        guard server >= 0 else { return }
        let done = DispatchSemaphore(value: 0)
        Sockets.onThread {
            var buffer = [UInt8](repeating: 0, count: 1 << 16), passed = 0
            while true {
                let count = recv(client, &buffer, buffer.count, 0)
                if count <= 0 { break }
                if fate.mishap == .flipped, (passed..<(passed + count)).contains(fate.after) {
                    buffer[fate.after - passed] ^= 1 << UInt8.random(in: 0..<8)
                }
                passed += count
                // What was asked is never answered.
                if fate.mishap == .hole { continue }
                if fate.mishap == .garbage {
                    for index in 0..<4096 { buffer[index] = UInt8.random(in: 0...255) }
                    _ = Sockets.send(client, buffer[..<4096])
                    break
                }
                if !Sockets.send(server, buffer[..<count]) { break }
            }
            shutdown(client, Int32(SHUT_RDWR))
            shutdown(server, Int32(SHUT_RDWR))
            done.signal()
        }
        answer(from: server, to: client, fate)
        if fate.mishap != .stalled { shutdown(client, Int32(SHUT_RDWR)) }
        shutdown(server, Int32(SHUT_RDWR))
        done.wait()
        close(server)
    }

    private func answer(from server: Int32, to client: Int32, _ fate: (mishap: Mishap?, after: Int)) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16), passed = 0
        while true {
            let count = recv(server, &buffer, fate.mishap == .drip ? 200 : buffer.count, 0)
            if count <= 0 { return }
            var part = Array(buffer[..<count])
            if (passed..<(passed + count)).contains(fate.after) {
                switch fate.mishap {
                case .cut?, .stalled?:
                    _ = Sockets.send(client, part[..<(fate.after - passed)])
                    return
                case .flipped?: part[fate.after - passed] ^= 1 << UInt8.random(in: 0..<8)
                default: break
                }
            }
            if fate.mishap == .drip { usleep(2000) }
            if !Sockets.send(client, part[...]) { return }
            passed += count
        }
    }
}

/// What of sockets is needed here; all on loopback.
enum Sockets {
    /// A queue of its own gets a thread, however many others wait.
    static func onThread(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "faulty proxy").async(execute: work)
    }

    static func listen() throws -> (Int32, UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var place = address(0), length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && Glibc.listen(listener, 256) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw RunError("no port is free: \(errno)") }
        return (listener, UInt16(bigEndian: place.sin_port))
    }

    /// Below 0 where it answers nothing.
    static func connect(to port: UInt16) -> Int32 {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var place = address(port)
        let isThere = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isThere { return connection }
        close(connection)
        return -1
    }

    static func send(_ connection: Int32, _ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return place
    }
}
