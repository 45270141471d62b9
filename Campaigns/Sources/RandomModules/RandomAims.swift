import Measuring

/// Edits that chance alone would make too seldom: each aims at something that digests have got wrong, or that they want
/// to leave out.
extension RandomModule {
    /// Nil: this module has nothing of the kind that chance chose.
    mutating func editAimed(_ random: inout SeededGenerator) -> String? {
        let all = paths()
        func path(_ random: inout SeededGenerator, where fits: (Node, Path) -> Bool) -> Path? {
            all.filter { fits(self[$0], $0) }.randomElement(using: &random)
        }
        func isStored(_ node: Node, _ path: Path) -> Bool {
            node.kind == .property && (node.form == .stored || node.form == .observed) && path.count > 1
                && !node.isStatic
        }
        // What a module is there for is tried more often in it.
        let choice = hasStoredOpaque && random.chance(30) ? 5 : random.below(22)
        switch choice {
        case 16: return editImports(&random)
        case 0...2, 20:
            return editMethodTable(&random)
        case 3:
            let attributes = ["@_alwaysEmitIntoClient", "@_transparent", "@inlinable"]
            guard let path = path(&random, where: { node, _ in attributes.contains(where: node.has) }) else {
                return nil
            }
            self[path].body = emittedBody(&random)
            return "body of \(self[path].name), which clients may take over"
        case 4:
            guard
                let path = path(
                    &random,
                    where: { node, _ in
                        (node.kind == .function || node.kind == .initializer)
                            && node.parameters.contains { !$0.value.isEmpty }
                    })
            else { return nil }
            let index = self[path].parameters.firstIndex { !$0.value.isEmpty }!
            self[path].parameters[index].value = random.one(
                "#line", "{ \(random.below(100)) }()", "\(random.below(100))")
            return "default argument of \(self[path].name)"
        case 5:
            let isStoredOne = random.chance(60)
            guard
                let path = path(
                    &random,
                    where: { node, _ in
                        node.type.hasPrefix("some ")
                            && (!isStoredOne || !hasStoredOpaque || node.kind == .property && node.form == .stored)
                    })
            else { return nil }
            let conformers = nodes.filter {
                $0.kind == .ext && $0.inherits.contains(String(self[path].type.dropFirst(5)))
            }.map(\.name)
            guard let name = conformers.randomElement(using: &random) else { return nil }
            if self[path].form == .stored, self[path].kind == .property {
                self[path].value = "\(name)()"
            } else {
                self[path].body = "\(name)()"
            }
            return "what the opaque type of \(self[path].name) stands for"
        case 6...7:
            let isAny = random.chance(30)
            let stored = Set(all.map { self[$0] }.filter { $0.kind == .property && $0.form == .stored }.map(\.type))
            guard
                let path = path(
                    &random, where: { node, _ in node.kind == .alias && (isAny || stored.contains(node.name)) })
            else { return nil }
            self[path].type =
                random.chance(50)
                ? random.one("Int", "Int8", "String", "[Int]", "Bool", "LowBox")
                : type(
                    &random, Scope(level: min(self[path].access, .public), file: nodes[path[0]].file, id: self[path].id)
                )
            return "target of \(self[path].name)"
        case 8:
            guard let path = path(&random, where: isStored) else { return nil }
            let others = self[path.dropLast()].members.indices.filter {
                isStored(self[path.dropLast()].members[$0], path) && $0 != path.last!
            }
            guard let other = others.randomElement(using: &random) else { return nil }
            self[path.dropLast()].members.swapAt(path.last!, other)
            return "\(self[path].name) swapped with other storage"
        case 9:
            guard let path = path(&random, where: { isStored($0, $1) && $0.access < .public }) else { return nil }
            self[path].name = fresh("R")
            return "a stored property renamed \(self[path].name)"
        case 10:
            let generic = all.filter { !self[$0].generics.isEmpty }
            guard let path = generic.randomElement(using: &random) else { return nil }
            self[path] = self[path].replacing(random.one(of: self[path].generics).name, with: fresh("T"))
            return "a type parameter of \(self[path].name) renamed"
        case 11, 17, 18, 19:
            guard let path = path(&random, where: { node, path in isStored(node, path) && !level(of: path).isVisible })
            else { return nil }
            var holder = self[path.dropLast()]
            if random.chance(50) {
                holder.members.insert(
                    numbered(property(&random, in: holder, nodes[path[0]].file)),
                    at: random.below(holder.members.count + 1))
            } else {
                holder.members[path.last!].type = type(&random, scope(in: holder, nodes[path[0]].file, .private));
                holder.members[path.last!].value = ""
            }
            self[path.dropLast()] = holder
            return "storage of \(holder.name)"
        case 12: return moveHiddenType(&random)
        case 13:
            guard
                let path = path(
                    &random,
                    where: { node, path in
                        node.kind == .ext && node.members.contains { $0.kind == .alias && $0.name == "Out" }
                    })
            else { return nil }
            let out = random.one("Int", "Int8", "String", "[Int]", "LowBox", "Bool")
            for index in self[path].members.indices where self[path].members[index].name == "Out" || random.chance(90) {
                self[path].members[index].type = out
            }
            return "associated type of \(self[path].name)"
        case 14:
            guard let path = path(&random, where: { node, path in node.kind == .enumCase }) else { return nil }
            switch random.below(3) {
            case 0: self[path].joinsPrevious.toggle()
            case 1: self[path].name = fresh("c")
            default:
                guard self[path].type.hasPrefix("("), !self[path].type.contains(":") else { return nil }
                self[path].type = "(\(fresh("l")): \(self[path].type.dropFirst())"
            }
            return "case \(self[path].name) written otherwise"
        default:
            guard let path = path(&random, where: { node, _ in !node.parameters.isEmpty }) else { return nil }
            let index = random.below(self[path].parameters.count)
            if self[path].parameters[index].label == self[path].parameters[index].inner {
                self[path].parameters[index].label = self[path].parameters[index].inner
            }
            self[path].parameters[index].inner = fresh("q")
            return "a parameter of \(self[path].name) renamed inside"
        }
    }

