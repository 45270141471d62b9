/// Names of the types that the modules declare which a module sees.
///
/// What the compiler prints of hidden declarations and of bodies says nothing of whose type a name means: `var v: Box`
/// may be a `Lower.Box` today and a `Base.Box` tomorrow, by what the initial value calls.
public struct SeenNames: Hashable, Sendable {
    /// Outside of other types.
    public struct Declared: Hashable, Sendable {
        public var types: Set<String> = []
        public var aliases: Set<String> = []

        public init(types: Set<String> = [], aliases: Set<String> = []) {
            (self.types, self.aliases) = (types, aliases)
        }
    }

    /// Those that one module declares, and those that more than one does.
    private var declared: Set<String> = []
    private var shared: Set<String> = []
    /// Module -> its aliases.
    private var aliases: [String: Set<String>] = [:]
    /// Nobody knows what some module declares.
    private var isOpen = false

    public init() {}

    /// Those of one more module; nil where nobody knows them.
    public mutating func add(_ names: Declared?, of module: String) {
        guard let names else { return isOpen = true }
        for name in names.types where !declared.insert(name).inserted { shared.insert(name) }
        if !names.aliases.isEmpty { aliases[module, default: []].formUnion(names.aliases) }
    }

    /// The first name in `parts` that may mean types of two modules. `own`: what the module declares itself.
    /// `imported`: words of its imports, names of modules among them: aliases are written where they are imported.
    func ambiguous(in parts: ABIParts, own: Set<String>, imported: Set<String>) -> String? {
        var names = self
        for (_, found) in aliases.filter({ imported.contains($0.key) }).sorted(by: { $0.key < $1.key }) {
            names.add(Declared(types: found), of: "")
        }
        // Bodies have what aliases stand for.
        let ofStorage = names.doubtful(own).intersection(parts.wordsOfStorage)
        let ofBodies = doubtful(own).intersection(parts.wordsOfBodies)
        return ofStorage.union(ofBodies).min()
    }

    private func doubtful(_ own: Set<String>) -> Set<String> {
        isOpen ? declared.union(own) : shared.union(declared.intersection(own))
    }
}

extension ABIParts {
    /// What clients can name.
    public var declaredTypes: SeenNames.Declared {
        parts.reduce(into: SeenNames.Declared()) { names, part in
            guard part.kind == .visible, !part.name.contains("."), let head = Head(part.text) else { return }
            // What is there for bodies alone nobody else can have a value of.
            guard ["public ", "open ", "package "].contains(where: part.text.contains) else { return }
            let name = part.name.filter { $0 != "`" }
            if head.isType { names.types.insert(name) }
            if head.keyword == "typealias" { names.aliases.insert(name) }
        }
    }

    /// Of what types store, without the names of the declarations themselves, and of slots.
    fileprivate var wordsOfStorage: Set<String> {
        parts.reduce(into: []) { words, part in
            guard [.hidden, .stored, .slot].contains(part.kind) else { return }
            let own = part.name.split(separator: ".").map(String.init)
            words.formUnion(Declaration.words(in: part.text).subtracting(own))
        }
    }

    /// What bodies refer to that clients take over.
    fileprivate var wordsOfBodies: Set<String> {
        parts.reduce(into: []) { words, part in
            // Symbol and digest come first.
            if part.kind == .emitted { words.formUnion(part.text.split(separator: " ").dropFirst(2).map(String.init)) }
        }
    }
}
