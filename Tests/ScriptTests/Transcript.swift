/// What a page shows of a terminal: in its indented blocks, commands behind `$ `, and below each what it prints.
struct Transcript: Equatable {
    struct Step: Equatable {
        /// Of the command, in the page, from 1.
        var line: Int
        var command: String
        var output: [String] = []
    }

    private(set) var steps: [Step] = []

    /// A block begins with a command; others are not for a terminal. Blank lines are part of what is printed, but for
    /// those at its end.
    init(page: String) {
        var isInside = false, blanks = 0
        for (index, text) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if text.allSatisfy(\.isWhitespace) {
                blanks += 1
            } else if text.hasPrefix("    $ ") {
                isInside = true
                steps.append(Step(line: index + 1, command: String(text.dropFirst(6))))
                blanks = 0
            } else if isInside, text.hasPrefix("    ") {
                steps[steps.count - 1].output += Array(repeating: "", count: blanks) + [String(text.dropFirst(4))]
                blanks = 0
            } else {
                isInside = false
            }
        }
    }
}

extension Transcript.Step {
    /// True where a program printed this, apart from times, digests and progress. A line `…` stands for any lines, `…`
    /// in a line for any text.
    func agrees(with printed: String) -> Bool {
        let lines = Self.comparable(printed).map(Array.init), expected = output.map { Array(Self.masked($0)) }
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
        var lines = printed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).filter {
            $0.firstMatch(of: #/^\[\d+/\d+\] /#) == nil
        }
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        return lines.map(masked)
    }

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