    /// Hidden methods of visible classes that have a table, and of those below them: added, taken away, moved, shown.
    private mutating func editMethodTable(_ random: inout SeededGenerator) -> String? {
        let classes = nodes.indices.filter { nodes[$0].kind.isObject && !nodes[$0].isFinal }
        guard let place = classes.randomElement(using: &random) else { return nil }
        let file = nodes[place].file
        let methods = nodes[place].members.indices.filter {
            nodes[place].members[$0].kind == .function && !nodes[place].members[$0].isFinal
        }
        let hidden = methods.filter { nodes[place].members[$0].access <= .internal }
        switch random.below(7) {
        case 0...2:
            var added = method(&random, in: nodes[place], file)
            added.access = random.one(of: [.private, .internal, .fileprivate])
            added.attributes = []
            added.modifiers = []
            added.body = "fatalError()"
            let isLast = random.chance(40)
            nodes[place].members.insert(
                numbered(added), at: isLast ? nodes[place].members.count : random.below(nodes[place].members.count + 1))
            return "hidden method added \(isLast ? "last" : "somewhere") to \(nodes[place].name)"
        case 3:
            guard let index = hidden.randomElement(using: &random) else { return nil }
            nodes[place].members.remove(at: index)
            return "hidden method removed from \(nodes[place].name)"
        case 4:
            guard methods.count > 1 else { return nil }
            nodes[place].members.swapAt(methods.randomElement(using: &random)!, methods.randomElement(using: &random)!)
            return "methods of \(nodes[place].name) swapped"
        case 5:
            guard let index = hidden.randomElement(using: &random) else { return nil }
            nodes[place].members[index].access = random.one(of: [.private, .internal, .fileprivate])
            return "access of a hidden method of \(nodes[place].name)"
        default:
            guard let index = hidden.randomElement(using: &random) else { return nil }
            let parameter = parameter(&random, Scope(level: .internal, file: file))
            nodes[place].members[index].parameters.append(parameter)
            return "signature of a hidden method of \(nodes[place].name)"
        }
    }

    /// A private type with everything that names it: symbols of private types hold the name of their source.
    private mutating func moveHiddenType(_ random: inout SeededGenerator) -> String? {
        let types = nodes.indices.filter { nodes[$0].kind.isType && nodes[$0].access <= .fileprivate }
        guard let place = types.randomElement(using: &random) else { return nil }
        let (name, file, target) = (nodes[place].name, nodes[place].file, random.below(3))
        for index in nodes.indices where nodes[index].file == file {
            var text = SourceText()
            text.add(nodes[index])
            if text.text.replacingWord(name, with: "") != text.text { nodes[index].file = target }
        }
        return "\(name) and what names it moved to \(RandomModule.files[target])"
    }

