import Disk

/// A macro of a C text that stands for the time of the compile: the result holds the time of the run that made it.
public struct ClockMacro: Hashable, Sendable {
    /// `__DATE__`, `__TIME__` or `__TIMESTAMP__`.
    public var name: String
    /// Of the text, from 1.
    public var line: Int

    static let names = ["__DATE__", "__TIME__", "__TIMESTAMP__"]

    /// Those that `text` uses outside of comments and of string literals, each where it stands first.
    static func uses(in text: [UInt8]) -> [ClockMacro] {
        guard names.contains(where: { ByteSearch.contains(Array($0.utf8), in: text) }) else { return [] }
        var found: [ClockMacro] = [], scan = Scan(text)
        while let (word, line) = scan.nextName() {
            let name = String(decoding: word, as: UTF8.self)
            guard names.contains(name), !found.contains(where: { $0.name == name }) else { continue }
            found.append(ClockMacro(name: name, line: line))
        }
        return found
    }
}

/// Goes through the names of a C text.
private struct Scan {
    private let text: [UInt8]
    private var at = 0
    private var line = 1

    init(_ text: [UInt8]) { self.text = text }

    /// The next name, and its line; nil at the end.
    mutating func nextName() -> (ArraySlice<UInt8>, line: Int)? {
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: "/") where isNext("/"): skipLine()
            case UInt8(ascii: "/") where isNext("*"): skipComment()
            case UInt8(ascii: "\""), UInt8(ascii: "'"): skipLiteral(text[at])
            case let byte where Scan.isOfName(byte):
                let start = at
                while at < text.count, Scan.isOfName(text[at]) { at += 1 }
                // A number: `1'000`.
                if Scan.isDigit(byte), at < text.count, text[at] == UInt8(ascii: "'") { at += 1 }
                return (text[start..<at], line)
            default: step()
            }
        }
        return nil
    }

    private func isNext(_ character: Unicode.Scalar) -> Bool {
        at + 1 < text.count && text[at + 1] == UInt8(ascii: character)
    }

    private mutating func step() {
        if text[at] == UInt8(ascii: "\n") { line += 1 }
        at += 1
    }

    private mutating func skipLine() {
        while at < text.count, text[at] != UInt8(ascii: "\n") { at += 1 }
    }

    private mutating func skipComment() {
        at += 2
        while at < text.count {
            if text[at] == UInt8(ascii: "*"), isNext("/") {
                at += 2
                return
            }
            step()
        }
    }

    /// One that is not closed ends with its line: an apostrophe stands in numbers, and in texts that no compiler reads.
    private mutating func skipLiteral(_ quote: UInt8) {
        at += 1
        while at < text.count, text[at] != UInt8(ascii: "\n") {
            if text[at] == quote {
                at += 1
                return
            }
            if text[at] == UInt8(ascii: "\\"), at + 1 < text.count { at += 1 }
            step()
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
