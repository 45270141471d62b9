import Digests
import SwiftText

/// What only the sources of a module say of its types: which sources declare them, which are private, and which
/// module's type a name stands for where one of that name is in several.
struct TypeSources {
    /// `Second.swift (Left.private State)`, by the last name.
    private var places: [String: Set<String>] = [:]
    /// By the name, in the order of the sources.
    private var qualifiers: [String: [String]] = [:]
    /// Words of import lines, module names among them.
    private(set) var imported: Set<String> = ["Swift"]
    /// Module -> with which access sources import it; empty where none is written.
    private var accesses: [Substring: Set<Substring>] = [:]
    /// `SourceTypes.isolated` of all sources.
    private(set) var isolated: Set<String> = []
    /// Of all sources, in their order.
    private(set) var accessors: [WrittenAccessors] = []
    /// Sources that cannot be read as tokens, with their digests.
    private var unread: [String] = []

    init() {}

    /// For tests.
    init(_ sources: [(file: String, text: String)]) {
        for source in sources {
            let bytes = Array(source.text.utf8)
            add(bytes, SourceFacts(bytes), file: source.file)
        }
    }

    mutating func add(_ bytes: [UInt8], _ facts: SourceFacts, file: String) {
        for line in facts.imports {
            imported.formUnion(Declaration.words(in: line))
            addAccess(line)
        }
        guard let types = SourceTypes(bytes) else {
            let text = "\(file) \(ContentDigest(of: bytes).hex)"
            unread.append(text)
            for name in facts.types { places[name, default: []].insert(text) }
            return
        }
        for place in types.places { places[place.name, default: []].insert("\(file) (\(place.path))") }
        isolated.formUnion(types.isolated)
        accessors += types.accessors
        for name in types.qualified { qualifiers[name.name, default: []].append(name.qualifier) }
    }

    /// `accessors` are all that there are.
    var isWhole: Bool { unread.isEmpty }

    /// Some module is imported with more access in one source than in another.
    var importsBothWays: Bool { accesses.values.contains { $0.count > 1 } }

    private mutating func addAccess(_ line: String) {
        let words = line.split(separator: " ")
        guard let word = words.lastIndex(of: "import") else { return }
        let modifiers = words[..<word].reversed().prefix { $0 != ":" }
        let access = modifiers.first { ["package", "internal", "fileprivate", "private"].contains($0) }
        let hides = modifiers.contains("_implementationOnly") || modifiers.contains("@_implementationOnly")
        // Which access stands for none depends on the features.
        let written = access ?? (hides ? "private" : modifiers.contains("public") ? "public" : "")
        guard let module = words[(word + 1)...].first(where: { !ImportedNames.kinds.contains(String($0)) }) else {
            return
        }
        accesses[module, default: []].insert(written)
    }

    /// Where types of the name are declared: symbols of a private type hold its source's name, and what a type names
    /// without a module is what its source sees. Nil: no source declares one.
    func places(of name: String) -> String? { places[name]?.sorted().joined(separator: ", ") }

    /// For the names that storage is printed with: what the sources write before them. (`b: Box` is printed for `b:
    /// Lower.Box` and for `b: Base.Box`. Without such a word, a name is the module's own, or that of what its source
    /// imports.)
    ///
    /// `declared`: paths of the module's types and aliases.
    func qualified(in storage: [ABIParts.Part], module: String, declared: Set<String>) -> [ABIParts.Part] {
        let own = Set(declared.map { $0.split(separator: ".").last.map(String.init) ?? $0 })
        func counts(_ qualifier: String, _ name: String) -> Bool {
            if qualifier == module || imported.contains(qualifier) { return !declared.contains(qualifier) }
            func isCapital(_ name: String) -> Bool { name.first?.isUppercase ?? false }
            // A module that another one exports again, for all that can be said.
            return isCapital(qualifier) && isCapital(name) && qualifier != "Self" && !own.contains(qualifier)
        }
        var parts = unread.map { ABIParts.Part(.hidden, "-", "what \($0) writes") }
        var words: Set<String>?
        for (name, all) in qualifiers.sorted(by: { $0.key < $1.key }) {
            let written = all.filter { counts($0, name) }
            guard !written.isEmpty else { continue }
            if words == nil { words = storage.reduce(into: []) { $0.formUnion(Declaration.words(in: $1.text)) } }
            guard words!.contains(name) else { continue }
            // Where there is but one type of the name, it does not matter how often it is written so.
            let named = Set(written).count == 1 && !own.contains(name) ? [written[0]] : written
            parts.append(.init(.hidden, name, "written as \(named.map { "\($0).\(name)" }.joined(separator: ", "))"))
        }
        return parts
    }
}
