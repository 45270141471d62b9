import Foundation
import TestKinds

/// One script as it runs: its folder, its environment, and what its last program said.
final class ScriptWorld {
    let script: Script
    let name: String
    let program: String
    /// Everything of the script lies here; `work` is where it starts.
    let root: URL
    var folder: URL
    var environment: [String: String]
    var input = ""
    var last: ProgramRun.Ended?
    var eventFile = ""
    var background: ProgramRun?
    /// How much of what it printed was waited for.
    var heard = 0
    let servers = ScriptServers()
    var editor: LanguageClient?
    private var runs = 0

    /// The checkout that the scripts are part of.
    private static let repository = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    /// A run that takes longer is a hang, in seconds.
    let limit: Double

    /// `machine`: what mono remembers of this machine's toolchain, so that not every script hashes half a gigabyte; nil
    /// for the first.
    init(_ script: Script, kind: TestKind, name: String, program: String, machine: URL? = nil) throws {
        (self.script, self.name, self.program) = (script, name, program)
        // A campaign builds swift-nio with its tests: 300 s did not do on a slow machine with other tests beside it.
        limit = kind == .campaign ? 1200 : 300
        let template = FileManager.default.temporaryDirectory.appendingPathComponent("mono-script-XXXXXX").path
        var path = Array(template.utf8CString)
        guard mkdtemp(&path) != nil else { throw ScriptFailure("cannot make a temporary folder") }
        root = URL(fileURLWithPath: String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
            .resolvingSymlinksInPath()
        folder = root.appendingPathComponent("work")
        let home = root.appendingPathComponent("home")
        for url in [folder, home, root.appendingPathComponent("runs")] {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        if let machine {
            let memory = home.appendingPathComponent(".cache/mono/machine")
            try FileManager.default.createDirectory(
                at: memory.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: machine, to: memory)
        }
        let outside = ProcessInfo.processInfo.environment
        let programs = URL(fileURLWithPath: program).deletingLastPathComponent().path
        environment = [
            "PATH": programs + ":" + (outside["PATH"] ?? "/usr/bin:/bin"), "HOME": home.path, "TMPDIR": root.path,
            "LANG": "C.UTF-8",
            "WORK": folder.path, "REPOSITORY": Self.repository.path, "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_AUTHOR_DATE": "2024-01-01T00:00:00Z",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com",
            "GIT_COMMITTER_DATE": "2024-01-01T00:00:00Z",
        ]
        environment["MONO_REMOTE_PROGRAM"] = outside["MONO_REMOTE_PROGRAM"]
        for file in script.files {
            let url = folder.appendingPathComponent(file.path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try file.content.write(to: url, atomically: false, encoding: .utf8)
        }
    }

    /// Runs the script to its end or its first line that is not so, and removes its folder. Returns that line and what
    /// was seen. `atEnd` sees the folder before it goes.
    func run(atEnd: (URL) -> Void = { _ in }) -> (line: Int, message: String)? {
        defer {
            atEnd(root)
            editor?.stop()
            background?.signal(SIGKILL)
            _ = try? background?.wait(limit: 5)
            // What a script made unreadable must still go.
            _ = try? start("/bin/chmod", ["-R", "u+rwX", root.path]).wait(limit: 60)
            try? FileManager.default.removeItem(at: root)
        }
        for line in script.lines {
            do {
                guard try holds(line.condition) else { continue }
                if line.words[0].text == "skip" { return nil }
                try perform(line)
            } catch let failure as ScriptFailure {
                return (line.number, "\(line.text)\n\(failure.message)\(transcript)")
            } catch {
                return (line.number, "\(line.text)\n\(error)\(transcript)")
            }
        }
        return nil
    }

    private var transcript: String {
        guard let last else { return "" }
        return "\n-- exit \(last.status) --\n-- stdout --\n\(last.output)\n-- stderr --\n\(last.errors)"
    }

    /// Beside those that PATH leads to, in the folders of programs for administrators.
    private func isInstalled(_ program: String) -> Bool {
        ((environment["PATH"] ?? "") + ":/usr/sbin:/sbin").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    private func holds(_ condition: String?) throws -> Bool {
        switch condition {
        case nil: true
        case "root": getuid() == 0
        case "!root": getuid() != 0
        case "!nginx": !["nginx", "openssl"].allSatisfy(isInstalled)
        case "!sourcekit-lsp": !isInstalled("sourcekit-lsp")
        case "!nvim": !isInstalled("nvim")
        case "!bwrap": !isInstalled("bwrap")
        // Its repository cannot be had.
        case "!swift-nio":
            try start(
                "/usr/bin/env", ["git", "ls-remote", "-q", "--tags", "https://github.com/apple/swift-nio", "2.101.2"]
            )
            .wait(limit: 30).output.isEmpty
        // A server of the Remote Execution API, and what calls it.
        case "!casd": !isInstalled("buildbox-casd") || (environment["MONO_REMOTE_PROGRAM"] ?? "").isEmpty
        // The same, which runs actions too.
        case "!worker": try holds("!casd") || !isInstalled("bwrap")
        case let other?: throw ScriptFailure("no condition [\(other)]")
        }
    }

    /// A word with `$NAME` replaced, where it did not stand in quotes.
    func expanded(_ word: Script.Word) -> String {
        var result = "", rest = word.text[...]
        while let next = rest.popFirst() {
            guard next == "$" else {
                result.append(next == Script.Word.quotedDollar ? "$" : next)
                continue
            }
            let name = rest.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
            rest.removeFirst(name.count)
            result += environment[String(name)] ?? ""
        }
        return result
    }

    func url(_ path: String) -> URL {
        path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appendingPathComponent(path)
    }

    func start(_ program: String, _ arguments: [String]) throws -> ProgramRun {
        runs += 1
        defer { input = "" }
        return try ProgramRun(
            program, arguments, folder: folder.path, environment: environment, input: input,
            scratch: root.appendingPathComponent("runs/\(runs)").path)
    }

    /// Runs a program to its end, and expects success, or failure where `mustFail`.
    func finish(_ run: ProgramRun, mustFail: Bool) throws {
        let ended = try run.wait(limit: limit)
        last = ended
        if ended.timedOut { throw ScriptFailure("did not end within \(limit) seconds") }
        if mustFail, ended.status == 0 { throw ScriptFailure("should have failed") }
        if !mustFail, ended.status != 0 { throw ScriptFailure("should have succeeded") }
    }

    /// mono with an event log of its own, where the command writes one.
    func startMono(_ arguments: [String]) throws -> ProgramRun {
        var arguments = arguments
        eventFile = root.appendingPathComponent("runs/\(runs + 1).events").path
        if let at = arguments.firstIndex(where: { ["build", "run", "test"].contains($0) }),
            !arguments.contains("--events")
        {
            arguments.insert("--events=\(eventFile)", at: at + 1)
        }
        return try start(program, arguments)
    }
}
