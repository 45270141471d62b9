import Measuring

/// How declarations come to be.
extension RandomModule {
    init(_ random: inout SeededGenerator) {
        hasStoredOpaque = random.chance(10)
        hasOpaqueResults = hasStoredOpaque || random.chance(22)
        hasLocalTypes = hasOpaqueResults && random.chance(20)
        imports[0] = [random.one("public import Low", "@_exported import Low", "import Low")]
        imports[2] =
            random.chance(50)
            ? [random.one("import Lid", "internal import Lid", "public import Lid", "@_exported import Lid")] : []
        for _ in 0..<(14 + random.below(12)) { addTop(&random) }
        if random.chance(60) { addChain(&random) }
        if hasOpaqueResults { addScreens(&random) }
        for _ in 0..<(14 + random.below(8)) { addTop(&random) }
        for _ in 0..<10 { addStorage(&random) }
        if hasStoredOpaque { for _ in 0..<2 { addOpaqueStorage(&random) } }
    }

    /// A hidden field of a type that clients see, of a type that they do not: what nobody stores nobody needs to know
    /// of.
    private mutating func addStorage(_ random: inout SeededGenerator) {
        let holders = nodes.indices.filter {
            (nodes[$0].kind == .structure || nodes[$0].kind.isObject) && nodes[$0].access >= .package
                && !nodes[$0].isNoncopyable
        }
        guard let place = holders.randomElement(using: &random) else { return }
        let hidden = types(&random).filter { type in
            guard type.level <= .internal, !type.node.isNoncopyable, type.node.id < nodes[place].id || random.chance(30)
            else { return false }
            return type.level == .internal || type.path.count == 1 && nodes[type.path[0]].file == nodes[place].file
        }
        guard let type = hidden.randomElement(using: &random) else { return }
        var own = Node(.property, fresh("f"), .private)
        let text = type.node.kind == .proto ? "(any \(type.text))" : type.text
        own.type = random.one(text, text, text, "\(text)?", "(Int8, \(text))", "[\(text)]", "LowPair<Int8, \(text)>")
        nodes[place].members.insert(numbered(own), at: random.below(nodes[place].members.count + 1))
    }

    /// Adds one declaration, or what belongs together.
    mutating func addTop(_ random: inout SeededGenerator) {
        let file = random.below(3)
        // The third source does not see the lower module.
        let access = random.one(of: [
            Access.internal, .internal, .internal, .private, .fileprivate, .package, .public, .public, .public, .public,
        ])
        switch random.below(30) {
        case 0...6: appendTop(structure(&random, access, file), file)
        case 7...10: appendTop(enumeration(&random, access, file), file)
        case 11...14: appendTop(object(&random, access == .public && random.chance(60) ? .open : access, file), file)
        case 15: appendTop(actor(&random, access, file), file)
        case 16...18:
            let node = proto(&random, access < .internal ? .internal : access)
            appendTop(node, file)
            addConformances(to: node, 1 + random.below(3), &random)
        case 19...21: addExtension(&random, file)
        case 22: appendTop(function(&random, Scope(level: .public, file: file), access), file)
        case 23: appendTop(global(&random, access, file), file)
        case 24...25:
            var node = Node(.alias, fresh("A"), access)
            node.type = type(&random, Scope(level: access, file: file))
            appendTop(node, file)
        case 26: appendTop(wrapper(&random, access, file), file)
        case 27: appendTop(builder(&random, access), file)
        case 28:
            var node = structure(&random, access, file, isNoncopyable: true)
            if random.chance(60) { node.members.append(Node(.deinitializer, "deinit")) }
            appendTop(node, file)
        default:
            // The same name in two sources.
            for file in [0, 1] {
                var node = structure(&random, .private, file)
                node.name = "Dup"
                if !nodes.contains(where: { $0.name == "Dup" && $0.file == file }) { appendTop(node, file) }
            }
        }
    }

    mutating func appendTop(_ node: Node, _ file: Int) {
        var node = node
        node.file = file
        if node.access >= .public, node.kind != .ext, random(3, of: node.name) == 0, !node.isSPI {
            node.attributes.insert("@_spi(S)", at: 0)
        }
        nodes.append(numbered(node))
    }

    /// True now and then, and always the same for one name.
    private func random(_ n: Int, of name: String) -> Int {
        name.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % (n * 4)
    }

    /// With ages of their own for a declaration and its members.
    mutating func numbered(_ node: Node) -> Node {
        var node = node
        node.id = number()
        for index in node.members.indices { node.members[index] = numbered(node.members[index]) }
        return node
    }

    // MARK: Types

    private mutating func generics(_ random: inout SeededGenerator, _ level: Access, _ percent: Int) -> [Node.Generic] {
        guard random.chance(percent) else { return [] }
        return (0..<(1 + random.below(2))).map { _ in
            let constraints = protocols(atLeast: level).map(\.name)
            return Node.Generic(
                name: fresh("T"),
                constraint: random.chance(50)
                    ? constraints.randomElement(using: &random) ?? "" : random.one("", "", "Hashable", "AnyObject"))
        }
    }

