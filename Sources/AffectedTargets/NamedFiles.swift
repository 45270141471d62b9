import Targets

/// The names of files in texts that clang reads. What is none, such as one in a remark, costs a look and no more.
struct NamedFile: Hashable {
    enum Kind: Hashable {
        /// Source text, which may name others.
        case text
        /// Its bytes are taken as they are.
        case data
        case moduleMap
        /// The text has the assembler read a file that it does not name where it asks.
        case unknown
    }

    var name: String
    var kind: Kind
    /// The assembler looks for it in the folder in which it was started, too.
    var isAssemblers = false

    /// Those that includes name, or tests for them (`__has_include`), or macros that includes may use.
    static func inSource(_ text: [UInt8]) -> [NamedFile] {
        var found: [NamedFile] = [], start = 0
        while start < text.count {
            let end = text[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? text.count
            addNames(in: text[start..<end], to: &found)
            addAssembled(in: text[start..<end], to: &found)
            start = end + 1
        }
        // Two strings side by side may spell a directive.
        if !found.contains(where: { $0.isAssemblers || $0.kind == .unknown }), AssemblerReads.stand(in: text, .c) {
            found.append(NamedFile(name: "", kind: .unknown))
        }
        return found
    }

    /// What directives of an assembler name, in assembly and in strings of C that hold some:
    /// `__asm__(".incbin \"data.bin\"")`.
    private static func addAssembled(in line: ArraySlice<UInt8>, to found: inout [NamedFile]) {
        var rest = line, isInString = false
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\") { _ = rest.popFirst() }
            if byte == UInt8(ascii: "\"") { isInString.toggle() }
            guard byte == UInt8(ascii: ".") else { continue }
            let word = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }.map { $0 | 0x20 }
            let isData = word.elementsEqual("incbin".utf8)
            guard isData || word.elementsEqual("include".utf8) else { continue }
            let after = rest.dropFirst(word.count).drop(while: isBlank)
            if let name = assembled(after, isInString: isInString) {
                found.append(NamedFile(name: name, kind: isData ? .data : .text, isAssemblers: true))
            } else if isData || isInString {
                found.append(NamedFile(name: "", kind: .unknown))
            }
        }
    }

    /// Nil where macros of C or of the assembler make the name.
    private static func assembled(_ text: ArraySlice<UInt8>, isInString: Bool) -> String? {
        let mark = isInString ? Array("\\\"".utf8) : Array("\"".utf8)
        guard text.starts(with: mark) else { return nil }
        let name = text.dropFirst(mark.count).prefix { ![UInt8(ascii: "\""), UInt8(ascii: "\\"), 0].contains($0) }
        guard !name.isEmpty, text[name.endIndex...].starts(with: mark) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    private static func addNames(in line: ArraySlice<UInt8>, to found: inout [NamedFile]) {
        // Editors may put a mark of Unicode's first.
        var rest = line.drop(while: { isBlank($0) || [0xEF, 0xBB, 0xBF].contains($0) })
        // A directive's sign has other spellings.
        guard let sign = ["#", "%:", "??="].first(where: { rest.starts(with: $0.utf8) }) else { return }
        rest = rest.dropFirst(sign.utf8.count)
        rest = rest.drop(while: isBlank)
        let word = rest.prefix { $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        rest = rest.dropFirst(word.count)
        switch String(decoding: word, as: UTF8.self) {
        case "include", "include_next", "import":
            if let name = name(in: rest.drop(while: { !isQuote($0) })) {
                found.append(NamedFile(name: name, kind: .text))
            }
        case "embed":
            if let name = name(in: rest.drop(while: { !isQuote($0) })) {
                found.append(NamedFile(name: name, kind: .data))
            }
        case "define":
            // After the macro's own name.
            rest = rest.drop(while: isBlank)
            rest = rest.drop(while: { !isBlank($0) })
            rest = rest.drop(while: isBlank)
            if let name = name(in: rest) { found.append(NamedFile(name: name, kind: .text)) }
            addArguments(of: rest, to: &found)
        case "if", "elif": addArguments(of: rest, to: &found)
        default: return
        }
    }

    /// What `__has_include` asks for, and macros that do so.
    private static func addArguments(of text: ArraySlice<UInt8>, to found: inout [NamedFile]) {
        for part in text.split(separator: UInt8(ascii: "(")).dropFirst() {
            if let name = name(in: part.drop(while: isBlank)) { found.append(NamedFile(name: name, kind: .text)) }
        }
    }

    /// What stands between quotes, the first of which comes first.
    private static func name(in text: ArraySlice<UInt8>) -> String? {
        guard let first = text.first, isQuote(first) else { return nil }
        let name = text.dropFirst().prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ">") }
        return name.isEmpty || name.contains(0) ? nil : String(decoding: name, as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<") }

    /// The headers, folders of headers and further maps that a module map names.
    static func inModuleMap(_ text: [UInt8]) -> [NamedFile] {
        ModuleMapText.names(in: text).map { NamedFile(name: $0.text, kind: $0.isMap ? .moduleMap : .text) }
    }
}
