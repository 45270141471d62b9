import Digests

/// The parts of one module, in the order in which clients come to them: by names. Made once for an interface, and the
/// same for all clients.
public struct InterfaceIndex: Sendable {
    /// What a line is, as far as it says when it counts.
    enum Role: Sendable {
        /// Nothing says when: it counts.
        case always
        /// A type, and all that counts with it: found by the type's name.
        case withType
        /// A function or value: found by its own name, in a type that counts.
        case member
        /// The same outside of types.
        case global
        /// An operator, or a function of that name.
        case `operator`
        /// The head of an extension or type, which counts with what is in it.
        case around
        /// A body that clients take over, which counts with its declaration.
        case body
    }

    struct Entry: Sendable {
        var role: Role
        /// Switched off, it counts by no other.
        var rule: UsedInterface.Rule?
        /// By which its words count.
        var spreads: UsedInterface.Rule
        /// Last name of the path.
        var base: String
        /// Last name of the type that it is in.
        var owner: String?
        /// Of a type in others, and of what counts with it: the names of these.
        var outer: Set<String> = []
        /// Of the head that it stands behind.
        var header: Int?
        var words: Set<String>
        /// Of a body: its client mentions what it refers to.
        var isMentioning = false
        /// Of a hidden line: it says what a type conforms to that clients can have values of.
        var isHiddenHead = false
    }

    /// What the module is called.
    let module: String
    let parts: [ABIParts.Part]
    /// For each of the parts.
    private(set) var entries: [Entry] = []
    /// The digest is that of the module's bytes, and may be for all that the lines say.
    let hasFallback: Bool
    /// Words of its imports, names of modules among them.
    private let imported: Set<String>
    /// Of the whole interface.
    let digest: ContentDigest
    private(set) var always: [Int] = []
    /// Type's name -> what counts with it.
    private(set) var withType: [String: [Int]] = [:]
    /// Type's name -> functions and values in it.
    private(set) var members: [String: [Int]] = [:]
    private(set) var globals: [String: [Int]] = [:]
    /// Outside of types.
    private(set) var operators: [Int] = []
    /// Type's name -> operators in it.
    private(set) var operatorsOf: [String: [Int]] = [:]
    /// Operator -> types that declare it.
    private(set) var operatorOwners: [String: Set<String>] = [:]
    /// Symbol -> body.
    private(set) var bodies: [String: Int] = [:]
    private(set) var bodiesOf: [Int: [Int]] = [:]
    /// Type's name -> its head, those of its extensions, and aliases of the name.
    private(set) var heads: [String: [Int]] = [:]
    /// Name -> types that inherit from it.
    private(set) var inheritors: [String: [String]] = [:]
    /// Type's name -> what it inherits from, as it is printed: `Swift.Hashable`.
    private(set) var inherited: [String: Set<String>] = [:]
    /// Protocols and classes, hidden ones too.
    private(set) var ancestors: Set<String> = []
    /// Aliases of these alone, with their paths; and names of which one stands for something else.
    private(set) var compositions: [String: Set<String>] = [:], opaqueAliases: Set<String> = []
    /// Name -> aliases that stand for it, or for what names it.
    private(set) var aliasesOf: [String: [String]] = [:]
    /// Type's name -> types in it.
    private(set) var nested: [String: [String]] = [:]
    private(set) var declared: Set<String> = []
    private(set) var aliases: Set<String> = []
    private(set) var conforming: Set<String> = []
    /// Types that literals can make, as far as their own lines say.
    private(set) var literals: Set<String> = []
    private(set) var macros: Set<String> = []
    /// Types that attributes can be.
    private(set) var attributes: Set<String> = []
    private(set) var protocols: Set<String> = []
    /// Protocol's name -> names of its requirements.
    private(set) var requirements: [String: Set<String>] = [:]
    /// Words of what attributes say is to be called instead.
    private(set) var renamed: Set<String> = []
    /// Types with extensions -> modules that they are of; one without a name where no line says which.
    private(set) var extended: [String: Set<String>] = [:]

    /// What is not the digest of its parts is taken for that of the module's bytes, whatever its parts say.
    public init(_ digest: ABIDigest, module: String) {
        let ofParts = ABIDigest(parts: digest.parts, moduleBytes: ContentDigest(of: ""))
        self.init(
            digest.parts, digest: digest.digest, module: module,
            isWhole: digest.fallbacks.isEmpty && ofParts.digest == digest.digest)
    }

