import SwiftText

/// Tells what each line of a module's parts is.
struct InterfaceReader {
    typealias Entry = InterfaceIndex.Entry

    private let parts: [ABIParts.Part]
    private(set) var entries: [Entry] = []
    private(set) var declared: Set<String> = [], aliases: Set<String> = [], macros: Set<String> = []
    /// Types that attributes can be.
    private(set) var attributes: Set<String> = []
    private(set) var conforming: Set<String> = [], literals: Set<String> = []
    private(set) var extended: [String: Set<String>] = [:]
    private(set) var inheritors: [String: [String]] = [:], nested: [String: [String]] = [:]
    private(set) var inherited: [String: Set<String>] = [:]
    /// Protocols and classes, hidden ones too.
    private(set) var ancestors: Set<String> = []
    /// Aliases, hidden ones too: those of protocols and classes alone, with the paths of these; and others.
    private(set) var compositions: [String: Set<String>] = [:], opaqueAliases: Set<String> = []
    /// Name -> aliases that stand for it, or for what names it.
    private(set) var aliasesOf: [String: [String]] = [:]
    private(set) var protocols: Set<String> = [], requirements: [String: Set<String>] = [:]
    private(set) var renamed: Set<String> = []
    /// The heads that one stands behind.
    private var around: [(path: String, index: Int, keyword: String)] = []
    private var stored: Set<String> = []
    /// Of lines of visible and hidden declarations, by their places.
    private var heads: [Int: Head] = [:]
    /// Paths of types that the module declares, hidden ones too; and those without them.
    private var types: Set<String> = [], visibleTypes: Set<String> = []

    init(_ parts: [ABIParts.Part]) { self.parts = parts }

    mutating func read() {
        for (index, part) in parts.enumerated() {
            if part.kind == .stored { stored.insert(part.name) }
            guard part.kind == .hidden || part.kind == .visible, part.name != "-", let head = Head(part.text) else {
                continue
            }
            heads[index] = head
            if head.isType { types.insert(part.name) }
            if head.isType, part.kind == .visible { visibleTypes.insert(part.name) }
        }
        for (index, part) in parts.enumerated() {
            let entry =
                switch part.kind {
                case .fallback: always(part, nil)
                case .import: always(part, .imports)
                case .visible: visible(part, index)
                case .stored: stored(part)
                case .hidden: hidden(part, index)
                case .slot: withType(part, InterfaceReader.last(part.name), .slots, .storedTypes)
                case .emitted: body(part)
                }
            entries.append(placed(entry, part))
        }
    }

    // MARK: Names

    /// A type in another one of the module is found by its path: each of its names must be known.
    private func placed(_ entry: Entry, _ part: ABIParts.Part) -> Entry {
        guard [.withType, .member, .operator].contains(entry.role), part.name.utf8.contains(UInt8(ascii: ".")) else {
            return entry
        }
        let names = part.name.split(separator: ".").map(String.init)
        guard let place = names.lastIndex(of: entry.owner ?? entry.base), place > 0,
            // What another module's type is called, its own lines say.
            (1...place).allSatisfy({ types.contains(names[..<$0].joined(separator: ".")) })
        else { return entry }
        var placed = entry
        placed.outer = Set(names[..<place])
        return placed
    }

    static func last(_ path: some StringProtocol) -> String {
        let dot = UInt8(ascii: "."), bytes = Array(path.utf8)
        // An operator ends in dots, or is made of them.
        guard let end = bytes.lastIndex(where: { $0 != dot }) else { return String(path) }
        let start = bytes[...end].lastIndex(of: dot).map { $0 + 1 } ?? 0
        return String(decoding: bytes[start...end], as: UTF8.self).bare
    }

