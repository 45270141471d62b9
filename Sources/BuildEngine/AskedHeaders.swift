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

    /// What `text` asks for by one of `words`. A question in a comment counts where its name is written there: that
    /// costs a look.
    init(in text: [UInt8], words: Set<String> = questions) {
        guard words.contains(where: { ByteSearch.contains(Array($0.utf8), in: text) }) else { return }
        for line in AskedHeaders.lines(of: text) { add(line, words) }
    }

    private mutating func add(_ line: [UInt8], _ words: Set<String>) {
        let line = line[...].drop(while: AskedHeaders.isBlank), definition = Definition(line)
        let isComment = line.starts(with: "//".utf8) || line.first == UInt8(ascii: "*")
        var rest = line
        while !rest.isEmpty {
            rest = rest.drop { !AskedHeaders.isOfName($0) }
            let word = rest.prefix(while: AskedHeaders.isOfName)
            rest = rest.dropFirst(word.count)
            let argument = rest.drop(while: AskedHeaders.isBlank)
            // What `#define __has_include(x) 0` does for old compilers is no question.
            guard argument.first == UInt8(ascii: "("), definition?.start != word.startIndex,
                words.contains(String(decoding: word, as: UTF8.self))
            else { continue }
            add(argument.dropFirst().drop(while: AskedHeaders.isBlank), in: definition, isComment)
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
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            var line = line
            if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
            if line.last == UInt8(ascii: "\\") {
                open += line.dropLast()
            } else {
                lines.append(open + line)
                open = []
            }
        }
        return open.isEmpty ? lines : lines + [open]
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
