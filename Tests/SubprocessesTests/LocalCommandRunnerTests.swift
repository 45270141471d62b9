import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Subprocesses

@Suite struct LocalCommandRunnerTests {
    let runner = LocalCommandRunner()

    @Test func streamsAndCodeAreKeptApart() throws {
        let result = try runner.run(shell("echo out; echo err >&2; exit 3"))
        #expect(result.exit == .code(3) && !result.succeeded)
        #expect(result.outputText == "out\n" && result.errorText == "err\n")
        #expect(result.wall > 0)
        #expect(try runner.run(shell("true")).succeeded)
    }

    @Test func endBySignal() throws {
        #expect(try runner.run(shell("kill -9 $$")).exit == .signal(SIGKILL))
        #expect(try runner.run(shell("kill -SEGV $$")).exit == .signal(SIGSEGV))
    }

    /// Both pipes are filled many times over, one after the other and in turn.
    @Test func muchOutputOnBothStreams() throws {
        let script = """
            i=0; while [ $i -lt 2000 ]; do printf '%01000d' $i; printf '%01000d' $i >&2; i=$((i+1)); done
            head -c 3000000 /dev/zero >&2; head -c 3000000 /dev/zero
            """
        let result = try runner.run(shell(script))
        #expect(result.output.count == 5_000_000 && result.errors.count == 5_000_000)
        #expect(result.output == result.errors)
    }

    @Test func input() throws {
        #expect(try runner.run(shell("cat", input: "hello")).outputText == "hello")
        // Nothing is the end at once, not a wait for somebody to type.
        #expect(try runner.run(shell("cat")).output == [])
        let much = String(repeating: "0123456789", count: 100_000)
        #expect(try runner.run(shell("cat", input: much)).outputText == much)
        // Nobody is hurt where it is not read.
        #expect(try runner.run(shell("exit 0", input: much)).succeeded)
    }

