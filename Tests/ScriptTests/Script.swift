/// A scenario as text: lines of commands, then the files that it starts from. `Scripts/README.md` describes the
/// language.
struct Script: Equatable {
    struct Line: Equatable {
        /// In the script's file, from 1.
        var number: Int
        /// As it is written, for messages.
        var text: String
        /// `! command`: it must fail, or not be so.
        var isNegated: Bool
        /// `[root]`, `[!root]`: the line counts only where this holds.
        var condition: String?
        /// The command and its arguments, without quotes, variables not yet replaced.
        var words: [Word]
    }

    struct Word: Equatable {
        /// A dollar sign that stood in quotes is written as `quotedDollar`.
        var text: String
        /// Some of it stood in quotes.
        var isQuoted: Bool

        static let quotedDollar: Character = "\u{E000}"
    }

    struct Mistake: Error, Equatable {
        var line: Int
        var message: String
    }

    var lines: [Line] = []
    /// Path and content, in the script's order.
    var files: [(path: String, content: String)] = []

    static func == (a: Script, b: Script) -> Bool {
        a.lines == b.lines && a.files.map(\.path) == b.files.map(\.path)
            && a.files.map(\.content) == b.files.map(\.content)
    }

    init(parsing text: String) throws(Mistake) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("-- "), line.hasSuffix(" --"), line.count > 6 {
                files.append((String(line.dropFirst(3).dropLast(3)), ""))
            } else if !files.isEmpty {
                files[files.count - 1].content += line + "\n"
            } else {
                if let parsed = try Script.line(String(line), number: index + 1) { lines.append(parsed) }
            }
        }
        // The text's own last newline is not another line of its last file.
        if !files.isEmpty, text.hasSuffix("\n") { files[files.count - 1].content.removeLast() }
    }

    /// Nil for a line without a command.
    private static func line(_ text: String, number: Int) throws(Mistake) -> Line? {
        var words = try split(text, number: number)
        var condition: String?
        if let first = words.first, !first.isQuoted, first.text.hasPrefix("["), first.text.hasSuffix("]") {
            condition = String(first.text.dropFirst().dropLast())
            words.removeFirst()
        }
        let isNegated = words.first == Word(text: "!", isQuoted: false)
        if isNegated { words.removeFirst() }
        if words.isEmpty, condition == nil, !isNegated { return nil }
        guard !words.isEmpty else { throw Mistake(line: number, message: "a command is missing") }
        return Line(number: number, text: text, isNegated: isNegated, condition: condition, words: words)
    }

    /// Words between blanks; `'…'` is one word, in which `''` is a quote; `#` starts a comment.
    private static func split(_ text: String, number: Int) throws(Mistake) -> [Word] {
        var words: [Word] = []
        var rest = text[...]
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            guard let first = rest.first, first != "#" else { return words }
            var word = Word(text: "", isQuoted: false)
            while let next = rest.first, next != " ", next != "\t" {
                rest.removeFirst()
                guard next == "'" else {
                    word.text.append(next)
                    continue
                }
                word.isQuoted = true
                while true {
                    guard let inner = rest.popFirst() else {
                        throw Mistake(line: number, message: "a quote is not closed")
                    }
                    if inner == "'" {
                        guard rest.first == "'" else { break }
                        rest.removeFirst()
                    }
                    word.text.append(inner == "$" ? Word.quotedDollar : inner)
                }
            }
            words.append(word)
        }
    }
}
