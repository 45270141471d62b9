import Configuration
import Disk
import PackageManifests
import Targets
import Testing
import Toolchains

@testable import MonoCommands

@Suite struct WordingTests {
    private func text(_ error: any Error) -> String { ErrorReport(error).rendered(Style(isColored: false)) }

    @Test("a report says what, where, why, and what to do")
    func form() {
        let report = ErrorReport(
            code: .workspace, what: "'a' is wrong", place: "b:1", details: ["because"], help: "do this")
        #expect(report.rendered(Style(isColored: false)) == "error: 'a' is wrong\n  at b:1\n  because\nhelp: do this")
        #expect(report.rendered(Style(isColored: true)).hasPrefix("\u{1B}[1;31merror:\u{1B}[0m "))
    }

    @Test("a circle is shown as the chain of needs that it is")
    func cycle() {
        let a = TargetID(PackageID("."), "A"), b = TargetID(PackageID("."), "B"),
            c = TargetID(PackageID("Packages/C"), "C")
        #expect(text(GraphError.cycle([a, b])).contains("\n  'A' needs 'B' needs 'A'\n"))
        #expect(text(GraphError.cycle([a, c])).contains("\n  '.:A' needs 'Packages/C:C' needs '.:A'\n"))
    }

    @Test("mistakes in mono.json name file, line, key and what was meant")
    func configuration() {
        let file = AbsolutePath("/w/mono.json")
        func error(_ path: String, _ fact: ConfigurationError.Fact) -> ManifestError {
            .configuration(ConfigurationError(file: file, keyPath: path, line: 3, fact: fact))
        }
        #expect(
            text(error("sharedCache.mod", .unknownKey(known: ["folder", "mode"])))
                == "error: mono.json has no key 'mod'\n  at /w/mono.json:3\n  at sharedCache.mod\nhelp: did you mean 'mode'?"
        )
        #expect(
            text(error("jobs", .wrongType(expected: .integer, found: .string)))
                == "error: 'jobs' is a whole number, and a text stands there\n  at /w/mono.json:3\n  at jobs")
        #expect(
            text(error("", .syntax(.colon, column: 7))).hasPrefix(
                "error: mono.json is no valid JSON5: ':' should stand here\n  at /w/mono.json:3:7"))
        #expect(ErrorReport(error("", .noPackages)).code == .workspace)
    }

    @Test("errors from everywhere have words, and exit codes of their own")
    func codes() {
        #expect(ErrorReport(ManifestError.noWorkspace(AbsolutePath("/x"))).code == .workspace)
        #expect(ErrorReport(ToolchainError.notFound(searched: ["/bin"])).code == .toolchain)
        let full = ErrorReport(FileError(.write, AbsolutePath("/x"), code: 28))
        #expect(full.code == .storage && full.what == "cannot write '/x': no space left on device")
        #expect(full.help?.contains("mono cache gc") == true)
        #expect(ErrorReport(ManifestError.cancelled).code.status == 130)
    }

    @Test("lists are sentences")
    func lists() {
        #expect(Words.alternatives(["a"]) == "'a'")
        #expect(Words.alternatives(["a", "b"]) == "'a' or 'b'")
        #expect(Words.alternatives(["a", "b", "c"], joint: "and") == "'a', 'b' and 'c'")
        #expect(Words.count(1, "target") == "1 target" && Words.count(0, "entry", "entries") == "0 entries")
    }
}
