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
    /// Symbol -> what the compiler calls it, of all functions that the module holds or refers to.
    private(set) var descriptions: [String: String] = [:]
    /// Symbol -> linkage and attributes of the same functions, but of those that only have what all have.
    private(set) var headers: [String: String] = [:]
    private(set) var tables: [MethodTable] = []

    /// Some alias stands for a value of an opaque type.
    var namesOpaque: Bool {
        func names(_ declarations: [Declaration]) -> Bool {
            declarations.contains { $0.isOpaqueAlias || names($0.members) }
        }
        return names(declarations)
    }

    /// Paths of types and aliases.
    var namesOfTypes: Set<String> { Set(pathsOfTypes.map(\.path)) }

    /// Paths under which it declares one type and nothing else.
    var pathsOfOneType: Set<String> {
        let declared = Dictionary(grouping: pathsOfTypes, by: \.path)
        return Set(declared.filter { $0.value.count == 1 && $0.value[0].isType }.keys)
    }

    /// Of every type and alias, in the order of the text.
    private var pathsOfTypes: [(path: String, isType: Bool)] {
        var found: [(path: String, isType: Bool)] = []
        func add(_ declarations: [Declaration], in path: String) {
            for one in declarations {
                let inner = path.isEmpty ? one.name : "\(path).\(one.name)"
                if one.isType || one.keyword == "typealias" { found.append((inner, one.isType)) }
                add(one.members, in: inner)
            }
        }
        add(declarations, in: "")
        return found
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
                if let symbol = symbol(of: line) {
                    let name = text(symbol), header = header(from: line, to: symbol)
                    descriptions[name] = description
                    if header != ModuleDump.plainHeader { headers[name] = header }
                }
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
        guard let symbol = symbol(of: line) else { return nil }
        while let inner = lines.next() {
            guard Lines.starts(bytes, inner, "} // end sil function") else { continue }
            return Function(
                description: description, symbol: text(symbol),
                header: header(from: line, to: symbol)[...],
                body: line.lowerBound..<inner.upperBound)
        }
        return nil
    }

    /// Of every function that was read back.
    private static let plainHeader = "[canonical]"

    /// `[noinline] [canonical]` of `sil [noinline] [canonical] @symbol`.
    private func header(from line: Range<Int>, to symbol: Range<Int>) -> String {
        let start = line.lowerBound + 4, end = symbol.lowerBound - 1
        return start < end ? text(start..<end) : ""
    }

    /// Of the function that the line begins, without the `@`.
    private func symbol(of line: Range<Int>) -> Range<Int>? {
        guard let name = line.first(where: { bytes[$0] == UInt8(ascii: "@") && bytes[$0 - 1] == UInt8(ascii: " ") })
        else { return nil }
        return name + 1..<(line[name...].first { bytes[$0] == UInt8(ascii: " ") } ?? line.upperBound)
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

    /// The symbols that a function refers to: others that it calls, and what a key path in it goes by.
    func references(of function: Function) -> [String] {
        let body = function.body
        var found: [String] = []
        bytes.withUnsafeBufferPointer { bytes in
            var at = body.lowerBound
            while at < body.upperBound {
                guard bytes[at] == UInt8(ascii: "@"), at > body.lowerBound, bytes[at - 1] == UInt8(ascii: " ") else {
                    at += 1
                    continue
                }
                var end = at + 1
                while end < body.upperBound, ModuleDump.isSymbol(bytes[end]) { end += 1 }
                found.append(String(decoding: bytes[at + 1..<end], as: UTF8.self))
                at = end
            }
        }
        // `@owned` says how something is passed.
        return found.filter { $0 != function.symbol && ($0.hasPrefix("$") || descriptions[$0] != nil) }
    }

    private static func isSymbol(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "."), 0x80...:
            true
        default: false
        }
    }

    /// What a body is about: the names in its types and members, the symbols that it refers to, and the names of these;
    /// sorted.
    ///
    /// What begins a line or an instruction names that, and what stands alone in square brackets says how it is done.
    func words(of function: Function) -> [String] {
        let source = SwiftTokens(Array(bytes[function.body]))
        let references = references(of: function)
        var found = Set(references)
        for symbol in references {
            guard let description = descriptions[symbol] else { continue }
            // A blank ends a word of the line that they go into.
            found.formUnion(ModuleDump.operators(in: description))
            found.formUnion(
                description.split { ModuleDump.endsName($0) }.map { $0.filter { $0 != "`" } }.filter { !$0.isEmpty })
        }
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

    /// In `static Box..+. infix(_:_:)`: `..+.` and `.+.`, for the path's point looks like the operator's.
    private static func operators(in description: String) -> [String] {
        let runs = description.split {
            !($0.unicodeScalars.first?.value ?? 0 >= 0x80 || "/=-+!*%<>&|^~?.".contains($0))
        }
        return runs.flatMap { run in run.hasPrefix(".") ? [String(run), String(run.dropFirst())] : [String(run)] }
            .filter { !$0.isEmpty }
    }

    /// `static Box.** infix(_:_:)` names `static`, `Box`, `**` and `infix`.
    private static func endsName(_ character: Character) -> Bool {
        character.isWhitespace || "()[]{},:;.<>@#\"\\".contains(character)
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