    mutating func structure(_ random: inout SeededGenerator, _ access: Access, _ file: Int, isNoncopyable: Bool = false)
        -> Node
    {
        var node = Node(.structure, fresh("S"), access)
        node.generics = isNoncopyable ? [] : generics(&random, access, 25)
        if isNoncopyable {
            node.inherits.append("~Copyable")
        } else if random.chance(25) {
            node.inherits.append(random.one("Sendable", "@unchecked Sendable", "Hashable", "Equatable"))
        }
        if access == .public, random.chance(15) { node.attributes.append("@frozen") }
        if random.chance(5) { node.attributes.append("@_alignment(16)") }
        for _ in 0..<(1 + random.below(4)) { node.members.append(property(&random, in: node, file)) }
        addMembers(to: &node, &random, file)
        return node
    }

    mutating func enumeration(_ random: inout SeededGenerator, _ access: Access, _ file: Int) -> Node {
        var node = Node(.enumeration, fresh("E"), access)
        if random.chance(25) {
            node.inherits.append(random.one("Int", "Int8", "String"))
            for _ in 0..<(1 + random.below(4)) { node.members.append(Node(.enumCase, fresh("c"))) }
        } else {
            node.generics = generics(&random, access, 20)
            if random.chance(20) { node.modifiers.append("indirect") }
            for _ in 0..<(1 + random.below(4)) { node.members.append(enumCase(&random, in: node, file)) }
        }
        if random.chance(20) { node.inherits.append(random.one("Sendable", "CaseIterable", "Hashable", "Error")) }
        if access == .public, random.chance(15) { node.attributes.append("@frozen") }
        for index in node.members.indices.dropFirst() where random.chance(20) {
            node.members[index].joinsPrevious = true
        }
        if random.chance(40) { addMembers(to: &node, &random, file) }
        return node
    }

    mutating func enumCase(_ random: inout SeededGenerator, in node: Node, _ file: Int) -> Node {
        var one = Node(.enumCase, fresh("c"))
        let count = random.below(4) - 1
        guard count > 0 else { return one }
        let parts = (0..<count).map { _ in
            random.one("", "", "l\(random.below(9)): ") + type(&random, scope(in: node, file, node.access))
        }
        one.type = "(\(parts.joined(separator: ", ")))"
        if random.chance(15) { one.modifiers.append("indirect") }
        return one
    }

    mutating func object(_ random: inout SeededGenerator, _ access: Access, _ file: Int) -> Node {
        var node = Node(.classType, fresh("C"), access)
        node.generics = generics(&random, access, 20)
        let parents = nodes.filter {
            $0.kind == .classType && !$0.isFinal && $0.access >= min(access, .public) && $0.generics.isEmpty
                && $0.access > .fileprivate
        }
        var initializer = Node(.initializer, "init", min(access, .public))
        if random.chance(45),
            let parent = access == .open
                ? parents.filter({ $0.access == .open }).randomElement(using: &random)
                : parents.randomElement(using: &random)
        {
            node.inherits.append(parent.name)
            initializer.modifiers.append("override")
            for method in parent.members
            where method.kind == .function && !method.isStatic && method.access > .fileprivate && random.chance(40) {
                var own = method
                own.modifiers = ["override"]
                own.attributes = []
                if own.access == .open, access != .open { own.access = .public }
                if own.access > access { own.access = access }
                node.members.append(own)
            }
        } else if random.chance(15) {
            node.inherits.append(access == .open ? "LowClass" : "LowClass"); initializer.modifiers.append("override")
        }
        if access < .open, random.chance(25) { node.modifiers.append("final") }
        for _ in 0..<random.below(4) { node.members.append(property(&random, in: node, file)) }
        node.members.append(initializer)
        for _ in 0..<(1 + random.below(4)) { node.members.append(method(&random, in: node, file)) }
        addMembers(to: &node, &random, file)
        return node
    }

    mutating func actor(_ random: inout SeededGenerator, _ access: Access, _ file: Int) -> Node {
        var node = Node(.actorType, fresh("K"), access)
        for _ in 0..<(1 + random.below(3)) { node.members.append(property(&random, in: node, file)) }
        node.members.append(Node(.initializer, "init", access))
        for _ in 0..<(1 + random.below(3)) { node.members.append(method(&random, in: node, file)) }
        return node
    }

    mutating func proto(_ random: inout SeededGenerator, _ access: Access) -> Node {
        var node = Node(.proto, fresh("P"), access)
        if random.chance(20) {
            node.inherits.append("AnyObject")
        } else if random.chance(30) {
            node.inherits.append(
                random.one(
                    "Sendable", protocols(atLeast: access).map(\.name).randomElement(using: &random) ?? "Sendable"))
        }
        if random.chance(45) {
            node.members.append(Node(.associated, "Out"))
            if random.chance(50) { node.type = "Out" }
        }
        for _ in 0..<(1 + random.below(2)) { node.members.append(requirement(&random, in: node)) }
        return node
    }

