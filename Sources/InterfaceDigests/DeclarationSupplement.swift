/// What counts about a module beside its interface: the layout of everything that visible storage reaches, method
/// tables, and bodies that clients' compilers take over.
struct DeclarationSupplement {
    private let dump: ModuleDump
    /// By their classes' last names: they carry no more.
    private let tables: [String: [ModuleDump.MethodTable]]
    /// Path -> the module's declarations of types under it. A private type can share its path with others.
    private var types: [String: [Declaration]] = [:]
    /// Of each of these: the conditions of the extension that it stands in, which its symbols hold.
    private var conditions: [String: [String]] = [:]
    private var extensions: [String: [Declaration]] = [:]
    /// Last name of a hidden type's path -> such paths.
    private var hidden: [String: [String]] = [:]
    private var reached: Set<String> = []
    /// Words that stand where type arguments may, or tell of such a type.
    private var arguments: Set<String> = []
    private(set) var parts: [ABIParts.Part] = []
    private(set) var fallbacks: [ABIParts.Part] = []
    /// The module may say what an opaque type stands for that only an alias names.
    private let saysWhatAliasesAre: Bool

    /// `others`: what the modules declare that it sees.
    /// `looksIntoBodies`: the compiler may have found out what functions return, and have told clients.
    init(
        of dump: ModuleDump, _ interface: ModuleInterface, sources: TypeSources, others: SeenNames = SeenNames(),
        looksIntoBodies: Bool = false
    ) {
        let visible = interface.types, clients = ClientSlots(interface.parts)
        self.dump = dump
        tables = Dictionary(grouping: dump.tables) { DeclarationSupplement.lastName($0.name) }
        saysWhatAliasesAre = looksIntoBodies || DeclarationSupplement.storesOpaque(dump.declarations)
        collect(dump.declarations, in: "", "")
        for path in types.keys.sorted() where !visible.contains(path) {
            hidden[DeclarationSupplement.lastName(path), default: []].append(path)
        }
        addVisible(visible, sources)
        reachTables(visible, clients)
        addHiddenProtocols(visible, others)
        addConformances(interface, others, sources)
        addAttributes(interface, sources)
        addNamed(interface)
        addWitnesses()
        addReached(sources)
        addTables(visible, clients)
        addOverrides(visible)
        parts += EmittedBodies(dump).parts
    }

    private static func lastName(_ path: String) -> String { names(in: path).last ?? "" }

    /// Without backticks, as `Declaration.words` has them.
    private static func names(in path: String) -> [String] {
        path.split(separator: ".").map { $0.filter { $0 != "`" } }
    }

    private mutating func collect(_ declarations: [Declaration], in path: String, _ condition: String) {
        for declaration in declarations where declaration.hasMembers {
            let inner = path.isEmpty ? declaration.name : "\(path).\(declaration.name)"
            if declaration.keyword == "extension" {
                extensions[inner, default: []].append(declaration)
                collect(declaration.members, in: inner, declaration.condition)
            } else {
                types[inner, default: []].append(declaration)
                // Between backticks anything may stand.
                if declaration.name.contains(".") {
                    fallbacks.append(.init(.fallback, inner, "its name holds a point"))
                }
                conditions[inner, default: []].append(condition)
                collect(declaration.members, in: inner, condition)
            }
        }
    }

    // MARK: Storage

    /// Storage of types that clients can name, with every alias resolved: the interface prints hidden aliases by name.
    private mutating func addVisible(_ visible: Set<String>, _ sources: TypeSources) {
        let shared = types.filter { $0.value.count > 1 }.keys.map { Set(DeclarationSupplement.names(in: $0)) }
        for path in visible.sorted() {
            guard let declarations = types[path] else {
                fallbacks.append(.init(.fallback, path, "it is not found in the module"))
                continue
            }
            // The module's own `Result.Inner`, and its hidden type in an extension of the library's `Result`: it is
            // printed without the module.
            if declarations.count > 1, reached.insert(path).inserted { expand(path) }
            for declaration in declarations {
                // No superclass of a visible class can be hidden. The type that a raw layout is like may be.
                if declaration.text.contains("@_rawLayout") {
                    parts.append(.init(.stored, path, declaration.text))
                    reach(declaration.text)
                }
                addStorage(of: declaration, path, as: .stored)
                // Of two private types of one name, it stores that of its own source.
                let words = declaration.members.filter(isLayout).reduce(into: Set<String>()) { $0.formUnion($1.words) }
                if shared.contains(where: { $0.isSubset(of: words) }) {
                    parts.append(
                        .init(
                            .hidden, path,
                            "in \(sources.places(of: DeclarationSupplement.lastName(path)) ?? "no source")"))
                }
                addLookedUp(in: [declaration] + (extensions[path] ?? []), of: declaration, path)
            }
        }
    }

