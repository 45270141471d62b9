import SwiftText

/// Names of the types that the modules declare which a module sees.
///
/// What the compiler prints of hidden declarations and of bodies says nothing of whose type a name means: `var v: Box`
/// may be a `Lower.Box` today and a `Base.Box` tomorrow, by what the initial value calls.
public struct SeenNames: Hashable, Sendable {
    /// Paths, of which one with a point begins with another module's type: `Outer.Inner`, where an extension of
    /// `Lower.Outer` declares it. No interface says in whose extension a type stands.
    public struct Declared: Hashable, Sendable {
        public var types: Set<String> = []
        public var aliases: Set<String> = []
        /// Those of `types` whose name does not stand alone where a type is meant: what is generic has arguments, a
        /// protocol an `any`.
        public var neverAlone: Set<String> = []
        /// Of the generic types.
        public var genericParameters: Set<String> = []
        /// Those of `types` that are known to be protocols, and those known to be structures or enumerations without
        /// parameters.
        public var protocols: Set<String> = [], values: Set<String> = []
        /// Paths of what stands in `types`: `Box.Inner`. Nil where nobody knows them.
        public var members: Set<String>?

        public init(
            types: Set<String> = [], aliases: Set<String> = [], neverAlone: Set<String> = [],
            genericParameters: Set<String> = [], protocols: Set<String> = [], values: Set<String> = [],
            members: Set<String>? = nil
        ) {
            (self.types, self.aliases) = (types, aliases)
            (self.neverAlone, self.genericParameters) = (neverAlone, genericParameters)
            (self.protocols, self.values, self.members) = (protocols, values, members)
        }

        fileprivate func kind(of type: String) -> Kind? {
            protocols.contains(type) ? .protocol : values.contains(type) ? .value : nil
        }
    }

    fileprivate enum Kind { case `protocol`, value }

    /// Those that one module declares, and those that more than one does.
    private var declared: Set<String> = []
    private var shared: Set<String> = []
    /// Those that a protocol and a value's type are called: `any Box` and `Box`. An alias of either is printed alike.
    private var apart: Set<String> = []
    /// Of those of `declared` that one module declares.
    private var kinds: [String: Kind] = [:]
    /// Those that are printed by their name alone, as a generic parameter is.
    private var plain: Set<String> = []
    private var genericParameters: Set<String> = []
    /// Module -> its aliases.
    private var aliases: [String: Set<String>] = [:]
    /// `Declared.members` of all, and types whose members nobody knows.
    private var members: Set<String> = [], closed: Set<String> = []
    /// Nobody knows what some module declares.
    private var isOpen = false

    public init() {}

    /// Those of one more module; nil where nobody knows them.
    public mutating func add(_ names: Declared?, of module: String) {
        guard let names else { return isOpen = true }
        for name in names.types { declare(name, names.kind(of: name)) }
        if let known = names.members { members.formUnion(known) } else { closed.formUnion(names.types) }
        plain.formUnion(names.types.subtracting(names.neverAlone))
        genericParameters.formUnion(names.genericParameters)
        if !names.aliases.isEmpty { aliases[module, default: []].formUnion(names.aliases) }
    }

    private mutating func declare(_ name: String, _ kind: Kind?) {
        if declared.insert(name).inserted {
            kinds[name] = kind
        } else if let kind, let other = kinds.removeValue(forKey: name), other != kind {
            apart.insert(name)
        } else {
            shared.insert(name)
        }
    }

    /// True for the path of a type that another module may declare.
    func mayDeclare(_ path: String) -> Bool { isOpen || declared.contains(path) }

    /// The first name in `parts` that may mean types of two modules, or a type and a generic parameter. `own`: paths
    /// that the module declares itself. `ofOneType`: those under which it declares one type, and nothing else.
    /// `imported`: words of its imports, names of modules among them: aliases are written where they are imported.
    func ambiguous(
        in parts: ABIParts, own: Set<String>, ofOneType: Set<String> = [], generic: GenericNames = GenericNames(),
        imported: Set<String>
    ) -> String? {
        var names = self
        for (_, found) in aliases.filter({ imported.contains($0.key) }).sorted(by: { $0.key < $1.key }) {
            names.add(Declared(types: found), of: "")
        }
        let ofStorage = names.doubtful(own), printed = PrintedTypes(parts)
        var found = names.inStorage(parts, printed, own: own, ofOneType)
        // Bodies have what aliases stand for.
        found.formUnion(doubtful(own).intersection(parts.wordsOfBodies(but: { printed.says(accessor: $0) })))
        let paths = ofStorage.filter { $0.contains(".") }
        for part in parts.parts {
            found.formUnion(paths.filter { part.names($0) })
            found.formUnion(names.parameters(in: part, generic, own: own, printed: printed))
        }
        return found.min()
    }

    /// Names in doubt of what types store.
    private func inStorage(
        _ parts: ABIParts, _ printed: PrintedTypes, own: Set<String>, _ ofOneType: Set<String>
    ) -> Set<String> {
        let names = doubtful(own)
        lazy var visible = parts.declaredTypes.types
        /// Of the types of a name, the module's own alone has such a member. Clients see that one: where it comes or
        /// goes, another line changes.
        func isOwnMember(_ path: String, of type: String) -> Bool {
            guard names.contains(type), ofOneType.contains(path), ofOneType.contains(type) else { return false }
            let isOfOthers = isOpen || closed.contains(type) || members.contains(path) || declared.contains(path)
            return !isOfOthers && visible.contains(type)
        }
        return parts.parts.reduce(into: []) { found, part in
            guard [.hidden, .stored, .slot].contains(part.kind), !part.isOfSource else { return }
            let words = part.storageWords(but: isOwnMember)
            if !words.isDisjoint(with: names), !printed.says(part) { found.formUnion(words.intersection(names)) }
            if !words.isDisjoint(with: apart), part.isAlias { found.formUnion(words.intersection(apart)) }
        }
    }

