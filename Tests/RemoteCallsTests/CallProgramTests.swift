import CallFrames
import Dispatch
import Glibc
import Subprocesses
import Synchronization
import Testing

@testable import RemoteCalls

@Suite(.timeLimit(.minutes(2)))
struct CallProgramTests {
    private func program(_ stand: StandInProgram, startLimit: Double = 10) -> CallProgram {
        CallProgram(
            "/opt/mono-remote", CallProgram.Server(host: "c", port: 1, isSecure: true), environment: ["A": "b"],
            commands: stand, startLimit: startLimit)
    }

    private let call = RemoteCall("a.B/C", headers: ["X: y"], timeLimit: 20)

    private static func echo(_ head: CallHead, _ wire: Wire) {
        for message in wire.messages() { wire.send(.message(message)) }
        wire.send(.status(CallStatus(code: 0).encoded))
    }

    @Test("a call goes out and comes back, and the program starts once")
    func answers() throws {
        let heads = Mutex<[CallHead]>([])
        let stand = StandInProgram { head, wire in
            heads.withLock { $0.append(head) }
            CallProgramTests.echo(head, wire)
        }
        let program = program(stand)
        #expect(stand.commands.withLock { $0.isEmpty })
        #expect(try program.answer(to: [1, 2], of: call) == [1, 2])
        DispatchQueue.concurrentPerform(iterations: 16) { index in
            #expect((try? program.answer(to: [UInt8(index)], of: call)) == [UInt8(index)])
        }
        #expect(heads.withLock { $0.first } == CallHead(method: "a.B/C", headers: ["X: y"], timeLimit: 20_000))
        let command = try #require(stand.commands.withLock { $0.count == 1 ? $0[0] : nil })
        #expect(command.executable == "/opt/mono-remote" && command.environment == ["A": "b"])
        let settings = try #require(CallProgramSettings(decoding: command.input))
        #expect(settings.host == "c" && settings.isSecure)
    }

    @Test("large messages go both ways at once")
    func large() throws {
        let program = program(
            StandInProgram { _, wire in
                while case .message(let bytes)? = wire.next() { wire.send(.message(bytes)) }
                wire.send(.status(CallStatus(code: 0).encoded))
            })
        var sent = 0, received = 0
        try program.run(call) {
            sent += 1
            return sent > 40 ? nil : [UInt8](repeating: UInt8(sent), count: 1 << 20)
        } receiving: { bytes in
            received += 1
            #expect(bytes.count == 1 << 20 && bytes.allSatisfy { $0 == UInt8(received) })
            return true
        }
        #expect(received == 40)
    }

    @Test("who wants no more gives the call up")
    func givenUp() throws {
        let program = program(
            StandInProgram { _, wire in
                _ = wire.messages()
                for number in 0..<100 { wire.send(.message([UInt8(number)])) }
                _ = wire.next()
            })
        var received = 0
        try program.run(call, sending: { nil }) { _ in
            received += 1
            return received < 3
        }
        #expect(received == 3)
    }

    @Test("a status is a fault, and comes through though not all was sent")
    func statuses() throws {
        let program = program(
            StandInProgram { _, wire in
                wire.send(.status(CallStatus(code: 14, message: "away").encoded))
            })
        #expect(throws: CallFault.status(.unavailable, "away")) {
            try program.run(call, sending: { [UInt8](repeating: 1, count: 1 << 20) }, receiving: { _ in true })
        }
        let late = self.program(StandInProgram { _, wire in wire.send(.status(CallStatus(code: 4).encoded)) })
        #expect(throws: CallFault.timedOut) { try late.answer(to: [], of: call) }
    }

    @Test("silence ends at the limits")
    func silence() throws {
        let program = program(
            StandInProgram { _, wire in
                _ = wire.messages(); _ = wire.next()
            })
        let start = ContinuousClock.now
        #expect(throws: CallFault.timedOut) {
            try program.answer(to: [], of: RemoteCall("a.B/C", timeLimit: 0.2))
        }
        #expect(throws: CallFault.timedOut) {
            try program.answer(to: [], of: RemoteCall("a.B/C", timeLimit: 100, silenceLimit: 0.2))
        }
        #expect(ContinuousClock.now - start < .seconds(30))
        // A drip is no silence, and the time limit is there for it.
        let drip = self.program(
            StandInProgram { _, wire in
                for _ in 0..<1000 {
                    wire.send(.message([1]))
                    usleep(20_000)
                }
            })
        #expect(throws: CallFault.timedOut) {
            try drip.run(
                RemoteCall("a.B/C", timeLimit: 0.5, silenceLimit: 0.4), sending: { nil }, receiving: { _ in true })
        }
    }

    @Test(
        "what cannot be understood ends the call",
        arguments: [[9, 0, 0, 0, 0], [2, 255, 255, 255, 255], [3, 0, 0, 0, 0]])
    func noise(bytes: [UInt8]) throws {
        let program = program(StandInProgram { _, wire in wire.send(bytes) })
        #expect(throws: CallFault.broken("it says what cannot be understood")) { try program.answer(to: [], of: call) }
    }

    @Test("a program that breaks off in a call is a fault, and is started again for the next")
    func again() throws {
        let isFirst = Mutex(true)
        let stand = StandInProgram { head, wire in
            if isFirst.withLock({ first in
                defer { first = false }; return first
            }) {
                return
            }
            CallProgramTests.echo(head, wire)
        }
        let program = program(stand)
        #expect(throws: CallFault.broken("it closed the connection")) { try program.answer(to: [1], of: call) }
        stand.fallOver()
        while stand.ends.withLock({ $0 }) == 0 { usleep(1000) }
        usleep(50_000)
        #expect(try program.answer(to: [1], of: call) == [1])
        #expect(stand.commands.withLock { $0.count } == 2)
    }

    @Test("a program that cannot start is asked once")
    func cannotStart() throws {
        let stand = StandInProgram(listens: false) { _, _ in }
        let program = program(stand)
        for _ in 0..<3 {
            #expect(throws: CallFault.noProgram("'/opt/mono-remote' says: it cannot")) {
                try program.answer(to: [], of: call)
            }
        }
        #expect(stand.commands.withLock { $0.count } == 1)
        let missing = CallProgram(
            "/no/such/program", CallProgram.Server(host: "c", port: 1, isSecure: false), environment: [:],
            commands: LocalCommandRunner())
        #expect(throws: CallFault.noProgram("'/no/such/program' cannot be started: error 2")) {
            try missing.answer(to: [], of: call)
        }
    }

    @Test("the program ends with who wants it, and its folder goes")
    func ends() throws {
        let stand = StandInProgram(CallProgramTests.echo)
        var program: CallProgram? = program(stand)
        _ = try program?.answer(to: [1], of: call)
        let settings = CallProgramSettings(decoding: stand.commands.withLock { $0[0].input })
        let socket = try #require(settings?.socket)
        #expect(access(socket, F_OK) == 0)
        program = nil
        while stand.ends.withLock({ $0 }) == 0 { usleep(1000) }
        #expect(access(socket, F_OK) != 0)
        #expect(access(String(socket.dropLast("/socket".count)), F_OK) != 0)
    }
}
