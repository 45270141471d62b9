import Digests

/// What counts about a module beside its interface: the layout of everything that visible storage reaches, method tables, and bodies
/// that clients' compilers take over.
struct DeclarationSupplement {
    private let dump: ModuleDump
    /// By their classes' last names: they carry no more.
    private let tables: [String: [ModuleDump.MethodTable]]
    /// Path -> the module's declarations of types under it. A private type can share its path with others.
    private var types: [String: [Declaration]] = [:]
    private var extensions: [String: [Declaration]] = [:]
    /// Last name of a hidden type's path -> such paths.
    private var hidden: [String: [String]] = [:]
    private var reached: Set<String> = []
    private(set) var parts: [ABIParts.Part] = []
    private(set) var fallbacks: [ABIParts.Part] = []
    /// The module may say what an opaque type stands for that only an alias names.
    private let saysWhatAliasesAre: Bool

    /// `visible`: paths of types that the interface prints. `files`: for each type's name, the files that declare one of that name.
    /// `looksIntoBodies`: the compiler may have found out what functions return, and have told clients.
    init(
        of dump: ModuleDump, visible: Set<String>, clients: ClientSlots = ClientSlots([]), files: [String: Set<String>], isResilient: Bool,
        looksIntoBodies: Bool = false
    ) {
        self.dump = dump
        tables = Dictionary(grouping: dump.tables) { DeclarationSupplement.lastName($0.name) }
        saysWhatAliasesAre = looksIntoBodies || DeclarationSupplement.storesOpaque(dump.declarations)
        defer { addEmitted() }
        // Clients of a resilient module know of its layout and methods what the interface says.
        if isResilient { return }
        collect(dump.declarations, in: "")
        for path in types.keys.sorted() where !visible.contains(path) {
            hidden[DeclarationSupplement.lastName(path), default: []].append(path)
        }
        addVisible(visible)
        reachTables(visible, clients)
        addConformances()
        addReached(files)
        addTables(visible, clients)
    }

    private static func lastName(_ path: String) -> String { String(path.split(separator: ".").last ?? "") }

    private mutating func collect(_ declarations: [Declaration], in path: String) {
        for declaration in declarations where declaration.hasMembers {
            let inner = path.isEmpty ? declaration.name : "\(path).\(declaration.name)"
            if declaration.keyword == "extension" {
                extensions[inner, default: []].append(declaration)
            } else {
                types[inner, default: []].append(declaration)
            }
            collect(declaration.members, in: inner)
        }
    }

    // MARK: Storage

    /// Storage of types that clients can name, with every alias resolved: the interface prints hidden aliases by name.
    private mutating func addVisible(_ visible: Set<String>) {
        for path in visible.sorted() {
            guard let declarations = types[path] else {
                fallbacks.append(.init(.fallback, path, "it is not found in the module"))
                continue
            }
            for declaration in declarations {
                // No superclass of a visible class can be hidden.
                addStorage(of: declaration, path, as: .stored)
                addLookedUp(in: [declaration] + (extensions[path] ?? []), of: declaration, path)
            }
        }
    }

    private mutating func addStorage(of declaration: Declaration, _ path: String, as kind: ABIParts.Kind) {
        for member in declaration.members where isLayout(member) {
            checkOpaque(member, path)
            parts.append(.init(kind, "\(path).\(member.name)", ClientText.of(member)))
            reach(member.words)
        }
    }

    /// Nothing that is printed says what an opaque type stands for.
    private mutating func checkOpaque(_ member: Declaration, _ path: String) {
        guard DeclarationSupplement.isOpaque(member) else { return }
        fallbacks.append(.init(.fallback, "\(path).\(member.name)", "it stores a value of an opaque type"))
    }

    private static func isOpaque(_ member: Declaration) -> Bool {
        // A case's name may be `some`; what it carries stands in brackets.
        guard let type = member.text.firstIndex(of: member.keyword == "case" ? "(" : ":") else { return false }
        return Declaration.words(in: String(member.text[type...])).contains("some")
    }

    private static func storesOpaque(_ declarations: [Declaration]) -> Bool {
        declarations.contains { $0.text.contains("@_hasStorage") && isOpaque($0) || storesOpaque($0.members) }
    }