    private mutating func addStorage(of declaration: Declaration, _ path: String, as kind: ABIParts.Kind) {
        for member in declaration.members where isLayout(member) {
            checkOpaque(member, path)
            parts.append(.init(kind, "\(path).\(member.name)", ClientText.of(member)))
            reach(member.text)
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

    /// An alias that counts. What an opaque type stands for is in the module where a value of it is stored, with its
    /// initial value, and where a body was looked into; clients lay out `Wrap<Row>`, which stores a `Row.Body`, by it.
    private mutating func checkAlias(_ alias: Declaration, _ path: String) {
        guard saysWhatAliasesAre, alias.isOpaqueAlias else { return }
        fallbacks.append(
            .init(.fallback, "\(path).\(alias.name)", "it stands for an opaque type that the module may reveal"))
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
            case "wrappedValue", "projectedValue", "init", "subscript":
                counts = type.text.contains("@propertyWrapper") || member.text.contains("dynamicMember")
            default: counts = member.name.hasPrefix("build") && type.text.contains("@resultBuilder")
            }
            if counts { parts.append(.init(.hidden, "\(path).\(member.name)", member.text)) }
        }
    }

    // MARK: What storage reaches

    /// A path counts as named where all its names are among the words.
    private mutating func reach(_ text: String) {
        let words = Declaration.words(in: text)
        if text.contains("<") { arguments.formUnion(words) }
        for word in words {
            for path in hidden[word] ?? [] where !reached.contains(path) {
                guard DeclarationSupplement.names(in: path).allSatisfy(words.contains) else { continue }
                reached.insert(path)
                expand(path)
            }
        }
    }

    private mutating func expand(_ path: String) {
        for declaration in types[path] ?? [] {
            reach(declaration.text)
            for member in declaration.members where counts(member, in: declaration) { reach(member.text) }
        }
        for part in extensions[path] ?? [] {
            reach(part.text)
            for member in part.members where member.keyword == "typealias" { reach(member.text) }
        }
    }

    /// True for what of a hidden type's members says how values that hold one lie in memory. Of an object that is a
    /// reference, whatever its class has; of a value of a protocol's type, a reference or a box with the protocol's
    /// table, whatever that has.
    private func counts(_ member: Declaration, in type: Declaration) -> Bool {
        if member.hasMembers { return false }
        switch type.keyword {
        case "protocol": return member.keyword == "associatedtype"
        case "class", "actor": return member.keyword == "typealias"
        default: return isLayout(member) || member.keyword == "typealias" || member.keyword == "deinit"
        }
    }

    /// Clients make no subclass of a hidden class, and call nothing of it; who may conform unchecked is checked where
    /// it is declared.
    private func header(of declaration: Declaration) -> String {
        let isClass = declaration.keyword == "class"
        return declaration.text.split(separator: " ").filter { $0 != "@unchecked" && !(isClass && $0 == "final") }
            .joined(separator: " ")
    }

    /// What associated types stand for: `Wrap<Int>` may store an `Int.Out`, and `Slice<Rows>` stores a `Rows.Index`.
    /// That is an alias or a type in the argument, whoever declares it, or in what it inherits from; and of the
    /// module's own protocols that storage reaches, in whatever conforms to one or to one that refines it.
    private mutating func addWitnesses() {
        let places = types.merging(extensions, uniquingKeysWith: +).sorted { $0.key < $1.key }.flatMap {
            path, declarations in
            declarations.map {
                (path: path, name: DeclarationSupplement.lastName(path), declaration: $0, words: $0.words)
            }
        }
        let conforming = Set(places.filter { $0.declaration.text.contains(":") }.map(\.path))
        var open = Array(places.indices)
        var found: [(path: String, part: ABIParts.Part)] = []
        // `[Int]` is printed so.
        let sugared: Set<String> = ["Array", "Dictionary", "Optional"]
        while true {
            var protocols = Set(
                reached.filter { types[$0]?.contains { $0.keyword == "protocol" } ?? false }.map(
                    DeclarationSupplement.lastName))
            while true {
                let count = protocols.count
                for place in places
                where place.declaration.keyword == "protocol" && !place.words.isDisjoint(with: protocols) {
                    protocols.insert(place.name)
                }
                if protocols.count == count { break }
            }
            if !arguments.isEmpty { arguments.formUnion(sugared) }
            let now = open.filter {
                arguments.contains(places[$0].name) || !places[$0].words.isDisjoint(with: protocols)
            }
            if now.isEmpty { break }
            open.removeAll(where: Set(now).contains)
            for index in now {
                let (path, name, declaration, words) = places[index]
                arguments.formUnion(words)
                arguments.insert(name)
                for member in declaration.members {
                    if member.keyword == "typealias" {
                        found.append(
                            (path, .init(.hidden, "\(path).\(member.name)", "\(member.text) in \(declaration.text)")))
                        checkAlias(member, path)
                        arguments.formUnion(member.words)
                        reach(member.text)
                    } else if member.isType, conforming.contains(path) {
                        let inner = "\(path).\(member.name)"
                        let name = DeclarationSupplement.lastName(inner)
                        arguments.insert(name)
                        guard hidden[name]?.contains(inner) ?? false, reached.insert(inner).inserted else { continue }
                        expand(inner)
                    }
                }
            }
        }
        // Those of reached types are told with them.
        parts += found.filter { !reached.contains($0.path) }.map(\.part).sorted {
            ($0.name, $0.text) < ($1.name, $1.text)
        }
    }

