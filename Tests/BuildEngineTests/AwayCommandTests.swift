import BuildPlanning
import Digests
import Disk
import Glibc
import RemoteCaches
import Subprocesses
import Testing

@testable import BuildEngine

/// The script around a tool's command line, run by the real shell in a folder that is laid out as a worker's.
@Suite(.timeLimit(.minutes(2)))
struct AwayCommandTests {
    let files = LocalFileSystem()
    let worker: AbsolutePath

    init() throws {
        var template = Array("/tmp/mono-away-XXXXXX".utf8CString)
        let path = String(cString: try #require(mkdtemp(&template)))
        worker = try #require(files.resolve(AbsolutePath(path)))
    }

    private func run(_ command: AwayCommand, _ words: [String], writes: [String], rules: [String] = []) throws
        -> CommandResult
    {
        let action = command.action(
            words, in: "sub/folder", environment: ["PATH": "/usr/bin:/bin"], writes: writes, rules: rules,
            toolchain: AbsolutePath("/opt/tools"), programs: [AbsolutePath("/bin/sh")])
        #expect(action.outputs == writes + [AwayCommand.report])
        for input in action.inputs {
            guard case .bytes(let bytes) = input.content else { continue }
            try files.write(bytes, to: worker / input.path)
        }
        return try LocalCommandRunner().run(
            Command(
                action.arguments[0], Array(action.arguments.dropFirst()), folder: worker.string,
                environment: action.variables))
    }

    @Test("words and files get the worker's path, whatever else stands in them")
    func marks() throws {
        var command = AwayCommand(root: AbsolutePath("/home/me/w"))
        command.add(
            Action.GeneratedFile(path: "map.json", content: "{\"a\": \"/home/me/w/x\", \"b\": \"/home/me/wide\"}"))
        command.add(Action.GeneratedFile(path: "plain.txt", content: "plain"))
        let words = [
            "/home/me/w=.", "-I/home/me/w/a:/home/me/w/b", "it's \"$HOME\" `x` \\ *", "", "a\nb", "/home/me/wide",
        ]
        let result = try run(
            command,
            ["/bin/sh", "-c", "for w; do echo \"[$w]\"; done; cat ../../map.json; : > ../../o/made", "sh"]
                + words.map(command.marking), writes: ["o/made"])
        #expect(result.succeeded, "\(String(decoding: result.errors, as: UTF8.self))")
        let expected = """
            [\(worker)=.]
            [-I\(worker)/a:\(worker)/b]
            [it's "$HOME" `x` \\ *]
            []
            [a
            b]
            [/home/me/wide]
            {"a": "\(worker)/x", "b": "/home/me/wide"}
            """
        #expect(String(decoding: result.output, as: UTF8.self) == expected)
        #expect(try files.read(worker / "plain.txt") == Array("plain".utf8))
        try files.remove(worker)
    }

    @Test("the report names the worker's path, what was read of its system, and its programs")
    func reports() throws {
        let rules = "out: \(worker)/in.h /etc/passwd \\\n  /opt/tools/x.h /etc/hosts\n"
        let script = "printf '%s' \"$1\" > ../../rules.d"
        let result = try run(
            AwayCommand(root: AbsolutePath("/w")), ["/bin/sh", "-c", script, "sh", rules], writes: ["rules.d"],
            rules: ["rules.d"])
        #expect(result.succeeded)
        let report = try #require(WorkerReport(try files.read(worker / AwayCommand.report)))
        #expect(report.root == worker.string)
        #expect(Set(report.hashes.keys) == ["/etc/passwd", "/etc/hosts"])
        #expect(report.hashes["/etc/passwd"] == (try files.digest(AbsolutePath("/etc/passwd")).hex))
        #expect(report.sizes["/bin/sh"] == files.status(AbsolutePath("/bin/sh"))?.size)
        try files.remove(worker)
    }

    @Test("a tool's failure is the script's, and nothing is reported")
    func failures() throws {
        let result = try run(
            AwayCommand(root: AbsolutePath("/w")), ["/bin/sh", "-c", "echo no >&2; exit 7"], writes: [])
        #expect(result.exit == .code(7) && result.errors == Array("no\n".utf8))
        #expect(files.status(worker / AwayCommand.report) == nil)
        try files.remove(worker)
    }

    @Test(
        "names that a shell takes apart, or that lead out, are none",
        arguments: [
            ("a/b+c.swift.o", true), ("a b", false), ("a;b", false), ("../a", false), ("/a", false), ("a/../b", false),
            ("", false), ("ä", false), ("a'b", false), ("$a", false), ("a*", false),
        ])
    func names(path: String, isPlain: Bool) { #expect(AwayCommand.isPlain(path) == isPlain) }

    @Test("noise is no report", arguments: ["", "\n", "relative\n", "/\n"])
    func noise(text: String) { #expect(WorkerReport(Array(text.utf8)) == nil) }
}
