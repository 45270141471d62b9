import Glibc
import Testing

@testable import Subprocesses

struct FedProgramTests {
    private let runner = LocalCommandRunner()

    private func start(_ script: String, outputLimit: Int? = nil) throws -> FedProgram {
        let command = Command(
            "/bin/sh", ["-c", script], folder: "/", environment: ["PATH": "/usr/bin:/bin"], outputLimit: outputLimit)
        return try #require(try runner.startFed(command))
    }

    @Test func readsWhatItIsGivenInOrder() throws {
        let program = try start("cat; echo end >&2; exit 3")
        var all = ""
        for number in 0..<20_000 {
            let line = "line \(number)\n"
            all += line
            #expect(program.give(Array(line.utf8), bound: .max))
        }
        let end = program.finish(within: 1000)
        #expect(end.exit == .code(3) && !end.wasStopped)
        #expect(String(decoding: end.output, as: UTF8.self) == all + "end\n")
    }

    @Test("a program that does not read gets no more than the bound, and nobody waits for it")
    func bound() throws {
        let program = try start("sleep 1000")
        let block = [UInt8](repeating: 65, count: 1 << 16)
        var given = 0
        while given < 1000, program.give(block, bound: 1 << 20) { given += 1 }
        // What the pipe holds has left the memory.
        #expect((16...32).contains(given))
        let end = program.finish(within: 0.01)
        #expect(end.wasStopped && end.exit == .signal(SIGTERM))
    }

    @Test("what a program does not want to read counts as given")
    func closesItsInput() throws {
        let program = try start("exec <&-; echo deaf; sleep 1000")
        let block = [UInt8](repeating: 65, count: 1 << 16)
        var refused = 0
        // Until its input is closed, the bound holds.
        for _ in 0..<2_000 {
            if program.give(block, bound: 1 << 18) {
                if refused > 3 { break }
            } else {
                refused += 1
            }
            usleep(1_000)
        }
        for _ in 0..<100 { #expect(program.give(block, bound: 1 << 18) || refused <= 3) }
        let end = program.finish(within: 0.01)
        #expect(end.wasStopped && String(decoding: end.output, as: UTF8.self) == "deaf\n")
    }

    @Test("one that has ended takes all, and says how it ended")
    func hasEnded() throws {
        let program = try start("read line; echo $line; exit 7")
        #expect(program.give(Array("one\ntwo\n".utf8), bound: .max))
        for _ in 0..<100 { #expect(program.give([65], bound: .max)) }
        let end = program.finish(within: 1000)
        #expect(end == .init(exit: .code(7), wasStopped: false, output: Array("one\n".utf8)))
    }

    @Test("what it prints is kept up to the limit")
    func floods() throws {
        let program = try start("head -c 5000000 /dev/zero; echo last", outputLimit: 1 << 16)
        let end = program.finish(within: 1000)
        #expect(end.exit == .code(0) && end.output.count < 1 << 17 && end.output.suffix(5) == Array("last\n".utf8))
    }

    @Test("it is killed with what it started")
    func isKilled() throws {
        let program = try start("trap '' TERM; echo up; (trap '' TERM; sleep 1000) & while true; do sleep 1000; done")
        usleep(200_000)
        let end = program.finish(within: 0.01)
        #expect(end.wasStopped && end.exit == .signal(SIGKILL))
    }

    @Test func nothingStartsAfterTheEnd() throws {
        runner.endAll()
        #expect(try runner.startFed(Command("/bin/cat", [], folder: "/")) == nil)
    }

    @Test func whatIsNotThereIsAnError() {
        #expect(throws: CommandError(executable: "/no/such", code: ENOENT)) {
            try runner.startFed(Command("/no/such", [], folder: "/"))
        }
    }
}
