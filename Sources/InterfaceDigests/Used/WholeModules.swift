/// What the search for used lines must know of Swift modules that count whole, for clients act by it although nobody
/// writes its name: macros, functions that somebody should call instead, and default arguments that are macros.
public struct WholeModules: Hashable, Sendable {
    private(set) var macros: Set<String> = []
    /// Words of what attributes say is to be called instead.
    private(set) var renamed: Set<String> = []
    /// Names of functions whose default arguments clients expand: `init` of each initialiser.
    private(set) var expanding: Set<String> = []
    /// Names of the modules that they import are among them.
    private(set) var imports: Set<String> = []
    /// False where of some module no declaration is known.
    private(set) var areKnown = true

    public init() {}

    /// Of one module; nil where nobody knows what it is made of. Of some modules a reason is all that is known.
    public init(_ parts: ABIParts?) {
        guard let parts, parts.parts.contains(where: { $0.kind != .fallback }) else {
            areKnown = false
            return
        }
        imports.formUnion(parts.wordsOfImports)
        for part in parts.parts where part.kind == .visible {
            let base = InterfaceReader.last(part.name)
            if part.text.contains("renamed:") { renamed.formUnion(InterfaceReader.wordsOfStrings(in: part.text)) }
            guard part.text.contains("#") || part.text.contains("macro ") else { continue }
            if Head(part.text)?.keyword == "macro" {
                macros.insert(base)
            } else if InterfaceReader.hasMacro(part.text) {
                expanding.insert(base)
            }
        }
    }

    public mutating func formUnion(_ other: WholeModules) {
        macros.formUnion(other.macros)
        renamed.formUnion(other.renamed)
        expanding.formUnion(other.expanding)
        imports.formUnion(other.imports)
        areKnown = areKnown && other.areKnown
    }
}
