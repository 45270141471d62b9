import Foundation
import Testing

@testable import MonoCommands

@Suite struct CommandReferenceTests {
    private static let page = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }
    .appendingPathComponent("Docs/CommandLine.md")

    /// With MONO_WRITE_REFERENCE=1 it writes the page.
    @Test("Docs/CommandLine.md says what the program says")
    func page() throws {
        let text = CommandReference(commands: CommandTable.descriptions).text
        if ProcessInfo.processInfo.environment["MONO_WRITE_REFERENCE"] == "1" {
            try text.write(to: Self.page, atomically: true, encoding: .utf8)
        }
        let there = try String(contentsOf: Self.page, encoding: .utf8)
        #expect(there == text, "MONO_WRITE_REFERENCE=1 swift test --filter CommandReferenceTests writes it")
    }

    @Test("what a help text quotes is code, and nothing in it is Markdown")
    func quotes() {
        let command = CommandDescription(
            words: ["make"], summary: "makes <it>, not 'a|b'", discussion: ["it's 'mono help x' that one's told of"],
            options: [.init(names: ["-x", "--ex"], value: .init(name: "A|B"), help: "an_x", isRepeatable: true)])
        let text = CommandReference(commands: [command]).text
        #expect(text.contains("Makes \\<it\\>, not `a\\|b`."))
        #expect(text.contains("it's `mono help x` that one's told of"))
        #expect(text.contains("| `-x, --ex A\\|B` | an\\_x; may be repeated |"))
    }
}