    /// Nil where these are not the parts of that digest, or do not say all.
    public init?(_ parts: ABIParts, digest: ContentDigest, module: String) {
        let ofParts = ABIDigest(parts: parts, moduleBytes: ContentDigest(of: ""))
        guard parts.fallbacks.isEmpty, ofParts.digest == digest else { return nil }
        self.init(parts, digest: digest, module: module, isWhole: true)
    }

    /// For tests: of a module whose bytes nobody has.
    init(_ parts: ABIParts, module: String = "Base") {
        self.init(ABIDigest(parts: parts, moduleBytes: ContentDigest(of: "")), module: module)
    }

    /// `isWhole`: the parts say all.
    private init(_ parts: ABIParts, digest: ContentDigest, module: String, isWhole: Bool) {
        self.parts = parts.parts
        imported = parts.wordsOfImports
        (self.digest, self.module) = (digest, module)
        hasFallback = !isWhole || !parts.fallbacks.isEmpty
        if hasFallback { return }
        var reader = InterfaceReader(parts.parts)
        reader.read()
        entries = reader.entries
        (declared, aliases, macros) = (reader.declared, reader.aliases, reader.macros)
        attributes = reader.attributes
        (conforming, literals, extended) = (reader.conforming, reader.literals, reader.extended)
        (inheritors, inherited, nested) = (reader.inheritors, reader.inherited, reader.nested)
        (protocols, requirements, renamed) = (reader.protocols, reader.requirements, reader.renamed)
        (ancestors, compositions, opaqueAliases) = (reader.ancestors, reader.compositions, reader.opaqueAliases)
        aliasesOf = reader.aliasesOf
        for (owner, names) in requirements {
            for name in names where !InterfaceReader.isWord(name) { operatorOwners[name, default: []].insert(owner) }
        }
        for index in entries.indices { add(index) }
        addBodies()
    }

    func imports(_ module: String) -> Bool { imported.contains(module) }

    /// Every name that something is found by.
    var names: Set<String> {
        var names = namesOfLines.union(declared).union(aliases).union(conforming)
        names.formUnion(heads.keys)
        names.formUnion(inheritors.keys)
        names.formUnion(aliasesOf.keys)
        names.formUnion(requirements.keys)
        names.formUnion(compositions.keys)
        return names.union(opaqueAliases)
    }

    /// A protocol, a class or an alias of that name.
    func declaresAncestor(_ name: String) -> Bool {
        ancestors.contains(name) || compositions[name] != nil || opaqueAliases.contains(name)
    }

    /// Names that lines are found by, and those of types with types in them.
    var namesOfLines: Set<String> {
        [withType, members, globals, operatorsOf].reduce(into: Set(bodies.keys).union(nested.keys)) {
            $0.formUnion($1.keys)
        }
    }

    /// For those who have the lines in another form.
    var withoutLines: InterfaceIndex {
        var rest = self
        (rest.entries, rest.withType, rest.members, rest.globals) = ([], [:], [:], [:])
        (rest.operatorsOf, rest.bodies, rest.bodiesOf, rest.nested) = ([:], [:], [:], [:])
        return rest
    }

    private mutating func add(_ index: Int) {
        let entry = entries[index]
        switch entry.role {
        case .always: always.append(index)
        case .withType: withType[entry.owner ?? entry.base, default: []].append(index)
        case .member: members[entry.owner ?? "", default: []].append(index)
        case .global: globals[entry.base, default: []].append(index)
        case .operator:
            if let owner = entry.owner {
                operatorsOf[owner, default: []].append(index)
                operatorOwners[entry.base, default: []].insert(owner)
            } else {
                operators.append(index)
            }
        case .around, .body: break
        }
        if let name = InterfaceReader.headName(entry, parts[index]) { heads[name, default: []].append(index) }
    }

    private mutating func addBodies() {
        var places: [String: [Int]] = [:]
        for (index, part) in parts.enumerated() where part.kind == .visible {
            places[part.name, default: []].append(index)
        }
        // A symbol that a source gives says nothing of the declaration: it may read like the path of another one.
        let hasGivenSymbols = parts.contains { $0.text.holds("_silgen_name") }
        for (index, part) in parts.enumerated() where part.kind == .emitted {
            let symbol = part.text.prefix(before: UInt8(ascii: " "))
            bodies[symbol] = index
            if !hasGivenSymbols, symbol.hasPrefix("$s"), let path = InterfaceReader.path(ofBody: part.name),
                let owners = places[path]
            {
                for owner in owners { bodiesOf[owner, default: []].append(index) }
            } else {
                always.append(index)
            }
        }
    }
}
