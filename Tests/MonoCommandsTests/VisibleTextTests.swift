import Testing

@testable import MonoCommands

/// What others wrote drives neither a terminal nor the system that reads a job's log.
@Suite struct VisibleTextTests {
    @Test(
        "what is harmless stays",
        arguments: [
            "", "a/b.swift:1:2: error: no 'x'\n  let x = \"é 日本 👍\"\n\t^", "C++ ::std", "## heading", "# a", "a::b",
            "  :x",
        ])
    func harmless(_ text: String) { #expect(VisibleText.of(text) == text) }

    @Test(
        "control characters are shown, and colours are left out",
        arguments: [
            ("\u{1B}[1;31mred\u{1B}[m", "red"), ("\u{1B}[2Jgone", "\\u{1B}[2Jgone"),
            ("a\u{1B}[31", "a\\u{1B}[31"), ("\u{1B}[31m::add", "\u{B7}::add"),
            ("\u{1B}]52;c;aGk=\u{7}", "\\u{1B}]52;c;aGk=\\u{7}"),
            ("a\rb", "a\\u{D}b"), ("a\r\nb", "a\nb"),
            ("\u{9B}2J", "\\u{9B}2J"), ("\u{7F}\u{0}\u{8}", "\\u{7F}\\u{0}\\u{8}"),
            ("if \u{202E}x\u{2066}", "if \\u{202E}x\\u{2066}"),
        ])
    func controls(_ text: String, _ shown: String) { #expect(VisibleText.of(text) == shown) }

    @Test(
        "commands for CI systems are none any more",
        arguments: [
            "::add-mask::x", "  ::set-output name=a::b", "text\n::stop-commands::t", "##vso[task.setvariable]x",
            "a ##[error]x", "##teamcity[x]", "\t::error::x",
        ])
    func commands(_ text: String) {
        let shown = VisibleText.of(text)
        #expect(shown != text)
        for line in shown.split(separator: "\n") {
            #expect(!line.drop { $0.isWhitespace }.hasPrefix("::"))
            #expect(!line.contains(/##[A-Za-z]*\[/))
        }
    }

    @Test("where nothing is coloured, the colours of others are left out, such as mono has itself")
    func plain() {
        let recorder = TextRecorder()
        Channel(sink: recorder).print("\u{1B}[90m◇\u{1B}[0m Test run \u{1B}[1;31mstarted.")
        #expect(recorder.text == "◇ Test run started.\n")
    }

    @Test("whatever is printed drives no terminal, but for styles")
    func printed() {
        let recorder = TextRecorder(), style = Style(isColored: true)
        let channel = Channel(sink: recorder, style: style)
        channel.print(style.red("a\u{1B}]0;b\u{7}") + "\u{1B}[8mc\u{9B}\td é")
        #expect(recorder.text == "\u{1B}[1;31ma\\u{1B}]0;b\\u{7}\u{1B}[0mc\\u{9B}\td é\n")
        BuildConsole(Terminal(output: channel, errors: channel)).say("\u{1B}c")
        #expect(recorder.text.hasSuffix("\n\\u{1B}c\n"))
    }

    @Test("so in what is said of errors")
    func reports() {
        let report = ErrorReport(code: .storage, what: "'\u{1B}c'", place: "\u{7}", details: ["::x::"], help: "\u{9B}")
        let text = report.rendered(Style(isColored: false))
        #expect(text == "error: '\\u{1B}c'\n  at \\u{7}\n  \u{B7}::x::\nhelp: \\u{9B}")
    }

    @Test(
        "points in time",
        arguments: [
            ("2026-03-14", 1_773_446_400), ("2026-03-14T09:30Z", 1_773_480_600), ("2026-03-14T09:30:05", 1_773_480_605),
            ("1970-01-01", 0),
        ] as [(String, Int64)])
    func moments(_ text: String, _ seconds: Int64) throws {
        #expect(try ValueReader<Moment>.moment.read(text) == .at(seconds))
        #expect(Words.time(1_773_480_605) == "2026-03-14 09:30:05 UTC")
    }

    @Test(
        "no points in time",
        arguments: [
            "", "yesterday", "2026-02-30", "2026-13-01", "2026-3-1", "2026-03-14T25:00", "2026-03-14 09:30",
            "1969-12-31",
        ])
    func noMoments(_ text: String) { #expect(throws: ValueError.self) { try ValueReader<Moment>.moment.read(text) } }

    @Test("ages")
    func ages() throws {
        #expect(try ValueReader<Moment>.moment.read("3d").seconds(before: 1_000_000) == 1_000_000 - 259_200)
        #expect(try ValueReader<Moment>.moment.read("3d").seconds(before: 5) == 0)
    }
}
