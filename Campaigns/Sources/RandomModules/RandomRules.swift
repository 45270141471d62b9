import Measuring

/// Small modules of what single rules of the digest are there for, each rule's in several forms: most of their edits
/// are ones that no other line shows.
extension RandomModule {
    init(ofRules random: inout SeededGenerator) {
        isOfRules = true
        imports = [["import Low"], ["import Low"], []]
        for access in [Access.open, .open, .public, .public] { addTable(access, &random) }
        addSendable(&random)
        addWitnesses(&random)
        for _ in 0..<2 { addPrivate(&random) }
        addTwins(&random)
        addConditions(&random)
        // Two private types of a name. What stores one of them is the last in its source, so that its move to the next
        // one moves nothing else.
        for (file, type) in ["Int8", "Int"].enumerated() {
            appendTop(structure(named: "Dup", storing: type, access: .private), file)
        }
        addHolder(of: ["Dup"], .public, 0)
    }

    private static let plain = ["Int", "Int8", "String", "Bool", "[Int]", "Double", "UInt16"]

    /// A type that clients see, with hidden fields of these types.
    private mutating func addHolder(of types: [String], _ access: Access, _ file: Int) {
        var node = Node(.structure, fresh("S"), access)
        for type in types {
            var field = Node(.property, fresh("f"), .private)
            field.type = type + "?"
            node.members.append(field)
        }
        var shown = Node(.property, fresh("f"), access)
        shown.type = "Int"
        node.members += [shown, Node(.initializer, "init", access)]
        appendTop(node, file)
    }

    private mutating func structure(named name: String, storing type: String, access: Access = .internal) -> Node {
        var node = Node(.structure, name, access)
        var field = Node(.property, fresh("f"), access == .public ? .public : .fileprivate)
        field.type = type
        node.members = [field, Node(.initializer, "init", access == .private ? .internal : access)]
        return node
    }

    private mutating func addTable(_ access: Access, _ random: inout SeededGenerator) {
        var node = Node(.classType, fresh("C"), access)
        node.members.append(Node(.initializer, "init", .public))
        for hidden in [random.chance(50), true, false, true, random.chance(50), false] {
            node.members.append(
                Node(.function, fresh("m"), hidden ? random.one(of: [.private, .internal, .fileprivate]) : access))
        }
        appendTop(node, random.below(3))
    }

    /// What makes a type of the package `Sendable`, which says nothing of it itself.
    private mutating func addSendable(_ random: inout SeededGenerator) {
        // The module's own: those of others, compiled without strict concurrency, are taken for such.
        var token = Node(.classType, "Token")
        token.members = [Node(.initializer, "init")]
        appendTop(token, 0)
        for _ in 0..<2 {
            let held = structure(named: fresh("S"), storing: "Token")
            appendTop(held, 0)
            var conformance = Node(.ext, held.name)
            conformance.inherits = ["@unchecked Sendable"]
            appendTop(conformance, random.below(2))
            addHolder(of: [held.name], .package, random.below(3))
        }
    }

    /// A hidden generic type that stores what associated types are, in all the places in which one may say that.
    private mutating func addWitnesses(_ random: inout SeededGenerator) {
        var asked = Node(.proto, fresh("P"))
        asked.members = [Node(.associated, "Out"), Node(.function, fresh("m"))]
        asked.members[1].type = "Out"
        appendTop(asked, 0)
        var refining = Node(.proto, fresh("P"))
        refining.inherits = [asked.name]
        appendTop(refining, 0)
        var store = structure(named: fresh("S"), storing: "")
        store.generics = [.init(name: fresh("T"), constraint: asked.name)]
        store.members[0].type = "\(store.generics[0].name).Out?"
        appendTop(store, 1)
        var witness = asked.members[1]
        witness.type = "Out"
        func alias(_ random: inout SeededGenerator) -> Node {
            var alias = Node(.alias, "Out")
            alias.type = random.one(of: RandomModule.plain)
            return alias
        }
        func conformance(_ name: String, to proto: Node, _ members: [Node]) -> Node {
            var node = Node(.ext, name)
            node.inherits = [proto.name]
            node.members = [witness] + members
            return node
        }
        appendTop(conformance("Int8", to: asked, [alias(&random)]), 0)
        appendTop(conformance("Int16", to: refining, [alias(&random)]), 1)
        appendTop(conformance("Int32", to: asked, []), 1)
        var elsewhere = Node(.ext, "Int32")
        elsewhere.members = [alias(&random)]
        appendTop(elsewhere, 2)
        appendTop(conformance("Int64", to: asked, [structure(named: "Out", storing: "Int8")]), 0)
        var defaulting = Node(.proto, fresh("P"))
        defaulting.inherits = [asked.name]
        appendTop(defaulting, 2)
        var byDefault = Node(.ext, defaulting.name)
        byDefault.members = [alias(&random)]
        appendTop(byDefault, 2)
        appendTop(conformance("UInt8", to: defaulting, []), 0)
        let own = structure(named: fresh("S"), storing: "Int8"), other = structure(named: fresh("S"), storing: "Int8")
        appendTop(own, 0)
        appendTop(conformance(own.name, to: asked, [alias(&random)]), 1)
        appendTop(other, 0)
        appendTop(conformance(other.name, to: asked, [structure(named: "Out", storing: "Int8")]), 1)
        let names = ["Int8", "Int16", "Int32", "Int64", "UInt8", own.name, other.name]
        for name in names { addHolder(of: ["\(store.name)<\(name)>"], .public, random.below(3)) }
    }

