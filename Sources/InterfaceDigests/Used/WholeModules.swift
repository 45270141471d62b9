/// What the search for used lines must know of Swift modules that count whole, for clients act by it although nobody
/// writes its name: macros, and functions that somebody should call instead.
public struct WholeModules: Hashable, Sendable {
    private(set) var macros: Set<String> = []
    /// Words of what attributes say is to be called instead.
    private(set) var renamed: Set<String> = []
    /// Protocols, classes and aliases.
    private var ancestors: Set<String> = []
    /// False where some line may declare one, and nobody knows its name.
    private var areAncestorsKnown = true
    /// False where of some module no declaration is known.
    private(set) var areKnown = true

    public init() {}

    /// Of one module; nil where nobody knows what it is made of. Of some modules a reason is all that is known.
    public init(_ parts: ABIParts?) {
        guard let parts, parts.parts.contains(where: { $0.kind != .fallback }) else {
            areKnown = false
            return
        }
        for part in parts.parts where part.kind == .visible {
            if part.text.holds("renamed:") { renamed.formUnion(InterfaceReader.wordsOfStrings(in: part.text)) }
            if part.text.holds("macro "), Head(part.text)?.keyword == "macro" {
                macros.insert(InterfaceReader.last(part.name))
            }
            addAncestor(part)
        }
    }

    private mutating func addAncestor(_ part: ABIParts.Part) {
        guard ["protocol", "class", "typealias"].contains(where: part.text.holds) else { return }
        if Head(part.text) == nil { areAncestorsKnown = false }
        ancestors.insert(InterfaceReader.last(part.name))
    }

    /// Whether one of them may declare something of that name from which others can inherit.
    func mayDeclareAncestor(_ name: String) -> Bool { !areAncestorsKnown || ancestors.contains(name) }

    public mutating func formUnion(_ other: WholeModules) {
        macros.formUnion(other.macros)
        renamed.formUnion(other.renamed)
        ancestors.formUnion(other.ancestors)
        areAncestorsKnown = areAncestorsKnown && other.areAncestorsKnown
        areKnown = areKnown && other.areKnown
    }
}
