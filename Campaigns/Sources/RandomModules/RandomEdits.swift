import Measuring

/// What an edit does to one declaration. Most results compile; the others are counted, and cost one run of the
/// compiler.
extension RandomModule {
    /// The same module after one edit, sometimes two, and what they were; nil: nothing was to be done where chance
    /// pointed.
    package func edited(_ random: inout SeededGenerator) -> (module: RandomModule, name: String)? {
        guard var (module, name) = editedOnce(&random) else { return nil }
        if random.chance(12), let (more, second) = module.editedOnce(&random) {
            (module, name) = (more, "\(name); \(second)")
        }
        return (module, name)
    }

    private func editedOnce(_ random: inout SeededGenerator) -> (module: RandomModule, name: String)? {
        var module = self
        if isOfRules, random.chance(80) {
            guard let name = module.editRule(&random) else { return nil }
            return (module, name)
        }
        if random.chance(7) {
            guard let name = module.editWhole(&random) else { return nil }
            return (module, name)
        }
        if random.chance(45) {
            for _ in 0..<4 { if let name = module.editAimed(&random) { return (module, name) } }
            return nil
        }
        let all = paths()
        var path = random.one(of: all)
        // Of what clients do not see by name, interfaces say nothing.
        for _ in 0..<2 where level(of: path).isVisible && random.chance(40) { path = random.one(of: all) }
        let node = self[path], parent = path.count > 1 ? self[path.dropLast()] : nil
        let file = nodes[path[0]].file
        guard let what = module.edit(node, in: parent, at: path, file, &random) else { return nil }
        return (module, "\(what) (\(name(of: path)))")
    }

    private func name(of path: Path) -> String {
        (1...path.count).map { self[Path(path.prefix($0))].name }.joined(separator: ".")
    }

    private mutating func editWhole(_ random: inout SeededGenerator) -> String? {
        switch random.below(9) {
        case 0...1:
            let file = random.below(3)
            comments[file] += 1
            return "lines move in \(RandomModule.files[file])"
        case 2...3:
            return editImports(&random)
        case 4:
            nodes.swapAt(random.below(nodes.count), random.below(nodes.count))
            return "declarations swapped"
        case 5:
            let index = random.below(nodes.count)
            nodes[index].file = random.below(3)
            return "\(nodes[index].name) moved to another source"
        default:
            let count = nodes.count
            addTop(&random)
            return "added \(nodes.suffix(from: min(count, nodes.count - 1)).map(\.name).joined(separator: ", "))"
        }
    }

    mutating func editImports(_ random: inout SeededGenerator) -> String {
        let file = random.below(3)
        let line =
            random.one(
                "import", "internal import", "public import", "@_exported import", "private import",
                "@_implementationOnly import") + " " + random.one("Lid", "Lid", "Low")
        if let index = imports[file].indices.randomElement(using: &random), random.chance(60) {
            if random.chance(50) { imports[file].remove(at: index) } else { imports[file][index] = line }
        } else {
            imports[file].append(line)
        }
        return "imports of \(RandomModule.files[file]): \(imports[file].joined(separator: "; "))"
    }

    private mutating func edit(
        _ old: Node, in parent: Node?, at path: Path, _ file: Int, _ random: inout SeededGenerator
    ) -> String? {
        var node = old
        let choice = random.below(20)
        switch choice {
        case 0:
            remove(path)
            return "removed"
        case 1
        where !node.name.isEmpty && node.kind != .ext && node.kind != .initializer && node.kind != .subscripted
            && node.kind != .deinitializer:
            let new = fresh("R")
            nodes = nodes.map { $0.replacing(node.name, with: new) }
            return "renamed"
        case 2:
            node.access = random.one(of: Access.allCases)
            self[path] = node
            return "access"
        case 3 where parent != nil:
            var around = parent!
            let other = random.below(around.members.count)
            around.members.swapAt(path.last!, other)
            self[path.dropLast()] = around
            return "swapped with another member"
        case 4 where !node.generics.isEmpty && random.chance(60):
            self[path] = node.replacing(random.one(of: node.generics).name, with: fresh("T"))
            return "type parameter renamed"
        default:
            guard let what = change(&node, in: parent, file, &random) else { return nil }
            self[path] = node
            return what
        }
    }

    private mutating func change(_ node: inout Node, in parent: Node?, _ file: Int, _ random: inout SeededGenerator)
        -> String?
    {
        switch node.kind {
        case .structure, .enumeration, .classType, .actorType: return changeType(&node, file, &random)
        case .ext: return changeExtension(&node, file, &random)
        case .proto: return changeProtocol(&node, &random)
        case .property: return changeProperty(&node, in: parent, file, &random)
        case .function, .subscripted, .initializer: return changeFunction(&node, in: parent, file, &random)
        case .enumCase: return changeCase(&node, in: parent, file, &random)
        case .alias:
            node.type = type(&random, scope(in: parent ?? node, file, min(node.access, parent?.access ?? .public)))
            return "target of an alias"
        case .associated:
            node.type = random.one("", "Equatable", "Sendable", "AnyObject")
            return "constraint of an associated type"
        case .deinitializer: return nil
        }
    }

    private mutating func insert(_ member: Node, into node: inout Node, _ random: inout SeededGenerator) {
        // Behind the last one as often as anywhere: nothing moves then.
        let place = random.chance(30) ? node.members.count : random.below(node.members.count + 1)
        node.members.insert(numbered(member), at: place)
    }

