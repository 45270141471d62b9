/// What a page shows of a terminal: in indented blocks and in those fenced as `console`, commands behind `$ `, and
/// below each what it prints; and files, fenced, each after a line with nothing but its name in backticks and a colon.
struct Transcript: Equatable {
    struct Step: Equatable {
        /// Of the command, in the page, from 1.
        var line: Int
        var command: String
        var output: [String] = []
        /// Set where a file is shown instead, which holds the lines of `output`.
        var file: String?
    }

    private(set) var steps: [Step] = []

    /// A block begins with a command; others are not for a terminal. Blank lines are part of what is printed, but for
    /// those at its end.
    init(page: String) {
        var reading = Reading.text, blanks = 0, file: String?
        for (index, text) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if case .fenced(let isShown) = reading {
                if text == "```" {
                    (reading, blanks, file) = (.text, 0, nil)
                } else if file != nil {
                    steps[steps.count - 1].output.append(String(text))
                } else if isShown {
                    read(text, at: index + 1, &blanks)
                }
            } else if text.hasPrefix("```") {
                if let name = file { steps.append(Step(line: index + 1, command: "", file: name)) }
                (reading, blanks) = (.fenced(isShown: text == "```console"), 0)
            } else if text.allSatisfy(\.isWhitespace) {
                blanks += 1
            } else if text.hasPrefix("    $ ") || reading == .indented && text.hasPrefix("    ") {
                reading = .indented
                read(text.dropFirst(4), at: index + 1, &blanks)
            } else {
                reading = .text
                file = text.wholeMatch(of: #/`([^`]+)`:/#).map { String($0.1) }
            }
        }
    }

    private enum Reading: Equatable {
        case text, indented
        case fenced(isShown: Bool)
    }

    private mutating func read(_ text: Substring, at line: Int, _ blanks: inout Int) {
        if text.allSatisfy(\.isWhitespace) {
            blanks += 1
        } else if text.hasPrefix("$ ") {
            steps.append(Step(line: line, command: String(text.dropFirst(2))))
            blanks = 0
        } else if let last = steps.indices.last, steps[last].file == nil {
            steps[last].output += Array(repeating: "", count: blanks) + [String(text)]
            blanks = 0
        }
    }
}

extension Transcript.Step {
    /// True where a program printed this, apart from times, digests and progress. A line `…` stands for any lines, `…`
    /// in a line for any text.
    func agrees(with printed: String) -> Bool {
        let lines = Self.comparable(printed).map(Array.init)
        let expected = output.filter { !Self.isProgress($0) }.map { Array(Self.masked($0)) }
        /// How many of the lines may be accounted for by the expected ones so far.
        var reached: Set<Int> = [0]
        for pattern in expected {
            if pattern == ["…"] {
                reached = Set((reached.min() ?? lines.count + 1)..<(lines.count + 1))
            } else {
                reached = Set(
                    reached.compactMap { $0 < lines.count && Self.fits(lines[$0][...], pattern[...]) ? $0 + 1 : nil })
            }
            if reached.isEmpty { return false }
        }
        return reached.contains(lines.count)
    }

    /// What is compared of a program's output. On a terminal, lines of progress pass by.
    static func comparable(_ printed: String) -> [String] {
        var lines = printed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines.removeAll(where: isProgress)
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        return lines.map(masked)
    }

    private static func isProgress(_ line: String) -> Bool { line.firstMatch(of: #/^\[\d+/\d+\] /#) != nil }

    private static func masked(_ line: String) -> String {
        var line = line.replacing(#/\b(?:\d+ h )?(?:\d+ min )?\d+(?:\.\d+)? (?:ms|s|min|h)\b/#, with: "TIME").replacing(
            #/\b[0-9a-f]{12}\b/#, with: "DIGEST")
        while line.last == " " { line.removeLast() }
        return line
    }

    private static func fits(_ line: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return line.isEmpty }
        if first == "…" { return (line.startIndex...line.endIndex).contains { fits(line[$0...], pattern.dropFirst()) } }
        return line.first == first && fits(line.dropFirst(), pattern.dropFirst())
    }
}
