import TestKinds
import Testing

@Suite struct ScriptLanguageTests {
    @Test("comments, quotes, negation, conditions and files")
    func parsing() throws {
        let script = try Script(
            parsing: """
                # a story
                mono build 'a b' it''s  # why
                ! stdout 'it''s #1'
                [!root] chmod 000 x

                -- a/b.txt --
                one

                -- c --
                two
                """ + "\n")
        #expect(script.lines.map(\.number) == [2, 3, 4])
        #expect(script.lines[0].words.map(\.text) == ["mono", "build", "a b", "its"])
        #expect(script.lines[1].isNegated && script.lines[1].words.map(\.text) == ["stdout", "it's #1"])
        #expect(script.lines[2].condition == "!root")
        #expect(script.files.map(\.path) == ["a/b.txt", "c"])
        #expect(script.files.map(\.content) == ["one\n\n", "two\n"])
    }

    @Test("mistakes name their line")
    func mistakes() {
        #expect(throws: Script.Mistake(line: 2, message: "a quote is not closed")) {
            try Script(parsing: "cd x\nstdout 'y\n")
        }
        #expect(throws: Script.Mistake(line: 1, message: "a command is missing")) { try Script(parsing: "!\n") }
    }

    @Test("the first line may name a kind, and only one that there is")
    func kinds() throws {
        #expect(try TestKind(ofScript: "# Says something.\nmono build\n") == .fast)
        #expect(try TestKind(ofScript: "# kind: campaign\nmono build\n") == .campaign)
        #expect(try TestKind(ofScript: "mono build\n# kind: campaign\n") == .fast)
        #expect(throws: Script.Mistake(line: 1, message: "no kind 'slow'")) {
            try TestKind(ofScript: "# kind: slow\n")
        }
    }
}
