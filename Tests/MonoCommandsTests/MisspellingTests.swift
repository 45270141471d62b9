import Testing

@testable import MonoCommands

@Suite struct MisspellingTests {
    let commands = ["build", "run", "clean", "graph", "cache", "update", "completions", "help", "version"]

    @Test(
        "one slip of the finger",
        arguments: [
            ("biuld", "build"), ("buid", "build"), ("bulid", "build"), ("Build", "build"), ("rn", "run"),
            ("grpah", "graph"),
            ("cahce", "cache"), ("verison", "version"), ("hlep", "help"), ("compl", "completions"),
        ])
    func slips(_ typed: String, _ meant: String) {
        #expect(Misspelling.suggestions(for: typed, among: commands).first == meant)
    }

    @Test("nothing is offered for what resembles nothing", arguments: ["", "xyzzy", "deploy", "-", "q"])
    func nothing(_ typed: String) {
        #expect(Misspelling.suggestions(for: typed, among: commands).isEmpty)
    }

    @Test("a part of a name finds it, the closest come first, and there are few")
    func parts() {
        let targets = [
            "CalculatorBrain", "CalculatorUI", "NIOEchoServer", "NIOEchoClient", "NIOCore", "NIO", "NIOPosix",
        ]
        #expect(Misspelling.suggestions(for: "Brain", among: targets) == ["CalculatorBrain"])
        #expect(Misspelling.suggestions(for: "echo", among: targets) == ["NIOEchoClient", "NIOEchoServer"])
        #expect(Misspelling.suggestions(for: "NIOCoer", among: targets) == ["NIOCore"])
        #expect(Misspelling.suggestions(for: "Nio", among: targets) == ["NIO"])
        #expect(Misspelling.suggestions(for: "alculator", among: targets, limit: 1).count == 1)
    }

    @Test("distances")
    func distances() {
        func distance(_ a: String, _ b: String) -> Int {
            Misspelling.distance(Array(a.unicodeScalars), Array(b.unicodeScalars))
        }
        #expect(distance("", "abc") == 3)
        #expect(distance("abc", "abc") == 0)
        #expect(distance("abc", "acb") == 1)
        #expect(distance("kitten", "sitting") == 3)
        #expect(distance("ab", "ba") == 1)
    }

    @Test("absurdly long texts cost nothing")
    func long() {
        #expect(Misspelling.suggestions(for: String(repeating: "x", count: 1_000_000), among: commands).isEmpty)
    }
}
