import Glibc
import Subprocesses
import Testing

@Suite struct LocalCommandRunnerTests {
    let runner = LocalCommandRunner()

    func shell(_ script: String, input: String = "", timeLimit: Double? = nil) -> Command {
        Command("/bin/sh", ["-c", script], folder: "/", environment: ["PATH": "/usr/bin:/bin"], input: Array(input.utf8), timeLimit: timeLimit)
    }

    @Test func bothStreamsAndTheCode() throws {
        let result = try runner.run(shell("echo out; echo err >&2; exit 3"))
        #expect(result.exit == .code(3))
        #expect(String(decoding: result.output, as: UTF8.self) == "out\n")
        #expect(String(decoding: result.errors, as: UTF8.self) == "err\n")
    }

    @Test func timeLimit() throws {
        #expect(try runner.run(shell("while :; do :; done", timeLimit: 0.05)).exit == .timedOut)
    }
}
