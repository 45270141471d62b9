/// What a source says of itself that no tool tells of a module: its imports, and which types it declares.
///
/// Found without understanding Swift: what looks like an import counts as one, for only its change does.
public struct SourceFacts: Hashable, Sendable {
    /// Lines with an import, as written.
    public private(set) var imports: [String] = []
    /// Names behind `struct`, `class`, `enum`, `actor` and `protocol`.
    public private(set) var types: Set<String> = []
    /// It may import a module's hidden declarations: with `@testable`, or a file's private ones. Or it says of a
    /// function what it must not do: the compiler then looks into all that it calls, and specialises inlinable bodies
    /// even without optimisation.
    public private(set) var seesHidden = false

    public init(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { read($0) }
    }

    /// The last of these alone.
    public static func seesHidden(_ bytes: [UInt8]) -> Bool { SourceFacts(bytes).seesHidden }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        var at = 0, lineStart = 0, previousLine = 0..<0
        var takesName = false
        while at < bytes.count {
            let byte = bytes[at]
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                // Both of them together end one line.
                let endsPair = byte == UInt8(ascii: "\n") && at > 0 && bytes[at - 1] == UInt8(ascii: "\r")
                if !endsPair { previousLine = lineStart..<at }
                at += 1
                lineStart = at
                continue
            }
            guard SourceFacts.isWord(byte) else {
                at += 1
                continue
            }
            let start = at
            while at < bytes.count, SourceFacts.isWord(bytes[at]) { at += 1 }
            let word = bytes[start..<at]
            if start > 0, bytes[start - 1] == UInt8(ascii: "@"), SourceFacts.isSeeing(word),
                !isComment(bytes, lineStart)
            {
                seesHidden = true
            }
            if takesName {
                types.insert(String(decoding: word, as: UTF8.self))
                takesName = false
            }
            switch word.count {
            case 4: takesName = word.elementsEqual("enum".utf8)
            case 5: takesName = word.elementsEqual("class".utf8) || word.elementsEqual("actor".utf8)
            case 6:
                takesName = word.elementsEqual("struct".utf8)
                if word.elementsEqual("import".utf8) { addImport(bytes, lineStart, previousLine) }
            case 8: takesName = word.elementsEqual("protocol".utf8)
            default: break
            }
        }
    }

    private static let seeing: [StaticString] = [
        "testable", "_private", "_noLocks", "_noAllocation", "_noRuntime", "_noExistentials", "_noObjCBridging",
        "_manualOwnership",
        "section", "_section", "const", "_const",
    ]

    private static func isSeeing(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        seeing.contains { name in
            word.count == name.utf8CodeUnitCount && name.withUTF8Buffer { $0.elementsEqual(word) }
        }
    }

    private mutating func addImport(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ previous: Range<Int>) {
        if isComment(bytes, start) { return }
        let line = trimmed(bytes, start)
        // An attribute may stand on a line of its own.
        let before = trimmed(bytes, previous.lowerBound)
        imports.append(before.hasPrefix("@") && line.hasPrefix("import") ? "\(before) \(line)" : line)
    }

    /// True for a line that is nothing but a comment. One that ends a longer comment begins with two slashes at most by
    /// chance, and code may follow.
    private func isComment(_ bytes: UnsafeBufferPointer<UInt8>, _ lineStart: Int) -> Bool {
        let line = trimmed(bytes, lineStart).utf8
        return line.starts(with: "//".utf8)
            && !zip(line, line.dropFirst()).contains { $0 == (UInt8(ascii: "*"), UInt8(ascii: "/")) }
    }

    private func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> String {
        var start = start
        while start < bytes.count, bytes[start] == UInt8(ascii: " ") || bytes[start] == UInt8(ascii: "\t") {
            start += 1
        }
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") { end += 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