    /// An alias that counts. What an opaque type stands for is in the module where a value of it is stored, with its initial value, and
    /// where a body was looked into; clients lay out `Wrap<Row>`, which stores a `Row.Body`, by it.
    private mutating func checkAlias(_ alias: Declaration, _ path: String) {
        guard saysWhatAliasesAre, alias.isOpaqueAlias else { return }
        fallbacks.append(.init(.fallback, "\(path).\(alias.name)", "it stands for an opaque type that the module may tell of"))
    }

    private func isLayout(_ member: Declaration) -> Bool {
        switch member.keyword {
        case "case": return true
        case "var", "let":
            guard member.text.contains("@_hasStorage") else { return false }
            let words = member.text.split(separator: " ")
            return !words.prefix { $0 != "var" && $0 != "let" }.contains { $0 == "static" || $0 == "class" }
        default: return false
        }
    }

    /// Hidden members that the compiler looks up by name in types with such an attribute, whatever their access.
    private mutating func addLookedUp(in places: [Declaration], of type: Declaration, _ path: String) {
        for member in places.flatMap(\.members) {
            let counts: Bool
            switch member.name {
            case "callAsFunction", "dynamicallyCall", "appendInterpolation": counts = true
            case "wrappedValue", "projectedValue", "init", "subscript": counts = type.text.contains("@propertyWrapper") || member.text.contains("dynamicMember")
            default: counts = member.name.hasPrefix("build") && type.text.contains("@resultBuilder")
            }
            if counts { parts.append(.init(.hidden, "\(path).\(member.name)", member.text)) }
        }
    }

    // MARK: What storage reaches

    /// A path counts as named where all its names are among the words.
    private mutating func reach(_ words: Set<String>) {
        for word in words {
            for path in hidden[word] ?? [] where !reached.contains(path) {
                guard path.split(separator: ".").allSatisfy({ words.contains(String($0)) }) else { continue }
                reached.insert(path)
                expand(path)
            }
        }
    }

    private mutating func expand(_ path: String) {
        for declaration in types[path] ?? [] {
            reach(declaration.words)
            for member in declaration.members where counts(member, in: declaration) { reach(member.words) }
        }
        for part in extensions[path] ?? [] {
            reach(part.words)
            for member in part.members where member.keyword == "typealias" { reach(member.words) }
        }
    }

    /// True for what of a hidden type's members says how values that hold one lie in memory. Of an object that is a reference, whatever
    /// its class has; of a value of a protocol's type, a reference or a box with the protocol's table, whatever that has.
    private func counts(_ member: Declaration, in type: Declaration) -> Bool {
        if member.hasMembers { return false }
        switch type.keyword {
        case "protocol": return member.keyword == "associatedtype"
        case "class", "actor": return member.keyword == "typealias"
        default: return isLayout(member) || member.keyword == "typealias" || member.keyword == "deinit"
        }
    }

    /// Clients make no subclass of a hidden class, and call nothing of it; who may conform unchecked is checked where it is declared.
    private func header(of declaration: Declaration) -> String {
        let isClass = declaration.keyword == "class"
        return declaration.text.split(separator: " ").filter { $0 != "@unchecked" && !(isClass && $0 == "final") }.joined(separator: " ")
    }

    /// Associated types of hidden conformances of other types, to hidden protocols that storage reaches: `Wrap<Int>` may store an `Int.Out`.
    private mutating func addConformances() {
        var done: Set<Declaration> = []
        var found: [ABIParts.Part] = []
        while true {
            let protocols = Set(
                reached.filter { types[$0]?.contains { $0.keyword == "protocol" } ?? false }.map(DeclarationSupplement.lastName))
            let before = (reached.count, found.count)
            for (path, declarations) in types.merging(extensions, uniquingKeysWith: +) where !reached.contains(path) {
                for declaration in declarations {
                    guard !declaration.words.isDisjoint(with: protocols), done.insert(declaration).inserted else { continue }
                    for alias in declaration.members where alias.keyword == "typealias" {
                        found.append(.init(.hidden, "\(path).\(alias.name)", "\(alias.text) in \(declaration.text)"))
                        checkAlias(alias, path)
                        reach(alias.words)
                    }
                }
            }
            if before == (reached.count, found.count) { break }
        }
        parts += found.sorted { ($0.name, $0.text) < ($1.name, $1.text) }
    }

