/// Names of the types that the modules declare which a module sees.
///
/// What the compiler prints of hidden declarations and of bodies says nothing of whose type a name means: `var v: Box`
/// may be a `Lower.Box` today and a `Base.Box` tomorrow, by what the initial value calls.
public struct SeenNames: Hashable, Sendable {
    /// Outside of other types.
    private var declared: Set<String> = []
    /// Those that more than one module declares.
    private var shared: Set<String> = []
    /// Nobody knows what some module declares.
    private var isOpen = false

    public init() {}

    /// Those of one more module; nil where nobody knows them.
    public mutating func add(_ names: Set<String>?) {
        guard let names else { return isOpen = true }
        for name in names where !declared.insert(name).inserted { shared.insert(name) }
    }

    /// The first of `words` that may mean types of two modules. `own`: what the module declares itself.
    func ambiguous(among words: Set<String>, own: Set<String>) -> String? {
        let doubtful = isOpen ? declared.union(own) : shared.union(declared.intersection(own))
        return words.intersection(doubtful).min()
    }
}

extension ABIParts {
    /// Types and aliases outside of others that clients can name.
    public var namesOfTypes: Set<String> {
        parts.reduce(into: []) { names, part in
            guard part.kind == .visible, !part.name.contains("."), let head = Head(part.text),
                head.isType || head.keyword == "typealias"
            else { return }
            names.insert(part.name.filter { $0 != "`" })
        }
    }

    /// Of what is printed without modules. Interfaces are printed with them.
    var unqualifiedWords: Set<String> {
        parts.reduce(into: []) { words, part in
            switch part.kind {
            case .fallback, .import, .visible: break
            // Symbol, digest, and what the body refers to.
            case .emitted: words.formUnion(part.text.split(separator: " ").dropFirst(2).map(String.init))
            case .stored, .hidden, .slot: words.formUnion(Declaration.words(in: part.text))
            }
        }
    }
}
