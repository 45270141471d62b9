import Disk

/// The headers that a C text asks for by `__has_include` and its kin. A file that is not there stands in no account of
/// what a compile read, and the object depends on it all the same.
struct AskedHeaders: Hashable, Sendable {
    struct Name: Hashable, Sendable {
        var text: String
        /// In quotes: looked for beside the text that asks, too.
        var isQuoted: Bool
    }

    private(set) var names: Set<Name> = []
    /// Macros that pass their parameter on, as `#define HAS(file) __has_include(file)` does: their uses ask as well.
    private(set) var macros: Set<String> = []
    /// True where a name is not written where it is asked for, but made by other macros.
    private(set) var hasUnknown = false

    static let questions: Set<String> = [
        "__has_include", "__has_include_next", "__has_include__", "__has_include_next__", "__has_embed",
    ]

    /// True for a flag that defines a macro by which texts may ask.
    static func asks(_ word: String) -> Bool { word.contains("=") && questions.contains(where: word.contains) }

    /// What `text` asks for by one of `words`. A question in a comment counts where its name is written there: that
    /// costs a look.
    init(in text: [UInt8], words: Set<String> = questions) {
        let isSplit = ByteSearch.contains(Array("\\".utf8), in: text)
        guard isSplit || words.contains(where: { ByteSearch.contains(Array($0.utf8), in: text) }) else { return }
        for line in AskedHeaders.lines(of: text) where !isSplit || words.contains(where: line.holds) {
            add(line, words)
        }
    }

    private mutating func add(_ line: [UInt8], _ words: Set<String>) {
        let line = line[...].drop(while: AskedHeaders.isBlank), definition = Definition(line)
        // Code may follow the end of a comment.
        let isComment =
            line.starts(with: "//".utf8) || line.first == UInt8(ascii: "*") && !Array(line).holds("*/")
        if AskedHeaders.renames(AskedHeaders.directive(line), words) { hasUnknown = true }
        var rest = line
        while !rest.isEmpty {
            rest = rest.drop { !AskedHeaders.isOfName($0) }
            let word = rest.prefix(while: AskedHeaders.isOfName)
            rest = rest.dropFirst(word.count)
            // What `#define __has_include(x) 0` does for old compilers is no question.
            guard definition?.start != word.startIndex, words.contains(String(decoding: word, as: UTF8.self))
            else { continue }
            let argument = AskedHeaders.withoutSpace(rest)
            guard argument.first == UInt8(ascii: "(") else { continue }
            add(AskedHeaders.withoutSpace(argument.dropFirst()), in: definition, isComment)
        }
    }

    /// True for a directive by which one of `words` may get another name, by which others then ask.
    private static func renames(_ directive: [UInt8], _ words: Set<String>) -> Bool {
        let definition = Definition(directive[...])
        var rest = directive[...], before: ArraySlice<UInt8> = []
        while !rest.isEmpty {
            rest = rest.drop { !isOfName($0) }
            let word = rest.prefix(while: isOfName)
            rest = rest.dropFirst(word.count)
            if definition?.start != word.startIndex, words.contains(String(decoding: word, as: UTF8.self)),
                withoutSpace(rest).first != UInt8(ascii: "("),
                !testing.contains(where: { before.elementsEqual($0.utf8) })
            {
                return true
            }
            before = word
        }
        return false
    }

    /// A line without its comments; empty for one that is no directive.
    private static func directive(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var rest = line, code: [UInt8] = []
        while let byte = rest.first {
            if rest.starts(with: "//".utf8) { break }
            if rest.starts(with: "/*".utf8) {
                rest = withoutSpace(rest)
                code.append(UInt8(ascii: " "))
            } else if rest.starts(with: "*/".utf8) {
                // What stood before it was the end of a comment.
                code = []
                rest = rest.dropFirst(2)
            } else {
                code.append(byte)
                rest = rest.dropFirst()
            }
        }
        code = Array(code.drop(while: isBlank))
        return code.first == UInt8(ascii: "#") ? code : []
    }

    /// What stands before a word to ask whether there is such a macro.
    private static let testing = ["defined", "ifdef", "ifndef", "elifdef", "elifndef", "undef"]

    /// From the first byte that is neither blank nor in a comment.
    private static func withoutSpace(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = text
        while true {
            rest = rest.drop { isBlank($0) || $0 == 0x0B || $0 == 0x0C }
            guard rest.starts(with: "/*".utf8) else { return rest }
            var end = rest.startIndex + 2
            while end < rest.endIndex, !rest[end...].starts(with: "*/".utf8) { end += 1 }
            rest = rest[min(end + 2, rest.endIndex)...]
        }
    }

    private mutating func add(_ argument: ArraySlice<UInt8>, in definition: Definition?, _ isComment: Bool) {
        let isQuoted = argument.first == UInt8(ascii: "\"")
        if isQuoted || argument.first == UInt8(ascii: "<") {
            let name = argument.dropFirst().prefix { $0 != (isQuoted ? UInt8(ascii: "\"") : UInt8(ascii: ">")) }
            guard !name.isEmpty, !name.contains(0) else { return }
            names.insert(Name(text: String(decoding: name, as: UTF8.self), isQuoted: isQuoted))
            return
        }
        let word = argument.prefix(while: AskedHeaders.isOfName), next = argument.dropFirst(word.count)
        if let definition, definition.parameters.contains(Array(word)),
            next.drop(while: AskedHeaders.isBlank).first == UInt8(ascii: ")")
        {
            macros.insert(definition.name)
        } else if !isComment {
            hasUnknown = true
        }
    }

    /// A line that defines a macro.
    private struct Definition {
        var name: String
        var start: Int
        var parameters: Set<[UInt8]> = []

        init?(_ line: ArraySlice<UInt8>) {
            guard line.first == UInt8(ascii: "#") else { return nil }
            let directive = line.dropFirst().drop(while: isBlank)
            guard directive.starts(with: "define".utf8) else { return nil }
            let text = directive.dropFirst(6).drop(while: isBlank), word = text.prefix(while: isOfName)
            (name, start) = (String(decoding: word, as: UTF8.self), word.startIndex)
            let rest = text.dropFirst(word.count)
            guard rest.first == UInt8(ascii: "(") else { return }
            let list = rest.dropFirst().prefix { $0 != UInt8(ascii: ")") }
            parameters = Set(list.split(separator: UInt8(ascii: ",")).map { Array($0.filter(isOfName)) })
        }
    }

    /// Lines as the preprocessor has them: a backslash at the end joins two.
    private static func lines(of text: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = [], open: [UInt8] = []
        for line in withoutReturns(text).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            var line = line
            // Compilers take a backslash for the last byte, too, where blanks follow it.
            while let last = line.last, last == UInt8(ascii: "\r") || isBlank(last) { line = line.dropLast() }
            if line.last == UInt8(ascii: "\\") {
                open += line.dropLast()
            } else {
                lines.append(open + line)
                open = []
            }
        }
        return open.isEmpty ? lines : lines + [open]
    }

    /// A carriage return alone ends a line, too.
    private static func withoutReturns(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(UInt8(ascii: "\r")) else { return text }
        return text.indices.map { index in
            let isAlone = text[index] == UInt8(ascii: "\r") && !text[(index + 1)...].starts(with: "\n".utf8)
            return isAlone ? UInt8(ascii: "\n") : text[index]
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }
}

extension [UInt8] {
    fileprivate func holds(_ word: String) -> Bool { ByteSearch.contains(Array<UInt8>(word.utf8), in: self) }
}
