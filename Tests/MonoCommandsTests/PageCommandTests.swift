import Foundation
import Testing

@testable import MonoCommands

/// Commands in pages are commands that mono reads: with options that exist, and with values that these take.
@Suite struct PageCommandTests {
    private static let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    /// From the root of the project.
    private static func pages() throws -> [String] {
        try ["", "Docs", "Workspace", "cache"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path).sorted()
                .filter { $0.hasSuffix(".md") }.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
        }
    }

    @Test("each command of a page is one that mono reads")
    func commands() throws {
        var count = 0
        for page in try Self.pages() {
            let text = try String(contentsOf: Self.root.appendingPathComponent(page), encoding: .utf8)
            for (line, words) in Self.commands(in: text) {
                count += 1
                do {
                    try Self.read(words)
                } catch {
                    let what = ErrorReport(error).rendered(Style(isColored: false))
                    Issue.record("\(page):\(line): mono \(words.joined(separator: " ")): \(what)")
                }
            }
        }
        #expect(count > 300, "\(count): commands are no longer found")
    }

    @Test("where pages name commands, and where a command ends")
    func finding() {
        let text = """
            Use `mono test --why 'a b'` or `mono graph \\| dot`, not `mononucleosis`.

                $ mono -C x build "$@" || status=$?   # why
                mono check  # comment
                mono action result 2
            ```yaml
              run: FOO=1 mono build -c release > log 2>&1
            ```
            The mono build is fast.
            """
        #expect(
            Self.commands(in: text).map(\.words) == [
                ["test", "--why", "a b"], ["graph"], ["-C", "x", "build", "$@"], ["check"], ["build", "-c", "release"],
            ])
        #expect(throws: ArgumentError.self) { try Self.read(["build", "--no-such-option"]) }
        #expect(throws: ArgumentError.self) { try Self.read(["bild"]) }
        #expect(throws: ArgumentError.self) { try Self.read(["build", "-j", "many"]) }
    }

    /// As the program does, without what follows.
    private static func read(_ words: [String]) throws(ArgumentError) {
        var rest = words[...], global = GlobalOptions()
        global = try GlobalOptions.syntax.parseLeading(&rest)
        if global.request != nil { return }
        do {
            let command = try CommandTable.command(&rest)
            // A text that speaks of a command names it, and nothing more.
            if !rest.isEmpty { _ = try command.prepare(rest, global: &global) }
        } catch ArgumentError.incompleteCommand {}
    }

    /// Of the page, with the lines that they stand in, without the word `mono`.
    private static func commands(in page: String) -> [(line: Int, words: [String])] {
        var isFenced = false, found: [(line: Int, words: [String])] = []
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            // It is shown for what it says.
            if lines.dropFirst(index + 1).first?.drop(while: \.isWhitespace).hasPrefix("error: ") ?? false { continue }
            if line.hasPrefix("```") { isFenced.toggle() }
            let texts: [Substring] =
                isFenced || line.hasPrefix("    ")
                ? line.firstMatch(of: #/^\s*(?:\$ |run: |- run: )?(?:[A-Z_]+=\S+ )*mono (.+)/#).map { [$0.1] } ?? []
                : line.matches(of: #/`(?:\$ )?mono ([^`]+)`/#).map(\.1)
            for text in texts where !isNoCommand(text) {
                found.append((index + 1, words(of: String(text).replacing("\\|", with: "|"))))
            }
        }
        return found
    }

    /// The first line of a format with its version, or what the reference says of how a command is used.
    private static func isNoCommand(_ text: Substring) -> Bool {
        text.contains("[OPTIONS]") || text.firstMatch(of: #/^[a-z ]+ \d$/#) != nil
    }

    /// What stands for a value that the reader is to choose, where not any value will do.
    private static let examples = [
        "N": "2", "SHELL": "fish", "URL": "https://example.com", "$(CONFIGURATION)": "release",
    ]

    /// What a shell makes of it, up to where another command begins, or a file.
    private static func words(of text: String) -> [String] {
        var words: [String] = [], word: String?, quote: Character?
        for character in text {
            switch character {
            case quote: quote = nil
            case _ where quote != nil: word = (word ?? "") + String(character)
            case "'", "\"": (quote, word) = (character, word ?? "")
            case "|" where word == nil, ">", "<", "&", ";": return words + [word].compactMap(\.self)
            case "#" where word == nil: return words
            case " ":
                words += [word].compactMap(\.self)
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        return (words + [word].compactMap(\.self)).map { examples[$0] ?? $0 }
    }
}