    /// Those of types that storage reaches too.
    private mutating func addHiddenProtocols(_ visible: Set<String>, _ others: SeenNames) {
        // A visible type's path may be that of a hidden one too: see `addVisible`.
        let paths = types.filter { !visible.contains($0.key) || $0.value.count > 1 }.keys.sorted()
        let found = HiddenProtocols(
            types: types, extensions: extensions, hidden: paths, visible: visible.union(reached), others: others)
        parts += found.parts
        for (path, alias) in found.aliases {
            checkAlias(alias, path)
            arguments.formUnion(alias.words)
            reach(alias.text)
        }
    }

    private mutating func addConformances(
        _ interface: ModuleInterface, _ others: SeenNames, _ sources: TypeSources
    ) {
        let found = UnprintedConformances(
            declared: types, extensions: extensions, all: dump.declarations, interface, others: others,
            importsBothWays: sources.importsBothWays)
        parts += found.parts
        arguments.formUnion(found.types)
    }

    private mutating func addAttributes(_ interface: ModuleInterface, _ sources: TypeSources) {
        let isolated = sources.isolated.sorted()
        let found = AttributeTypes(dump.declarations, printed: interface.parts, heads: isolated)
        parts += isolated.map { .init(.hidden, "-", "written as \($0)") }
        parts += found.parts
        for alias in found.aliases { reach(alias.text) }
    }

    private mutating func addNamed(_ interface: ModuleInterface) {
        let found = PrintedHiddenNames(dump.declarations, printed: interface.parts, hidden: hidden)
        parts += found.parts
        for alias in found.aliases { reach(alias.text) }
        for path in found.types where reached.insert(path).inserted { expand(path) }
    }

    private mutating func addReached(_ sources: TypeSources) {
        for path in reached.sorted() {
            let places = sources.places(of: DeclarationSupplement.lastName(path))
            if places == nil { fallbacks.append(.init(.fallback, path, "no source declares it")) }
            for (declaration, condition) in zip(types[path] ?? [], conditions[path] ?? []) {
                parts.append(
                    .init(
                        .hidden, path,
                        header(of: declaration) + (condition.isEmpty ? "" : ", \(condition)") + " in \(places ?? "")"))
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

    /// Subclasses of clients repeat the slots of an open class, and with them declare how each function takes and
    /// returns its values, hidden ones too: an object holds a digest of that (`.swift_modhash`).
    private mutating func reachTables(_ visible: Set<String>, _ clients: ClientSlots) {
        for path in visible.sorted() where clients.isOpen(path) {
            for slot in (tables[DeclarationSupplement.lastName(path)] ?? []).flatMap(\.slots) { reach(slot) }
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
                let visible = isFinal ? slots.ofOtherModules(table.slots) : slots.visible(table.slots, of: path)
                for slot in visible { parts.append(.init(.slot, path, clients.isOpen(path) ? repeated(slot) : slot)) }
            }
        }
    }

    /// As a subclass of a client has it: with the attributes of the function, which it declares. Those of a hidden one
    /// are printed nowhere else, and an accessor is `[transparent]` as long as nothing observes its property.
    private func repeated(_ slot: String) -> String {
        let words = slot.split(separator: " ")
        guard let symbol = words.last(where: { $0.hasPrefix("@") })?.dropFirst(),
            let header = dump.headers[String(symbol)]
        else { return slot }
        return "\(slot) \(header)"
    }

    /// Of final classes, for which no slots count: where a function of a superclass is inlined into a client, the call
    /// goes to the override, a hidden one too.
    private mutating func addOverrides(_ visible: Set<String>) {
        for path in visible.sorted() {
            for declaration in types[path] ?? [] where declaration.isClass && declaration.words.contains("final") {
                for member in declaration.members where member.words.contains("override") {
                    parts.append(.init(.hidden, "\(path).\(member.name)", member.text))
                }
            }
        }
    }
}