    // MARK: What belongs together

    /// A hidden protocol whose associated types a hidden generic type stores, behind a field of a visible type.
    mutating func addChain(_ random: inout SeededGenerator) {
        var source = Node(.proto, fresh("P"))
        source.members = [Node(.associated, "Out")]
        var requirement = Node(.function, fresh("m"))
        requirement.type = "Out"
        source.members.append(requirement)
        appendTop(source, 0)
        var store = Node(.structure, fresh("S"))
        store.generics = [.init(name: fresh("T"), constraint: source.name)]
        var field = Node(.property, fresh("f"))
        field.type = "\(store.generics[0].name).Out?"
        store.members = [field, Node(.initializer, "init")]
        appendTop(store, 0)
        addConformances(to: source, 3, &random)
        let conformers = nodes.filter { $0.kind == .ext && $0.inherits.contains(source.name) }.map {
            $0.name == "Array" ? "[Int]" : $0.name
        }
        guard let conformer = conformers.randomElement(using: &random) else { return }
        var alias = Node(.alias, fresh("A"))
        alias.type = "\(store.name)<\(conformer)>"
        appendTop(alias, 0)
        var plain = Node(.alias, fresh("A"))
        plain.type = random.one("Int8", "Int", "String", "Bool")
        appendTop(plain, 0)
        var holder = Node(.structure, fresh("S"), random.one(of: [.public, .public, .package]))
        for type in [random.one(alias.type, alias.name), plain.name] {
            var field = Node(.property, fresh("f"), .private)
            field.type = type
            holder.members.append(field)
        }
        var shown = Node(.property, fresh("f"), holder.access)
        shown.type = "Int"
        holder.members += [shown, Node(.initializer, "init", holder.access)]
        appendTop(holder, random.below(2))
    }

    /// A visible protocol with an associated type that conformances give as an opaque one.
    mutating func addScreens(_ random: inout SeededGenerator) {
        var part = Node(.proto, fresh("P"), .public)
        part.members = [requirement(&random, in: part)]
        appendTop(part, 0)
        for _ in 0..<2 {
            let node = numbered(structure(&random, random.one(of: [.internal, .public]), 0))
            guard node.generics.isEmpty else { continue }
            appendTop(node, 0)
            var conformance = Node(.ext, node.name)
            conformance.inherits = [part.name]
            conformance.members = part.members.map {
                var witness = $0
                witness.access = .public
                witness.type = witness.type == "Self" ? node.name : witness.type
                return witness
            }
            appendTop(conformance, 0)
        }
        let values = nodes.filter { $0.kind == .ext && $0.inherits.contains(part.name) }.map { "\($0.name)()" }
        guard !values.isEmpty else { return }
        var screen = Node(.proto, fresh("P"), .public)
        var out = Node(.associated, "Out")
        out.type = part.name
        var body = Node(.property, fresh("m"))
        (body.type, body.form) = ("Out", .computed)
        screen.members = [out, body]
        appendTop(screen, 0)
        for _ in 0..<(1 + random.below(2)) {
            var node = Node(.structure, fresh("S"), .public)
            node.inherits = [screen.name]
            var shown = Node(.property, body.name, .public)
            (shown.type, shown.form, shown.body) = ("some \(part.name)", .computed, random.one(of: values))
            node.members = [shown, Node(.initializer, "init", .public)]
            appendTop(node, random.below(2))
        }
    }

    /// Storage of opaque types, in types that clients see and in those that these hold.
    mutating func addOpaqueStorage(_ random: inout SeededGenerator) {
        let found = protocols(atLeast: .internal).compactMap { proto in
            nodes.first { node in
                node.kind == .ext && node.inherits.contains(proto.name)
                    && nodes.contains { $0.name == node.name && $0.kind == .structure }
            }.map { ("some \(proto.name)", "\($0.name)()") }
        }
        guard let (type, value) = found.randomElement(using: &random) else { return }
        var node = Node(.structure, fresh("S"), .public)
        var own = Node(.property, fresh("f"), .private)
        (own.type, own.value) = (type, value)
        var shown = Node(.property, fresh("f"), .public)
        shown.type = "Int"
        node.members = [own, shown, Node(.initializer, "init", .public)]
        appendTop(node, 0)
    }
}