    /// Of the declaration whose body it is; nil where the description says something else.
    static func path(ofBody description: String) -> String? {
        var text = Array(description.utf8)[...]
        if let end = text.end(ofLast: " of ") { text = text[end...] }
        if let end = text.end(ofLast: " in ") { text = text[end...] }
        if text.starts(with: "static ".utf8) { text = text.dropFirst("static ".utf8.count) }
        guard let path = withoutParameters(text.prefix { $0 != UInt8(ascii: "(") }) else { return nil }
        let isPlain = path.allSatisfy {
            $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "$") || isAlphanumeric($0)
        }
        guard isPlain, !path.isEmpty else { return nil }
        if text.contains(UInt8(ascii: "(")), text.last != UInt8(ascii: ")") { return nil }
        return withoutAccessor(path)
    }

    /// `Array<>.f<A, B>`, in an extension with conditions, is `Array.f`. Nil where what stands between the brackets is
    /// no list of names.
    private static func withoutParameters(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = path, kept: [UInt8] = []
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            guard let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
            let isList = rest[(start + 1)..<end].allSatisfy {
                $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "_") || isAlphanumeric($0)
            }
            guard isList else { return nil }
            kept += rest[..<start]
            rest = rest[(end + 1)...]
        }
        return kept.isEmpty ? rest : (kept + rest)[...]
    }

    private static let accessors: [StaticString] = [".getter", ".setter", ".modify", ".read", ".modify2", ".read2"]

    private static func withoutAccessor(_ path: ArraySlice<UInt8>) -> String {
        for accessor in accessors where path.ends(with: accessor) {
            return String(decoding: path.dropLast(accessor.utf8CodeUnitCount), as: UTF8.self)
        }
        let allocating: StaticString = ".__allocating_init"
        guard path.ends(with: allocating) else { return String(decoding: path, as: UTF8.self) }
        return String(decoding: path.dropLast(allocating.utf8CodeUnitCount), as: UTF8.self) + ".init"
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// Where the line is a head or stands for one: by which name it is asked for.
    static func headName(_ entry: Entry, _ part: ABIParts.Part) -> String? {
        if entry.isHiddenHead { return entry.base }
        guard part.kind == .visible else { return nil }
        switch entry.role {
        case .around: return entry.base
        case .withType where entry.spreads == .headers || entry.spreads == .aliases: return entry.base
        case .always where entry.rule == .unreadNames && [.headers, .conditions, .aliases].contains(entry.spreads):
            return entry.base
        default: return nil
        }
    }

    /// No type is called so.
    private static let reserved: Set<String> = [
        "public", "internal", "private", "fileprivate", "func", "var", "let", "struct", "class", "enum", "protocol",
        "extension", "init", "static", "inout", "throws", "where", "Self", "self", "case", "typealias",
        "associatedtype",
    ]

    private static func words(_ text: String) -> Set<String> {
        let source = SwiftTokens(text)
        var words: Set<String> = []
        for token in source.tokens where token.kind == .word || token.kind == .attribute {
            let text = source.text(token)
            // Between backticks it is a name.
            if reserved.contains(text) { continue }
            words.insert(token.kind == .attribute ? text.filter { $0 != "`" && $0 != "@" } : text.bare)
        }
        return words
    }

    // MARK: Lines

    private func always(_ part: ABIParts.Part, _ rule: UsedInterface.Rule?) -> Entry {
        Entry(
            role: .always, rule: rule, spreads: .signatures, base: InterfaceReader.last(part.name),
            words: part.kind == .import ? [] : InterfaceReader.words(part.text))
    }

    private func withType(
        _ part: ABIParts.Part, _ owner: String, _ rule: UsedInterface.Rule?, _ spreads: UsedInterface.Rule
    ) -> Entry {
        Entry(
            role: .withType, rule: rule, spreads: spreads, base: InterfaceReader.last(part.name), owner: owner,
            words: InterfaceReader.words(part.text))
    }

    private func stored(_ part: ABIParts.Part) -> Entry {
        withType(part, InterfaceReader.last(part.owner ?? part.name), .storage, .storedTypes)
    }

    private mutating func hidden(_ part: ABIParts.Part, _ index: Int) -> Entry {
        if part.name == "-" { return always(part, nil) }
        let head = heads[index]
        if head?.keyword == "typealias" { addAlias(InterfaceReader.last(part.name), part.text) }
        // Two private types of one name may lie in two files: a property of the one is called as a type in the other.
        let isMember = ["var", "let", "case"].contains(head?.keyword)
        let isType = types.contains(part.name) && !isMember || part.owner == nil
        let path = isType ? part.name : part.owner ?? part.name
        let name = InterfaceReader.last(path)
        if isType, let head, head.isType {
            declare(name, head)
        } else if !types.contains(path), head != nil || part.owner != nil {
            // Without a head the line says how sources write the name: `written as Base.Box`.
            extended[name, default: []].insert("")
        }
        var entry = withType(part, name, .storage, .storedTypes)
        if let head, isHiddenHead(head, part.name) {
            addHead(name, head)
            entry.isHiddenHead = true
        }
        return entry
    }

    /// What hidden types conform to clients cannot ask, but for what a protocol refines.
    private func isHiddenHead(_ head: Head, _ path: String) -> Bool {
        guard !head.inherited.isEmpty else { return false }
        return head.keyword == "protocol" || visibleTypes.contains(path)
            || head.keyword == "extension" && !types.contains(path)
    }

    private func body(_ part: ABIParts.Part) -> Entry {
        // Symbol, digest, and what the body refers to.
        let words = part.text.utf8.split(separator: UInt8(ascii: " ")).dropFirst(2).map { String(Substring($0)) }
        var entry = Entry(
            role: .body, rule: .bodies, spreads: .bodyTypes, base: InterfaceReader.last(part.name), words: Set(words))
        // What reads and writes a stored property refers to nothing else, unless it calls something.
        let isAccess = InterfaceReader.path(ofBody: part.name).map(stored.contains) ?? false
        entry.isMentioning = !isAccess || words.contains { $0.hasPrefix("$") }
        return entry
    }

    // MARK: What clients may name

    private mutating func visible(_ part: ABIParts.Part, _ index: Int) -> Entry {
        let isMinus = part.text.holds("func - ") || part.text.holds("operator -")
        let isSetting = !isMinus && (part.name == "-" || part.name.hasSuffix(".-"))
        guard !isSetting, let head = heads[index] ?? Head(part.text) else { return always(part, .settings) }
        if head.keyword == "extension" { around = [] }
        while let last = around.last, !part.name.hasPrefix(last.path + ".") { around.removeLast() }
        let outer = around.last
        let own = outer.map { part.name.dropFirst($0.path.utf8.count + 1) } ?? part.name[...]
        if head.isType || head.keyword == "extension" { around.append((part.name, index, head.keyword)) }
        var entry = Entry(
            role: .global, spreads: .signatures,
            base: head.keyword == "extension" ? InterfaceReader.last(part.name) : own.bare,
            owner: outer.map { InterfaceReader.last($0.path) }, header: outer?.index,
            words: InterfaceReader.words(part.text))
        if part.text.holds("Literal") { literals.insert(entry.owner ?? entry.base) }
        if part.text.holds("renamed:") { renamed.formUnion(InterfaceReader.wordsOfStrings(in: part.text)) }
        classify(&entry, head, part, in: outer?.keyword)
        if entry.owner != nil, entry.role == .member || entry.role == .operator,
            InterfaceReader.countsUnnamed(part.text)
        {
            entry.role = .withType
        }
        // Whether a function is differentiable, declarations of other names say.
        if part.text.holds("@derivative") || part.text.holds("@transpose") {
            (entry.role, entry.rule) = (.always, nil)
        }
        if InterfaceReader.isUnread(part.name, entry.base) { (entry.role, entry.rule) = (.always, .unreadNames) }
        return entry
    }

    /// One of them is that which somebody should call instead, where an attribute says so.
    static func wordsOfStrings(in text: String) -> Set<String> {
        let source = SwiftTokens(text)
        return source.tokens.reduce(into: []) { words, token in
            guard token.kind == .string else { return }
            let found = source.text(token).split { !($0 == "_" || $0.isLetter || $0.isNumber) }
            words.formUnion(found.map(String.init))
        }
    }

    /// Members that count with their types, whatever they are called: one that stands for a requirement of another
    /// name; one that decides whether a conformance is isolated; one that a function of its superclass calls; one whose
    /// type an associated type may be.
    private static func countsUnnamed(_ text: String) -> Bool {
        text.holds("@_implements") || text.holds("nonisolated") || text.holds("override ")
            || text.holds("some ") && Declaration.words(in: text).contains("some")
    }

    /// Between backticks anything may stand, also what looks like a path.
    private static func isUnread(_ path: String, _ base: String) -> Bool {
        path.utf8.contains { $0 >= 0x80 || $0 == UInt8(ascii: "`") }
            || !isWord(base) && base.utf8.count > ClientMentions.longestOperator
    }

    private static func isAttribute(_ text: String) -> Bool {
        text.holds("@propertyWrapper") || text.holds("@resultBuilder") || text.holds("@_functionBuilder")
            || text.holds("@globalActor")
    }

    private mutating func classify(_ entry: inout Entry, _ head: Head, _ part: ABIParts.Part, in outer: String?) {
        switch head.keyword {
        case "extension":
            extended[entry.base, default: []].insert(head.module)
            addHead(entry.base, head)
            entry.spreads = head.inherited.isEmpty ? .conditions : .headers
            entry.rule = head.inherited.isEmpty ? .conditions : .conformances
            entry.role = head.inherited.isEmpty ? .around : .withType
        case _ where head.isType:
            declare(entry.base, head)
            addHead(entry.base, head)
            if let owner = entry.owner { nested[owner, default: []].append(entry.base) }
            if InterfaceReader.isAttribute(part.text) { attributes.insert(entry.base) }
            if head.keyword == "protocol" { protocols.insert(entry.base) }
            (entry.role, entry.spreads, entry.owner) = (.withType, .headers, nil)
        case "typealias":
            aliases.insert(entry.base)
            addAlias(entry.base, part.text)
            (entry.role, entry.spreads) = (.withType, .aliases)
            if entry.owner != nil { entry.rule = .aliases }
            // Default types of literals are looked up by name.
            if outer == nil, ["LiteralType", "ClusterType", "ScalarType"].contains(where: entry.base.hasSuffix) {
                (entry.role, entry.rule) = (.always, .literals)
            }
        case "macro":
            macros.insert(entry.base)
        case "precedencegroup":
            // Some are looked up by names that nobody writes.
            (entry.role, entry.rule, entry.spreads) = (.always, .operators, .headers)
        case "operator":
            (entry.role, entry.rule) = (.operator, .operators)
        case "case":
            (entry.role, entry.rule, entry.spreads) = (.withType, .storage, .storedTypes)
        case _ where outer == "protocol":
            requirements[entry.owner ?? "", default: []].insert(entry.base)
            (entry.role, entry.rule) = (.withType, .requirements)
        case "var", "let":
            guard outer != nil else {
                // `let a: Int, b: Int` is found by its first name alone.
                if InterfaceReader.declaresMore(part.text) { entry.role = .always }
                break
            }
            let isStored = stored.contains(part.name) || !part.text.holds("{")
            entry.role = isStored ? .withType : .member
            if isStored { (entry.rule, entry.spreads) = (.storage, .storedTypes) }
        default:
            if outer != nil { entry.role = .member }
            if head.keyword == "func", !InterfaceReader.isWord(entry.base) { entry.role = .operator }
        }
    }

    /// A comma outside of round and square brackets; that of generic arguments is taken for one.
    private static func declaresMore(_ text: String) -> Bool {
        var depth = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ",") where depth == 0: return true
            default: break
            }
        }
        return false
    }

    static func isWord(_ name: String) -> Bool {
        name.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "$") }
    }

    private mutating func declare(_ type: String, _ head: Head) {
        declared.insert(type)
        if head.keyword == "protocol" || head.keyword == "class" { ancestors.insert(type) }
    }

    private mutating func addHead(_ name: String, _ head: Head) {
        guard !head.inherited.isEmpty else { return }
        conforming.insert(name)
        for inherited in head.inherited { inheritors[inherited, default: []].append(name) }
        inherited[name, default: []].formUnion(head.inheritedPaths)
    }

    private mutating func addAlias(_ name: String, _ text: String) {
        if let paths = Composition.paths(ofAlias: text) {
            compositions[name, default: []].formUnion(paths)
            for path in paths { aliasesOf[InterfaceReader.last(path), default: []].append(name) }
        } else {
            opaqueAliases.insert(name)
            for word in InterfaceReader.words(text) where word != name { aliasesOf[word, default: []].append(name) }
        }
    }
}
