import Testing

@Suite struct TranscriptTests {
    @Test("commands stand in indented blocks, with what they print below")
    func parsing() {
        let transcript = Transcript(
            page: """
                Try it:

                    $ mono build
                    built 1 target

                    after a blank line
                    $ echo $?

                Not this:

                    { "packages": [] }
                """)
        #expect(
            transcript.steps == [
                Transcript.Step(line: 3, command: "mono build", output: ["built 1 target", "", "after a blank line"]),
                Transcript.Step(line: 7, command: "echo $?"),
            ])
    }

    @Test("fenced blocks show terminals and files")
    func fences() {
        let transcript = Transcript(
            page: """
                `a/b.swift`:
                ```swift
                let x = 1

                $ no command
                ```

                `c`:

                ```json
                {}
                ```
                And code that is no file:
                ```swift
                $ nothing
                ```
                ```console
                $ mono build
                built

                $ cd a
                ```
                """)
        #expect(
            transcript.steps == [
                Transcript.Step(
                    line: 2, command: "", output: ["let x = 1", "", "$ no command"], file: "a/b.swift"),
                Transcript.Step(line: 10, command: "", output: ["{}"], file: "c"),
                Transcript.Step(line: 18, command: "mono build", output: ["built"]),
                Transcript.Step(line: 21, command: "cd a"),
            ])
    }

    @Test("times, digests and progress differ from run to run")
    func masks() {
        let step = Transcript.Step(
            line: 1, command: "",
            output: ["a.swift: 0123456789ab -> ba9876543210", "built 2 targets in 0.4 s; saved 41 ms"])
        #expect(
            step.agrees(
                with:
                    "[1/2] compile A, 0.3 s\na.swift: aaaaaaaaaaaa -> bbbbbbbbbbbb\n[2/2] link b\nbuilt 2 targets in 12 ms; saved 1.5 min\n"
            ))
        #expect(
            step.agrees(with: "a.swift: aaaaaaaaaaaa -> bbbbbbbbbbbb\nbuilt 2 targets in 1 min 12 s; saved 1 h 3 min\n")
        )
        #expect(!step.agrees(with: "a.swift: aaaaaaaaaaaa -> bbbbbbbbbbbb\nbuilt 3 targets in 12 ms; saved 1.5 s\n"))
        #expect(!step.agrees(with: "built 2 targets in 12 ms; saved 1.5 s\n"))
    }

    @Test(
        "what is left out",
        arguments: [("a\nb\nc\n", true), ("a\nc\n", true), ("a\nb\n", false), ("b\nc\n", false), ("a\nc\nd\n", false)])
    func leavingOut(printed: String, agrees: Bool) {
        #expect(Transcript.Step(line: 1, command: "", output: ["a", "…", "c"]).agrees(with: printed) == agrees)
    }

    @Test("what is left out of a line")
    func leavingOutText() {
        let step = Transcript.Step(line: 1, command: "", output: ["passed: … in 2 targets…"])
        #expect(step.agrees(with: "passed: 9 tests in 2 targets, in 0.1 s"))
        #expect(!step.agrees(with: "failed: 9 tests in 2 targets"))
        #expect(!Transcript.Step(line: 1, command: "").agrees(with: "something"))
    }
}