    mutating func requirement(_ random: inout SeededGenerator, in node: Node) -> Node {
        let hasOut = node.members.contains { $0.kind == .associated }
        var own = Node(random.chance(70) ? .function : .property, fresh("m"), .internal)
        own.type = hasOut && random.chance(70) ? "Out" : random.one("Int", "Int", "Self", "String", "Int8?")
        if own.kind == .property { own.form = .computed }
        return own
    }

    /// Types of all kinds that conform to it; what the associated type is stands there, or is inferred.
    mutating func addConformances(to proto: Node, _ count: Int, _ random: inout SeededGenerator) {
        for _ in 0..<count {
            let isObject = proto.inherits.contains("AnyObject")
            let own = nodes.filter {
                ($0.kind == .classType && $0.isFinal || !isObject && ($0.kind == .structure || $0.kind == .enumeration))
                    && !$0.isNoncopyable && $0.access > .fileprivate && $0.generics.isEmpty
            }
            let name =
                random.chance(70)
                ? own.randomElement(using: &random)?.name
                : isObject ? nil : random.one("Int", "String", "Array", "LowBox")
            guard let name, !nodes.contains(where: { $0.name == name && $0.inherits.contains(proto.name) }) else {
                continue
            }
            var node = Node(.ext, name)
            node.inherits = [proto.name]
            let out = type(
                &random, Scope(level: min(proto.access, nodes.first { $0.name == name }?.access ?? .public), file: 0),
                depth: 2)
            let needsAlias =
                proto.members.contains { $0.kind == .associated }
                && (random.chance(60) || !proto.members.contains { $0.type == "Out" })
            if needsAlias {
                var alias = Node(.alias, "Out", min(proto.access, .public))
                alias.type = out
                node.members.append(alias)
            }
            for requirement in proto.members where requirement.kind != .associated {
                var witness = requirement
                witness.access = min(proto.access, .public)
                witness.type = witness.type == "Out" ? out : witness.type == "Self" ? name : witness.type
                if witness.type.hasPrefix("some ") { witness.body = "LowBox()" }
                node.members.append(witness)
            }
            appendTop(node, random.below(2))
        }
    }

    private mutating func addExtension(_ random: inout SeededGenerator, _ file: Int) {
        let own = nodes.filter { $0.kind.isType && $0.access > .fileprivate }
        var node = Node(
            .ext,
            random.chance(80)
                ? own.randomElement(using: &random)?.name ?? "Int" : random.one("Int", "Array", "LowBox", "LowP"))
        let extended = own.first { $0.name == node.name }
        var inside = extended ?? Node(.structure, node.name, .public)
        if inside.kind == .proto { inside.inherits = [] }
        for _ in 0..<(1 + random.below(3)) { node.members.append(method(&random, in: inside, file)) }
        if extended?.kind != .proto, random.chance(30) {
            var nested = structure(&random, random.one(of: [.internal, .private, .public]), file)
            nested.name = random.chance(50) ? "Inner" : nested.name
            nested.generics = []
            node.members.append(nested)
        }
        if node.name == "Array", random.chance(50) { node.condition = "Element == Int" }
        appendTop(node, node.name.hasPrefix("Low") ? random.below(2) : file)
    }

    private mutating func wrapper(_ random: inout SeededGenerator, _ access: Access, _ file: Int) -> Node {
        var node = Node(.structure, fresh("W"), access)
        node.attributes = ["@propertyWrapper"]
        node.generics = [.init(name: fresh("V"))]
        for _ in 0..<(1 + random.below(2)) { node.members.append(property(&random, in: node, file)) }
        var value = Node(.property, "wrappedValue", access)
        (value.type, value.form) = (node.generics[0].name, .settable)
        var initializer = Node(.initializer, "init", access)
        initializer.parameters = [.init(label: "wrappedValue", inner: "wrappedValue", type: node.generics[0].name)]
        node.members += [value, initializer]
        if random.chance(40) {
            var projected = Node(.property, "projectedValue", access)
            (projected.type, projected.form) = (type(&random, scope(in: node, file, access)), .computed)
            node.members.append(projected)
        }
        return node
    }

    private mutating func builder(_ random: inout SeededGenerator, _ access: Access) -> Node {
        var node = Node(.structure, fresh("B"), access)
        node.attributes = ["@resultBuilder"]
        for name in ["buildBlock"] + (random.chance(50) ? ["buildOptional"] : []) {
            node.members.append(buildFunction(name, access))
        }
        return node
    }

    func buildFunction(_ name: String, _ access: Access) -> Node {
        var function = Node(.function, name, access)
        function.modifiers = ["static"]
        function.type = "Int"
        let type = ["buildBlock": "Int...", "buildOptional": "Int?"][name] ?? "Int"
        function.parameters = [.init(label: name == "buildEither" ? "first" : "_", inner: "n", type: type)]
        return function
    }
}