    /// A private type behind a hidden one that may move.
    private mutating func addPrivate(_ random: inout SeededGenerator) {
        let file = random.below(3)
        let inner = structure(
            named: fresh("S"), storing: random.one("String", "[Int]"), access: random.one(of: [.private, .internal]))
        appendTop(inner, file)
        let outer = structure(named: fresh("S"), storing: inner.name)
        appendTop(outer, file)
        addHolder(of: [outer.name], .public, random.below(3))
    }

    /// A type of the name that one of the lower module has, and a hidden type in that one at the path of a visible one.
    private mutating func addTwins(_ random: inout SeededGenerator) {
        var twin = structure(named: "Twin", storing: "Int", access: .public)
        twin.members.append(structure(named: "Inner", storing: "Int", access: .public))
        appendTop(twin, 2)
        var lower = Node(.ext, "Low.Twin")
        lower.members = [structure(named: "Inner", storing: "Int8")]
        appendTop(lower, 0)
        let holding = structure(named: fresh("S"), storing: "Low.Twin")
        appendTop(holding, 0)
        addHolder(of: [holding.name, "Low.Twin.Inner"], .public, 1)
    }

    private mutating func addConditions(_ random: inout SeededGenerator) {
        var node = Node(.ext, "Array")
        node.condition = "Element: Equatable"
        let nested = structure(named: fresh("S"), storing: "String")
        node.members = [nested]
        appendTop(node, random.below(3))
        addHolder(of: ["[Int].\(nested.name)"], .public, random.below(3))
    }

    // MARK: Edits

    /// Nil: nothing was to be done where chance pointed.
    mutating func editRule(_ random: inout SeededGenerator) -> String? {
        switch random.below(12) {
        case 0:
            let tables = nodes.indices.filter { nodes[$0].kind == .classType && nodes[$0].access >= .public }
            guard let place = tables.randomElement(using: &random) else { return nil }
            let methods = nodes[place].members.indices.filter { nodes[place].members[$0].kind == .function }
            guard let first = methods.dropLast().randomElement(using: &random), methods.contains(first + 1),
                [first, first + 1].contains(where: { nodes[place].members[$0].access <= .internal })
            else { return nil }
            nodes[place].members.swapAt(first, first + 1)
            return "a hidden method of \(nodes[place].name) and the next one swapped"
        case 1...2:
            let extensions = nodes.indices.filter { index in
                nodes[index].kind == .ext
                    && nodes.contains { $0.name == nodes[index].name && $0.members.contains { $0.type == "Token" } }
            }
            guard let place = extensions.randomElement(using: &random) else { return nil }
            nodes[place].inherits = nodes[place].inherits.isEmpty ? ["@unchecked Sendable"] : []
            return "whether \(nodes[place].name) is Sendable"
        case 3...6:
            // As often those of hidden types as those of others.
            let (isNested, isOfHidden) = (random.chance(50), random.chance(50))
            let outs = paths().filter { path in
                self[path].name == "Out" && self[path].kind == (isNested ? .structure : .alias)
                    && nodes.contains { $0.kind == .structure && $0.name == nodes[path[0]].name } == isOfHidden
            }
            guard let path = outs.randomElement(using: &random) else { return nil }
            let type = random.one(of: RandomModule.plain)
            if self[path].kind == .alias { self[path].type = type } else { self[path].members[0].type = type }
            return "associated type of \(nodes[path[0]].name)"
        case 7...8:
            let inner = nodes.indices.filter {
                nodes[$0].kind == .structure
                    && nodes[$0].members.first.map { $0.type == "String" || $0.type == "[Int]" } ?? false
            }
            guard let place = inner.randomElement(using: &random) else { return nil }
            if random.chance(50) {
                nodes[place].access = nodes[place].access == .private ? .internal : .private
                return "\(nodes[place].name) becomes private, or is no more"
            }
            let (name, file, target) = (nodes[place].name, nodes[place].file, random.below(3))
            for index in nodes.indices
            where nodes[index].file == file && (nodes[index].name == name || nodes[index].members.first?.type == name) {
                nodes[index].file = target
            }
            return "\(name) and what stores it moved to \(RandomModule.files[target])"
        case 9:
            guard let path = paths().first(where: { self[$0].type == "Low.Twin" || self[$0].type == "Base.Twin" })
            else { return nil }
            self[path].type = self[path].type == "Low.Twin" ? "Base.Twin" : "Low.Twin"
            return "the module of a field's type"
        case 10:
            guard let index = nodes.firstIndex(where: { $0.members.first?.type == "Dup?" && $0.file == 0 }) else {
                return nil
            }
            var moved = nodes.remove(at: index)
            moved.file = 1
            nodes.insert(moved, at: 0)
            return "\(moved.name) moves to where the private type of the name is another"
        default:
            if random.chance(60) {
                guard let path = paths().first(where: { nodes[$0[0]].name == "Low.Twin" && $0.count == 2 }) else {
                    return nil
                }
                self[path].toggle(attribute: "@_alignment(16)")
                return "alignment of a hidden type at a visible one's path"
            }
            guard let index = nodes.indices.first(where: { nodes[$0].name == "Array" && !nodes[$0].condition.isEmpty })
            else { return nil }
            nodes[index].condition =
                nodes[index].condition == "Element: Equatable" ? "Element: Hashable" : "Element: Equatable"
            return "conditions of an extension"
        }
    }
}