    private func doubtful(_ own: Set<String>) -> Set<String> {
        isOpen ? declared.union(own) : shared.union(declared.intersection(own))
    }

    /// Generic parameters that a part names and that may be types of that name, or other parameters.
    private func parameters(
        in part: ABIParts.Part, _ generic: GenericNames, own: Set<String>, printed: PrintedTypes
    ) -> Set<String> {
        var names: Set<String>, shadowing: Set<String> = []
        switch part.kind {
        case .stored, .hidden:
            (names, shadowing) = generic.around(part.name)
            // Nobody says here which parameters another module's type has.
            if let outer = part.outermost, !own.contains(outer) { names.formUnion(genericParameters) }
        case .emitted: names = generic.ofBody(part)
        // A slot has its symbol, which tells types from parameters, or is there for its place alone.
        case .slot, .visible, .import, .fallback: return []
        }
        func mayBeType(_ name: String) -> Bool {
            isOpen || plain.contains(name) || own.contains(name) && !generic.neverAlone.contains(name)
        }
        let types = names.filter(mayBeType)
        if types.isEmpty, shadowing.isEmpty { return [] }
        if part.kind == .emitted { return types.intersection(part.emittedWords) }
        guard let words = NamedTypes(part.text) else { return [] }
        return words.all.intersection(printed.says(part) ? shadowing : types.union(shadowing))
    }
}

extension ABIParts {
    /// What clients can name.
    public var declaredTypes: SeenNames.Declared {
        let heads = parts.compactMap { part in
            part.kind == .visible ? Head(part.text).map { (part: part, head: $0) } : nil
        }
        let outer = Set(heads.filter { $0.head.isType }.map { $0.part.name.filter { $0 != "`" } })
        return heads.reduce(into: SeenNames.Declared(members: [])) { names, one in
            let (part, head) = one, name = part.name.filter { $0 != "`" }
            let parameters = head.isType ? GenericNames.names(in: part.text) : []
            names.genericParameters.formUnion(parameters)
            // Whose path begins with a type of the module is the only one of its path.
            if let point = name.firstIndex(of: "."), outer.contains(String(name[..<point])) {
                if head.isType || head.keyword == "typealias" || head.keyword == "associatedtype" {
                    names.members?.insert(name)
                }
                return
            }
            // What is there for bodies alone nobody else can have a value of.
            guard ["public ", "open ", "package "].contains(where: part.text.contains) else { return }
            if head.isType { names.types.insert(name) }
            if head.keyword == "protocol" { names.protocols.insert(name) }
            if ["struct", "enum"].contains(head.keyword), parameters.isEmpty { names.values.insert(name) }
            if !parameters.isEmpty || head.keyword == "protocol", head.isType { names.neverAlone.insert(name) }
            if head.keyword == "typealias" { names.aliases.insert(name) }
        }
    }

    /// Names of modules that it imports are among them.
    public var wordsOfImports: Set<String> {
        parts.reduce(into: []) { words, part in
            if part.kind == .import { words.formUnion(Declaration.words(in: part.text)) }
        }
    }

    /// What bodies refer to that clients take over.
    fileprivate func wordsOfBodies(but isSaid: (Part) -> Bool) -> Set<String> {
        parts.reduce(into: []) { words, part in
            if part.kind == .emitted, !isSaid(part) { words.formUnion(part.emittedWords) }
        }
    }
}

extension ABIParts.Part {
    /// Of a member of a type in a type: the outermost one.
    fileprivate var outermost: String? {
        let names = name.split(separator: ".")
        return names.count > 2 ? String(names[0]) : nil
    }

    /// What `TypeSources.qualified` says, which is no type that a compiler printed.
    fileprivate var isOfSource: Bool { kind == .hidden && name != "-" && text.hasPrefix("written as ") }

    fileprivate var isAlias: Bool {
        guard text.contains("typealias") || text.contains("associatedtype") else { return false }
        let keyword = DeclarationParser.keyword(of: SwiftTokens(text))?.keyword
        // What is not understood may be one.
        return keyword.map(["typealias", "associatedtype"].contains) ?? true
    }

    /// Without the name that it declares, and without the places of a type, which stand behind an `in`. The symbol of a
    /// slot tells its own class.
    /// `isOwn`: whether a path is that of the module's own type alone.
    fileprivate func storageWords(but isOwn: (_ path: String, _ type: String) -> Bool) -> Set<String> {
        if kind == .slot { return Declaration.words(in: text).subtracting(name.split(separator: ".").map(String.init)) }
        let source = SwiftTokens(text), declared = DeclarationParser.keyword(of: source)
        var words: Set<String> = []
        for index in source.tokens.indices where index != declared?.next {
            guard let word = source.word(at: index) else { continue }
            if word == "in", index == 0 || Declaration.types.contains(declared?.keyword ?? "") { break }
            if source.isSign(".", at: index + 1), let member = source.word(at: index + 2),
                isOwn("\(word).\(member)", word)
            {
                continue
            }
            words.insert(word)
        }
        return words
    }

    /// Symbol and digest come first.
    var emittedWords: Set<String> { Set(text.split(separator: " ").dropFirst(2).map(String.init)) }

    /// True where all names of the path are among the words.
    fileprivate func names(_ path: String) -> Bool {
        switch kind {
        case .fallback, .import: return false
        case .emitted: return path.split(separator: ".").map(String.init).allSatisfy(emittedWords.contains)
        case .visible, .stored, .hidden, .slot:
            return path.split(separator: ".").map(String.init).allSatisfy(Declaration.words(in: text).contains)
        }
    }
}