    @Test func argumentsAreTakenAsTheyAre() throws {
        let arguments = ["", "a b", "$HOME", "'\"\\", "\n", "é", "*"]
        let result = try runner.run(
            Command("/bin/sh", ["-c", #"for a; do printf '<%s>' "$a"; done"#, "name"] + arguments, folder: "/"))
        #expect(result.outputText == arguments.map { "<\($0)>" }.joined())
    }

    @Test func nothingIsInherited() throws {
        // A descriptor that somebody forgot to close at exec.
        let open = dup(0)
        defer { close(open) }
        let result = try runner.run(
            Command(
                "/bin/sh", ["-c", "pwd; env | grep -v -e ^PWD= -e ^SHLVL= -e ^_= -e ^OLDPWD=; ls /proc/self/fd"],
                folder: "/usr", environment: ["A": "1", "PATH": "/usr/bin:/bin"]))
        // `ls` itself opens 3.
        #expect(result.outputText == "/usr\nA=1\nPATH=/usr/bin:/bin\n0\n1\n2\n3\n")
    }

    /// A lock that belongs to what is open is held by those that inherit it, and by no others.
    @Test func lockIsLent() throws {
        let path = "/tmp/mono-lent-lock-\(getpid())"
        defer { unlink(path) }
        let held = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600), other = open(path, O_RDWR | O_CLOEXEC)
        defer { close(other) }
        #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
        let runner = LocalCommandRunner()
        runner.lend(held)
        runner.lend(other)
        let list = ["-c", "ls -l /proc/self/fd | grep -c \(path)"]
        #expect(
            try runner.run(Command("/bin/sh", list, folder: "/", environment: ["PATH": "/bin:/usr/bin"])).outputText
                == "0\n")
        #expect(
            try runner.run(
                Command("/bin/sh", list, folder: "/", environment: ["PATH": "/bin:/usr/bin"], holdsLock: true)
            ).outputText == "1\n")
        // What was left behind holds it although nobody else does: here the program itself, while this process has
        // closed it.
        let pipe = try Pipe(), command = Command("/bin/sh", ["-c", "exec sleep 1000"], folder: "/", holdsLock: true)
        let process = try spawn(command, input: pipe.reading, output: pipe.writing, errors: pipe.writing, lock: held)
        close(held)
        #expect(flock(other, LOCK_EX | LOCK_NB) == -1 && errno == EWOULDBLOCK)
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        // A process that another test is just starting holds it too, from its fork to its exec.
        #expect(eventually { flock(other, LOCK_EX | LOCK_NB) == 0 })
        runner.takeBack(held)
        #expect(
            try runner.run(
                Command("/bin/sh", list, folder: "/", environment: ["PATH": "/bin:/usr/bin"], holdsLock: true)
            ).outputText == "0\n")
    }

    @Test func signalsAreAsUsual() throws {
        // As on a thread that blocks and ignores much.
        var set = sigset_t(), before = sigset_t()
        sigemptyset(&set)
        for signal in [SIGTERM, SIGINT, SIGUSR1] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let result = try runner.run(shell("grep -E '^Sig(Blk|Ign):' /proc/self/status"))
        let sets = result.outputText.split(separator: "\n").compactMap { UInt64($0.suffix(16), radix: 16) }
        // Signals 32 and 33 are the C library's own.
        #expect(sets.map { $0 & 0x7fff_ffff } == [0, 0])
        #expect(try runner.run(shell("kill -TERM $$; sleep 1000")).exit == .signal(SIGTERM))
    }

    /// No terminal, and a session of its own.
    @Test func session() throws {
        let result = try runner.run(
            shell(
                "ps -o pid=,pgid=,sid= -p $$ 2>/dev/null || cut -d' ' -f1,5,6 /proc/$$/stat; (: < /dev/tty) 2>/dev/null || echo none"
            ))
        let lines = result.outputText.split(separator: "\n")
        #expect(Set(lines.first?.split(separator: " ") ?? []).count == 1)
        #expect(lines.last == "none")
    }

    @Test func processorTimeOfChildrenCounts() throws {
        let result = try runner.run(shell("sh -c 'i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done'"))
        #expect(result.cpu > 0)
    }

    // MARK: What cannot be started

    @Test func missingExecutable() {
        #expect(throws: CommandError(executable: "/no/such/program", code: ENOENT)) {
            try runner.run(Command("/no/such/program", [], folder: "/"))
        }
        #expect(throws: CommandError(executable: "/etc/passwd", code: EACCES)) {
            try runner.run(Command("/etc/passwd", [], folder: "/"))
        }
        #expect(throws: CommandError(executable: "/usr", code: EACCES)) {
            try runner.run(Command("/usr", [], folder: "/"))
        }
    }

    @Test func missingFolder() {
        #expect(throws: CommandError(executable: "/bin/sh", code: ENOENT, obstacle: .folder)) {
            try runner.run(Command("/bin/sh", [], folder: "/no/such/folder"))
        }
        #expect(throws: CommandError(executable: "/bin/sh", code: ENOTDIR, obstacle: .folder)) {
            try runner.run(Command("/bin/sh", [], folder: "/bin/sh"))
        }
    }

    /// To the system these would be other texts, silently.
    @Test(arguments: [
        Command("/bin/sh", ["a\0b"], folder: "/"),
        Command("/bin/sh\0x", [], folder: "/"),
        Command("/bin/sh", [], folder: "/\0x"),
        Command("/bin/sh", [], folder: "/", environment: ["A": "\0"]),
        Command("/bin/sh", [], folder: "/", environment: ["A=B": "C"]),
        Command("/bin/sh", [], folder: "/", environment: ["": "C"]),
    ])
    func textsThatTheSystemCannotTake(_ command: Command) {
        #expect(throws: CommandError(executable: command.executable, code: EINVAL)) { try runner.run(command) }
    }

    @Test func tooManyArguments() {
        let arguments = [String](repeating: String(repeating: "x", count: 100_000), count: 100)
        #expect(throws: CommandError(executable: "/bin/true", code: E2BIG)) {
            try runner.run(Command("/bin/true", arguments, folder: "/"))
        }
    }

    // MARK: Many at once

    @Test func manyThreads() {
        let wrong = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            for round in 0..<10 {
                let text = "\(index)-\(round)"
                let result = try? runner.run(shell("cat; echo \(text) >&2", input: text))
                if result?.outputText != text || result?.errorText != text + "\n" {
                    wrong.withLock { $0.append("\(text): \(String(describing: result))") }
                }
            }
        }
        #expect(wrong.withLock { $0 } == [])
    }

    @Test func nothingIsLeftOpen() throws {
        _ = try runner.run(shell("true"))
        // Other tests run beside this one, and open and close as they do; a leak of each run would be far more.
        let before = openDescriptors()
        for _ in 0..<200 { _ = try runner.run(shell("exit 1", input: "x")) }
        for _ in 0..<200 { _ = try? runner.run(Command("/no/such/program", [], folder: "/", input: [1])) }
        #expect(openDescriptors() < before + 150)
    }

    private func openDescriptors() -> Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }
}
