/// What the search for used lines must know of Swift modules that count whole, for clients act by it although nobody
/// writes its name: macros, and functions that somebody should call instead.
public struct WholeModules: Hashable, Sendable {
    private(set) var macros: Set<String> = []
    /// Words of what attributes say is to be called instead.
    private(set) var renamed: Set<String> = []
    /// Protocols, classes and aliases.
    private var ancestors: Set<String> = []
    /// Types that extensions have conform to something -> modules that they are of; one without a name where no line
    /// says which.
    private(set) var conforming: [String: Set<String>] = [:]
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
        for part in parts.parts where part.kind == .visible || part.kind == .hidden {
            addExtension(part)
            if part.kind == .hidden { continue }
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

    private mutating func addExtension(_ part: ABIParts.Part) {
        guard part.text.holds("extension ") else { return }
        // Of a conformance with an attribute a line says what the source writes, and not of what.
        guard let head = Head(part.text), part.name != "-" else { return areAncestorsKnown = false }
        guard head.keyword == "extension", !head.inherited.isEmpty else { return }
        conforming[InterfaceReader.last(part.name), default: []].insert(part.kind == .visible ? head.module : "")
    }

    /// Whether one of them may declare something of that name from which others can inherit.
    func mayDeclareAncestor(_ name: String) -> Bool { !areAncestorsKnown || ancestors.contains(name) }

    public mutating func formUnion(_ other: WholeModules) {
        macros.formUnion(other.macros)
        renamed.formUnion(other.renamed)
        ancestors.formUnion(other.ancestors)
        conforming.merge(other.conforming) { $0.union($1) }
        areAncestorsKnown = areAncestorsKnown && other.areAncestorsKnown
        areKnown = areKnown && other.areKnown
    }
}
