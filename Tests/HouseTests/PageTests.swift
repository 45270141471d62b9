import Foundation
import Testing

/// What people read beside the program.
@Suite struct PageTests {
    private static let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    private struct Page {
        var path: String
        var lines: [String]
    }

    /// Paths of folders, from the root; of each the pages in it.
    private static func pages(in folders: [String]) throws -> [Page] {
        try folders.flatMap { folder -> [Page] in
            let place = folder.isEmpty ? root : root.appendingPathComponent(folder)
            return try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
                .filter { $0.hasSuffix(".md") }.map { name in
                    let text = try String(contentsOf: place.appendingPathComponent(name), encoding: .utf8)
                    return Page(
                        path: folder.isEmpty ? name : "\(folder)/\(name)",
                        lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
                }
        }
    }

    private static func all() throws -> [Page] {
        try pages(in: ["", "Docs", "Benchmarks", "Campaigns", "Workspace", "cache", "Tests/ScriptTests/Scripts"])
    }

    // MARK: Links

    @Test("links in pages lead to files and headings that are there")
    func links() throws {
        for page in try Self.all() {
            let folder = Self.root.appendingPathComponent(page.path).deletingLastPathComponent()
            for (number, line) in Self.text(of: page) {
                for match in line.matches(of: #/\]\(([^)\s]+)\)/#) {
                    let target = String(match.1)
                    if target.contains("://") { continue }
                    let parts = target.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
                    let file = parts[0].isEmpty ? page.path : parts[0]
                    let place =
                        parts[0].isEmpty
                        ? Self.root.appendingPathComponent(page.path) : folder.appendingPathComponent(file)
                    #expect(
                        FileManager.default.fileExists(atPath: place.path), "\(page.path):\(number): \(target)")
                    guard parts.count == 2, let text = try? String(contentsOf: place, encoding: .utf8) else { continue }
                    #expect(Self.anchors(in: text).contains(parts[1]), "\(page.path):\(number): \(target)")
                }
            }
        }
    }

    /// As code hosts make them of headings.
    private static func anchors(in text: String) -> Set<String> {
        var isCode = false, found: Set<String> = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, line.hasPrefix("#") else { continue }
            let heading = line.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
            found.insert(
                String(
                    heading.compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil })
            )
        }
        return found
    }

    // MARK: Words

    @Test("the README is short")
    func readme() throws {
        #expect(try Data(contentsOf: Self.root.appendingPathComponent("README.md")).count <= 6 << 10)
    }

    @Test("no sentence of a page is longer than forty words")
    func sentences() throws {
        for page in try Self.prose() {
            for paragraph in Self.paragraphs(of: page) {
                let plain = paragraph.text.replacing(#/`[^`]*`/#, with: "x").replacing(#/\]\([^)]*\)/#, with: "]")
                for sentence in plain.split(separator: #/[.:;?!]['")*_]*(?:\s|$)/#) {
                    let count = sentence.split(whereSeparator: \.isWhitespace).count
                    #expect(count <= 40, "\(page.path):\(paragraph.line): \(count) words: \(sentence)")
                }
            }
        }
    }

    /// Terms that the project gave up for the field's own.
    private static var retired: Regex<(Substring, Substring, Substring?, Substring?)> {
        #/(?i)\b(mend(s|ed|ing)?|whoever|foresee|foresight|restless|is told|are told|tells (us|them|people)|earlier end|nothing to tell)\b/#
    }

    @Test("pages use the field's terms")
    func terms() throws {
        for page in try Self.prose() {
            for paragraph in Self.paragraphs(of: page) {
                let plain = paragraph.text.replacing(#/`[^`]*`/#, with: "x")
                if let found = plain.firstMatch(of: Self.retired) {
                    Issue.record("\(page.path):\(paragraph.line): \(found.0)")
                }
            }
        }
    }

    /// What stands in code is a message, a help text or a name; comments are left to their readers.
    @Test("messages and names use the field's terms")
    func termsOfCode() throws {
        let retired = #/\b(mends?|mended|foresee|foresight|guess(es|ed)?|restless|whoever|tells?|told)\b/#.ignoresCase()
        for file in try House().files(in: "Sources") {
            for (index, line) in file.lines.enumerated() {
                guard !line.drop(while: \.isWhitespace).hasPrefix("//"), let found = line.firstMatch(of: retired) else {
                    continue
                }
                Issue.record("\(file.path):\(index + 1): \(found.0)")
            }
        }
    }

    private static func prose() throws -> [Page] { try pages(in: ["", "Docs"]) }

    /// Lines outside of blocks of code.
    private static func text(of page: Page) -> [(number: Int, line: String)] {
        var isFenced = false
        return page.lines.enumerated().compactMap { index, line in
            if line.hasPrefix("```") {
                isFenced.toggle()
                return nil
            }
            return isFenced || line.hasPrefix("    ") ? nil : (index + 1, line)
        }
    }

    private static func paragraphs(of page: Page) -> [(line: Int, text: String)] {
        var found: [(line: Int, text: String)] = [], isOpen = false
        for (number, line) in text(of: page) {
            let isItem = line.firstMatch(of: #/^\s*(?:[-*>]|\d+\.) /#) != nil
            if line.allSatisfy(\.isWhitespace) || line.hasPrefix("|") || line.hasPrefix("#") || line.hasPrefix("<!--") {
                isOpen = false
            } else if isOpen, !isItem, found.last.map({ $0.line < number }) ?? false {
                found[found.count - 1].text += " " + line
            } else {
                found.append((number, line))
                isOpen = true
            }
        }
        return found
    }
}