    private mutating func changeType(_ node: inout Node, _ file: Int, _ random: inout SeededGenerator) -> String? {
        switch random.below(20) {
        case 0...4:
            if node.kind == .enumeration {
                insert(enumCase(&random, in: node, file), into: &node, &random)
            } else {
                insert(property(&random, in: node, file), into: &node, &random)
            }
            return "storage added"
        case 5...9:
            var added = method(&random, in: node, file)
            if node.kind.isObject, random.chance(70) {
                added.access = random.one(of: [.private, .fileprivate, .internal])
            }
            if node.has("@resultBuilder"), random.chance(60) {
                added = buildFunction(
                    random.one("buildOptional", "buildExpression", "buildFinalResult", "buildEither"),
                    random.one(of: [.internal, .private, node.access]))
            }
            insert(added, into: &node, &random)
            return "method added"
        case 10...11:
            let count = node.members.count
            addMembers(to: &node, &random, file)
            for index in node.members.indices.suffix(max(0, node.members.count - count)) {
                node.members[index] = numbered(node.members[index])
            }
            return "members added"
        case 12:
            let word = random.one(
                "Sendable", "@unchecked Sendable", "Hashable", "Equatable", "CustomStringConvertible", "Error",
                "BitwiseCopyable", "CaseIterable",
                protocols(atLeast: .internal).randomElement(using: &random)?.name ?? "Sendable")
            if let index = node.inherits.firstIndex(of: word) {
                node.inherits.remove(at: index)
            } else {
                node.inherits.append(word)
            }
            return "inherits \(word)"
        case 13:
            let word = random.one(
                "@frozen", "@usableFromInline", "@_fixed_layout", "@MainActor", "@available(*, deprecated)",
                "@_alignment(16)", "@dynamicMemberLookup", "@_nonSendable")
            node.toggle(attribute: word)
            return word
        case 14 where node.kind == .classType:
            node.toggle(modifier: "final")
            return "final"
        case 15 where node.kind == .structure || node.kind == .classType:
            node.kind = node.kind == .structure ? .classType : .structure
            return "becomes another kind of type"
        case 16 where node.kind == .enumeration:
            node.toggle(modifier: "indirect")
            return "indirect"
        case 16 where node.kind.isObject || node.isNoncopyable:
            if let index = node.members.firstIndex(where: { $0.kind == .deinitializer }) {
                node.members.remove(at: index)
            } else {
                insert(Node(.deinitializer, "deinit"), into: &node, &random)
            }
            return "deinit"
        case 17 where node.kind == .enumeration:
            let words = ["Int", "Int8", "String", "UInt16"]
            if let index = node.inherits.firstIndex(where: words.contains) {
                node.inherits[index] = random.one(of: words)
            } else {
                node.inherits.insert(random.one(of: words), at: 0)
            }
            return "raw type"
        case 17 where node.kind == .structure:
            if node.isNoncopyable {
                node.inherits.removeAll { $0 == "~Copyable" }
            } else {
                node.inherits.append("~Copyable")
            }
            return "copyable or not"
        case 18 where !node.generics.isEmpty:
            node.generics[0].constraint = random.one("", "Hashable", "Sendable", "AnyObject")
            return "constraint of a type parameter"
        case 18 where node.kind == .classType:
            let parents = nodes.filter { $0.kind == .classType && !$0.isFinal && $0.id < node.id }.map(\.name)
            let index = node.inherits.firstIndex { parents.contains($0) }
            if let index {
                node.inherits.remove(at: index)
            } else if let parent = parents.randomElement(using: &random) {
                node.inherits.insert(parent, at: 0)
            }
            for place in node.members.indices
            where node.members[place].kind == .initializer && node.members[place].parameters.isEmpty {
                node.members[place].modifiers = index == nil ? ["override"] : []
            }
            return "superclass"
        default: return nil
        }
    }

    private mutating func changeExtension(_ node: inout Node, _ file: Int, _ random: inout SeededGenerator) -> String? {
        let extended = nodes.first { $0.name == node.name && $0.kind.isType }
        switch random.below(5) {
        case 0...1:
            insert(method(&random, in: extended ?? Node(.structure, node.name, .public), file), into: &node, &random)
            return "method added to an extension"
        case 2:
            if let alias = node.members.firstIndex(where: { $0.kind == .alias }) {
                node.members[alias].type = type(
                    &random, Scope(level: min(extended?.access ?? .public, node.members[alias].access), file: file))
                for index in node.members.indices
                where node.members[index].kind == .function || node.members[index].kind == .property {
                    if random.chance(70) { node.members[index].type = node.members[alias].type }
                }
                return "associated type of a conformance"
            }
            let out = type(&random, Scope(level: min(extended?.access ?? .public, .internal), file: file), depth: 2)
            for index in node.members.indices where !node.inherits.isEmpty { node.members[index].type = out }
            return "associated type of a conformance, inferred"
        case 3:
            node.inherits = node.inherits.isEmpty ? [random.one("Sendable", "CustomStringConvertible", "Hashable")] : []
            return "conformance of an extension"
        default:
            node.condition = node.condition.isEmpty && node.name == "Array" ? "Element == Int8" : ""
            return "condition of an extension"
        }
    }

    private mutating func changeProtocol(_ node: inout Node, _ random: inout SeededGenerator) -> String? {
        switch random.below(6) {
        case 0...1:
            insert(requirement(&random, in: node), into: &node, &random)
            return "requirement added"
        case 2:
            let word = random.one(
                "AnyObject", "Sendable", protocols(atLeast: .internal).randomElement(using: &random)?.name ?? "Sendable"
            )
            if let index = node.inherits.firstIndex(of: word) {
                node.inherits.remove(at: index)
            } else {
                node.inherits.append(word)
            }
            return "protocol inherits \(word)"
        case 3:
            let word = random.one("@_marker", "@MainActor")
            node.toggle(attribute: word)
            return word
        case 4 where node.members.contains { $0.kind == .associated }:
            node.type = node.type.isEmpty ? "Out" : ""
            return "primary associated type"
        default: return nil
        }
    }
}
