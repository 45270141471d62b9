import Glibc
import Synchronization
import Testing

@testable import Subprocesses

struct RunningProgramTests {
    private let runner = LocalCommandRunner()
    private let ends = Ends()

    private final class Ends: Sendable {
        let exits = Mutex<[Exit?]>([])
    }

    private func start(_ script: String) throws -> RunningProgram {
        let program = try runner.start(Command("/bin/sh", ["-c", script], folder: "/")) { [ends] program in
            ends.exits.withLock { $0.append(program.exit) }
        }
        return try #require(program)
    }

    private func waitUntil(_ isSo: () -> Bool) -> Bool {
        for _ in 0..<2_000 {
            if isSo() { return true }
            usleep(10_000)
        }
        return false
    }

    @Test func reportsItsEndOnce() throws {
        let program = try start("exit 3")
        #expect(waitUntil { ends.exits.withLock { !$0.isEmpty } })
        #expect(program.exit == .code(3) && !program.wasStopped)
        #expect(program.stop(grace: 0))
        #expect(ends.exits.withLock { $0 } == [.code(3)])
    }

    @Test func isAskedToEnd() throws {
        let program = try start("sleep 1000")
        #expect(program.exit == nil)
        #expect(program.stop(grace: 1000))
        #expect(program.exit == .signal(SIGTERM) && program.wasStopped)
    }

    @Test func isKilledIfItDoesNotEnd() throws {
        let program = try start("trap '' TERM; while true; do sleep 1000; done")
        // The shell must have come to its trap.
        #expect(waitUntil { program.descendants == 1 })
        #expect(!program.stop(grace: 0.01))
        #expect(program.exit == .signal(SIGKILL))
    }

    @Test func endsWithWhatItStartedElsewhere() throws {
        let program = try start("setsid sleep 1234567 & wait")
        #expect(waitUntil { program.descendants == 1 })
        let child = try #require(ProcessTree.descendants(of: program.process).first)
        program.stop(grace: 1000)
        #expect(waitUntil { !child.isAlive })
    }

    @Test func startsNothingAfterTheEnd() throws {
        runner.endAll()
        let program = try runner.start(Command("/bin/true", [], folder: "/")) { _ in }
        #expect(program == nil)
    }
}

extension RunningProgram {
    fileprivate var descendants: Int { ProcessTree.descendants(of: process).count }
}

extension ProcessTree.Member {
    /// A dead process that nobody has waited for has no memory any more.
    fileprivate var isAlive: Bool {
        var buffer = [UInt8](repeating: 0, count: 256)
        let file = open("/proc/\(process)/cmdline", O_RDONLY)
        if file < 0 { return false }
        defer { close(file) }
        return read(file, &buffer, buffer.count) > 0
    }
}
