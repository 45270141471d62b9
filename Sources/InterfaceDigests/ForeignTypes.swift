/// What a module declares that nobody has as text, and which others of its kind it knows.
public struct ForeignTypes: Hashable, Sendable {
    public var declared: SeenNames.Declared
    /// Modules that it may show its clients.
    public var modules: Set<String>

    public init(_ declared: SeenNames.Declared = .init(), modules: Set<String> = []) {
        (self.declared, self.modules) = (declared, modules)
    }

    /// Raised with every change of what is found in the same modules.
    public static let format = "mono types 1"

    /// A line a name, sorted: `type Data`, `module Dispatch`.
    public var text: String {
        let facts = [
            ("type", declared.types), ("never-alone", declared.neverAlone), ("parameter", declared.genericParameters),
            ("module", modules),
        ]
        let lines = facts.flatMap { word, names in names.sorted().map { "\(word) \($0)" } }
        return ([ForeignTypes.format] + lines).map { $0 + "\n" }.joined()
    }

    /// Nil where the text is none of `text`.
    public init?(text: String) {
        self.init()
        let lines = text.split(separator: "\n")
        guard lines.first.map(String.init) == ForeignTypes.format, text.hasSuffix("\n") else { return nil }
        for line in lines.dropFirst() {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return nil }
            switch parts[0] {
            case "type": declared.types.insert(parts[1])
            case "never-alone": declared.neverAlone.insert(parts[1])
            case "parameter": declared.genericParameters.insert(parts[1])
            case "module": modules.insert(parts[1])
            default: return nil
            }
        }
    }
}