    private mutating func addReached(_ files: [String: Set<String>]) {
        for path in reached.sorted() {
            // A private type's symbols hold its file's name.
            let name = DeclarationSupplement.lastName(path)
            let places = (files[name] ?? []).sorted().joined(separator: ", ")
            if places.isEmpty { fallbacks.append(.init(.fallback, path, "no source declares it")) }
            for declaration in types[path] ?? [] {
                parts.append(.init(.hidden, path, "\(header(of: declaration)) in \(places)"))
                for member in declaration.members where counts(member, in: declaration) {
                    if isLayout(member) { checkOpaque(member, path) }
                    if member.keyword == "typealias" { checkAlias(member, path) }
                    if member.keyword == "case" { continue }
                    parts.append(.init(.hidden, "\(path).\(member.name)", ClientText.of(member)))
                }
                parts += HiddenCases(declaration).texts.map { .init(.hidden, path, $0) }
            }
            for part in extensions[path] ?? [] {
                let aliases = part.members.filter { $0.keyword == "typealias" }
                // One that only adds members shows nothing.
                guard part.text.contains(":") || !aliases.isEmpty else { continue }
                parts.append(.init(.hidden, path, header(of: part)))
                for alias in aliases {
                    checkAlias(alias, path)
                    parts.append(.init(.hidden, "\(path).\(alias.name)", alias.text))
                }
            }
        }
    }

    // MARK: Methods

    /// Subclasses of clients repeat the slots of an open class, and with them declare how each function takes and returns its values,
    /// hidden ones too: an object holds a digest of that (`.swift_modhash`).
    private mutating func reachTables(_ visible: Set<String>, _ clients: ClientSlots) {
        for path in visible.sorted() where clients.isOpen(path) {
            for slot in (tables[DeclarationSupplement.lastName(path)] ?? []).flatMap(\.slots) { reach(Declaration.words(in: slot)) }
        }
    }

    private mutating func addTables(_ visible: Set<String>, _ clients: ClientSlots) {
        let classes = types.values.flatMap(\.self).filter(\.isClass)
        let slots = clients.of(classes: classes)
        var done: Set<String> = []
        for path in visible.sorted() {
            let name = DeclarationSupplement.lastName(path)
            let own = (types[path] ?? []).filter(\.isClass)
            guard !own.isEmpty, done.insert(name).inserted else { continue }
            // Methods of a final class are called directly; but where its own fields lie, its superclass's slots say.
            let isFinal = own.allSatisfy { $0.text.split(separator: " ").contains("final") }
            guard let found = tables[name] else {
                if !isFinal { fallbacks.append(.init(.fallback, path, "the module holds no method table of it")) }
                continue
            }
            // In an order of their own: the module's is that of a hash table.
            for table in found.sorted(by: { $0.slots.lexicographicallyPrecedes($1.slots) }) {
                let told = isFinal ? slots.ofOtherModules(table.slots) : slots.told(table.slots, of: path)
                for slot in told { parts.append(.init(.slot, path, slot)) }
            }
        }
    }

    /// Bodies that clients compile into themselves, with line numbers and all: `@inline(always)` ones too. (Without optimisation they do not
    /// so with merely `@inlinable` ones, measured with Swift 6.3.1: a moved `#line` in one leaves clients' objects as they are.)
    private mutating func addEmitted() {
        let functions = Dictionary(dump.functions.map { ($0.symbol, $0) }) { first, _ in first }
        var open: [ModuleDump.Function] = dump.functions.filter {
            let words = $0.header.split(separator: " ")
            return words.contains("non_abi")
                || (words.contains("[transparent]") || words.contains("[always_inline]")) && !words.contains("shared")
        }
        var seen = Set(open.map(\.symbol))
        var emitted: [ABIParts.Part] = []
        while let function = open.popLast() {
            let digest = ContentDigest(of: dump.body(of: function))
            emitted.append(.init(.emitted, function.description, "\(function.symbol) \(digest)"))
            for symbol in dump.references(in: function.body) {
                // What has a symbol of its own in the module is called there.
                guard let next = functions[symbol], next.header.contains("shared"), seen.insert(symbol).inserted else { continue }
                open.append(next)
            }
        }
        parts += emitted.sorted { $0.text < $1.text }
    }
}
