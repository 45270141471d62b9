/// Reads what compilers and linkers say that they read: rules in make's format.
enum DependencyFile {
    /// What a linker says that it read, each once: one name a line. lld escapes what make would take for something
    /// else; gold and bfd write `Vendor Libs/libval.a` as it is, which make's rules make two names of. So what names a
    /// file is taken as it is.
    static func linkInputs(in bytes: [UInt8], isFile: (String) -> Bool) -> [String] {
        var found: [String] = []
        var seen: Set<String> = []
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        {
            var text = line
            // Before the names stands what was made.
            if number == 0 {
                guard
                    let colon = text.indices.first(where: {
                        text[$0] == UInt8(ascii: ":") && (text.endIndex == $0 + 1 || text[$0 + 1] == UInt8(ascii: " "))
                    })
                else { return [] }
                text = text[(colon + 1)...]
            }
            let goesOn = text.last == UInt8(ascii: "\\")
            if goesOn { text = text.dropLast() }
            func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
            text = text.drop(while: isBlank)
            while let last = text.last, isBlank(last) { text = text.dropLast() }
            if !text.isEmpty {
                let name = String(decoding: text, as: UTF8.self)
                let isPlain = !text.contains {
                    [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\\"), UInt8(ascii: "$")].contains($0)
                }
                let names = isPlain || isFile(name) ? [name] : prerequisites(in: Array("x: ".utf8) + text)
                for name in names where seen.insert(name).inserted { found.append(name) }
            }
            // Rules for what was read follow, so that make does not mind when it is gone.
            if !goesOn { break }
        }
        return found
    }

    /// All prerequisites of all rules, in order, each once. `\ ` is a blank in a name, `$$` a dollar, `\#` a hash, a
    /// backslash at a line's end goes on on the next.
    static func prerequisites(in bytes: [UInt8]) -> [String] {
        var reader = RuleReader(bytes)
        return reader.prerequisites()
    }
}

private struct RuleReader {
    private let bytes: [UInt8]
    private var index = 0
    private var word: [UInt8] = []
    /// Before the colon of a rule stand targets.
    private var inTargets = true
    private var found: [String] = []
    private var seen: Set<String> = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func prerequisites() -> [String] {
        while let current = byte(index) {
            switch current {
            case UInt8(ascii: "\\"): readEscaped()
            case UInt8(ascii: "$") where byte(index + 1) == UInt8(ascii: "$"):
                word.append(current)
                index += 1
            case UInt8(ascii: ":") where inTargets && isBlank(byte(index + 1)):
                endWord()
                inTargets = false
            case UInt8(ascii: "\n"):
                endWord()
                inTargets = true
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): endWord()
            default: word.append(current)
            }
            index += 1
        }
        endWord()
        return found
    }

    /// At a backslash.
    private mutating func readEscaped() {
        switch byte(index + 1) {
        case UInt8(ascii: "\n")?:
            endWord()
            index += 1
        case UInt8(ascii: "\r")? where byte(index + 2) == UInt8(ascii: "\n"):
            endWord()
            index += 2
        case UInt8(ascii: " ")?, UInt8(ascii: "#")?, UInt8(ascii: ":")?, UInt8(ascii: "\\")?:
            word.append(bytes[index + 1])
            index += 1
        default: word.append(bytes[index])
        }
    }

    private mutating func endWord() {
        defer { word.removeAll(keepingCapacity: true) }
        guard !word.isEmpty, !inTargets else { return }
        let name = String(decoding: word, as: UTF8.self)
        if seen.insert(name).inserted { found.append(name) }
    }

    private func byte(_ at: Int) -> UInt8? { at < bytes.count ? bytes[at] : nil }

    private func isBlank(_ byte: UInt8?) -> Bool {
        switch byte {
        case nil, UInt8(ascii: " ")?, UInt8(ascii: "\t")?, UInt8(ascii: "\n")?, UInt8(ascii: "\r")?: true
        default: false
        }
    }
}
