import SwiftText

/// What the compiler prints of a module that it reads back: every declaration in it, hidden ones too, with types
/// resolved and storage marked; and the SIL that it holds for clients.
struct ModuleDump {
    struct Function {
        /// `default argument 0 of Box.init(value:)`
        var description: String
        var symbol: String
        /// Linkage and attributes.
        var header: Substring
        var body: Range<Int>
    }

    struct MethodTable {
        /// Its class, as a path.
        var name: String
        var slots: [String]
    }

    let bytes: [UInt8]
    private(set) var declarations: [Declaration] = []
    private(set) var functions: [Function] = []
    private(set) var tables: [MethodTable] = []

    /// Some alias stands for a value of an opaque type.
    var namesOpaque: Bool {
        func names(_ declarations: [Declaration]) -> Bool {
            declarations.contains { $0.isOpaqueAlias || names($0.members) }
        }
        return names(declarations)
    }

    /// Paths of types and aliases.
    var namesOfTypes: Set<String> {
        func names(_ declarations: [Declaration], in path: String) -> Set<String> {
            declarations.reduce(into: []) { found, one in
                let inner = path.isEmpty ? one.name : "\(path).\(one.name)"
                if one.isType || one.keyword == "typealias" { found.insert(inner) }
                found.formUnion(names(one.members, in: inner))
            }
        }
        return names(declarations, in: "")
    }

    /// Nil for what is not understood.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.starts(with: "sil_stage raw\n".utf8) else { return nil }
        var lines = Lines(bytes)
        _ = lines.next()
        // Declarations stand before all SIL.
        let first = lines.at
        var end = bytes.count
        while let line = lines.next() {
            if Lines.starts(bytes, line, "sil") || Lines.starts(bytes, line, "// ") {
                end = line.lowerBound
                break
            }
        }
        // The first ones name modules that every dump names.
        guard let parsed = DeclarationParser.parse(Array(bytes[first..<end])) else { return nil }
        declarations = parsed.filter { $0.keyword != "import" }
        guard readSIL(from: end) else { return nil }
    }

    private mutating func readSIL(from start: Int) -> Bool {
        var lines = Lines(bytes)
        lines.at = start
        var description = ""
        while let line = lines.next() {
            if Lines.starts(bytes, line, "// ") {
                description = text(line.dropFirst(3))
            } else if Lines.starts(bytes, line, "sil ") {
                guard bytes[line.upperBound - 1] == UInt8(ascii: "{") else { continue }
                guard let function = function(line, description, &lines) else { return false }
                functions.append(function)
            } else if Lines.starts(bytes, line, "sil_vtable ") {
                guard let table = table(line, &lines) else { return false }
                tables.append(table)
            }
        }
        return true
    }

    private func function(_ line: Range<Int>, _ description: String, _ lines: inout Lines) -> Function? {
        guard let name = line.first(where: { bytes[$0] == UInt8(ascii: "@") && bytes[$0 - 1] == UInt8(ascii: " ") })
        else { return nil }
        let end = line[name...].first { bytes[$0] == UInt8(ascii: " ") } ?? line.upperBound
        while let inner = lines.next() {
            guard Lines.starts(bytes, inner, "} // end sil function") else { continue }
            return Function(
                description: description, symbol: text(name + 1..<end), header: text(line.lowerBound + 4..<name)[...],
                body: line.lowerBound..<inner.upperBound)
        }
        return nil
    }

    private func table(_ line: Range<Int>, _ lines: inout Lines) -> MethodTable? {
        // `sil_vtable [serialized] Outer.Name {`
        let words = text(line).split(separator: " ")
        guard words.count >= 3, words.last == "{" else { return nil }
        var slots: [String] = []
        while let inner = lines.next() {
            if Lines.starts(bytes, inner, "}") {
                return MethodTable(name: String(words[words.count - 2]), slots: slots)
            }
            // What follows a tab is a comment.
            let slot = text(inner).split(separator: "\t").first ?? ""
            slots.append(String(slot.drop { $0 == " " }))
        }
        return nil
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// A function's text; the identities that opened types get anew in every run are numbered instead.
    func body(of function: Function) -> [UInt8] {
        var text: [UInt8] = []
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        text.reserveCapacity(function.body.count)
        var at = function.body.lowerBound
        while at < function.body.upperBound {
            if bytes[at] == UInt8(ascii: "\""), at + 38 <= function.body.upperBound,
                ModuleDump.isIdentity(bytes[at + 1..<at + 37]),
                bytes[at + 37] == UInt8(ascii: "\"")
            {
                let number = numbers[bytes[at + 1..<at + 37], default: numbers.count]
                numbers[bytes[at + 1..<at + 37]] = number
                text += Array("\"#\(number)\"".utf8)
                at += 38
            } else {
                text.append(bytes[at])
                at += 1
            }
        }
        return text
    }

    /// `6372F5CA-7933-8D9F-3421-8C75A6C14A9C`
    private static func isIdentity(_ text: ArraySlice<UInt8>) -> Bool {
        for (index, byte) in text.enumerated() {
            switch index {
            case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return false }
            default:
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"): continue
                default: return false
                }
            }
        }
        return true
    }

    /// The symbols of the functions that a body refers to.
    func references(in body: Range<Int>) -> [String] {
        var found: [String] = []
        let mark = Array("function_ref @".utf8)
        bytes.withUnsafeBufferPointer { bytes in
            var at = body.lowerBound
            while at < body.upperBound {
                guard bytes[at] == UInt8(ascii: "@"), at - body.lowerBound >= mark.count,
                    bytes[at - mark.count + 1...at].elementsEqual(mark)
                else {
                    at += 1
                    continue
                }
                var end = at + 1
                while end < body.upperBound, bytes[end] != UInt8(ascii: " "), bytes[end] != UInt8(ascii: "\n") {
                    end += 1
                }
                found.append(String(decoding: bytes[at + 1..<end], as: UTF8.self))
                at = end
            }
        }
        return found
    }

    /// What a body is about: the names in its types and members, and the symbols that it refers to; sorted.
    ///
    /// What begins a line or an instruction names that, and what stands alone in square brackets says how it is done.
    func words(in body: Range<Int>) -> [String] {
        let source = SwiftTokens(Array(bytes[body]))
        var found = Set(references(in: body))
        for (index, token) in source.tokens.enumerated() where token.kind == .word && !token.startsLine {
            let previous = index > 0 ? source.tokens[index - 1] : nil
            let next = index + 1 < source.tokens.count ? source.tokens[index + 1] : nil
            if previous?.is("=") ?? false { continue }
            if previous?.is("[") ?? false, next?.is("]") ?? false, !(next?.startsLine ?? true) { continue }
            let word = source.text(token).filter { $0 != "`" }
            let name = word.hasPrefix("$") ? String(word.dropFirst()) : word
            if !name.isEmpty { found.insert(name) }
        }
        return found.sorted()
    }

    /// Lines of bytes, without their ends.
    struct Lines {
        private let bytes: [UInt8]
        var at = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func next() -> Range<Int>? {
            guard at < bytes.count else { return nil }
            let start = at
            var end = start
            bytes.withUnsafeBufferPointer { bytes in
                while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
            }
            at = end + 1
            return start..<end
        }

        static func starts(_ bytes: [UInt8], _ line: Range<Int>, _ prefix: StaticString) -> Bool {
            line.count >= prefix.utf8CodeUnitCount
                && prefix.withUTF8Buffer { prefix in
                    for index in prefix.indices where bytes[line.lowerBound + index] != prefix[index] { return false }
                    return true
                }
        }
    }
}
