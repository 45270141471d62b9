import Dispatch
import Glibc
import Measuring
import Synchronization

/// Passes connections on to a server on loopback, and does to some of them what the weather says.
final class FaultyProxy: Sendable {
    private struct State {
        var weather: Weather?
        var target: UInt16
        var numbers: SeededGenerator
        /// Until when the server behind is out of reach, in nanoseconds of the monotonic clock.
        var goneUntil: UInt64 = 0
        var counts: [Mishap: Int] = [:]
        var open: Set<Int32> = []
    }

    let port: UInt16
    private let listener: Int32
    private let state: Mutex<State>

    init(to target: UInt16, seed: UInt64) throws {
        (listener, port) = try Sockets.listen()
        state = Mutex(State(target: target, numbers: SeededGenerator(seed: seed)))
        let listener = listener
        Sockets.onThread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0 { return }
                Sockets.onThread { [self] in serve(connection) }
            }
        }
    }

    /// For the connections from now on; nil: nothing happens. Those that are open are closed. `target`: another server.
    func change(_ weather: Weather?, to target: UInt16? = nil) {
        let open = state.withLock { state in
            (state.weather, state.goneUntil) = (weather, 0)
            if let target { state.target = target }
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
        let server = Sockets.connect(to: state.withLock { $0.target })
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
