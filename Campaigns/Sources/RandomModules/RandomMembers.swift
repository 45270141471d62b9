import Measuring

/// How members and functions come to be.
extension RandomModule {
    func scope(in node: Node, _ file: Int, _ level: Access) -> Scope {
        Scope(
            level: level, file: file, generics: node.generics, id: node.id == 0 ? .max : node.id,
            isNoncopyable: node.isNoncopyable, isSPI: node.isSPI)
    }

    /// Less than all may see most of a type's storage.
    private func memberAccess(_ random: inout SeededGenerator, in node: Node, hidden: Int) -> Access {
        let access = min(node.access, .public)
        guard random.chance(hidden) else { return access }
        return min(access, random.one(of: [.private, .private, .internal, .internal, .fileprivate, .package]))
    }

    /// A type that conforms to a protocol, with how to make a value of it.
    private func opaque(_ random: inout SeededGenerator, _ level: Access) -> (proto: String, value: String)? {
        let found = protocols(atLeast: level).flatMap { proto in
            nodes.filter { node in
                node.kind == .ext && node.inherits.contains(proto.name)
                    && nodes.contains { $0.name == node.name && $0.kind == .structure }
            }
            .map { (proto.name, "\($0.name)()") }
        }
        return found.randomElement(using: &random)
    }

    mutating func property(_ random: inout SeededGenerator, in node: Node, _ file: Int) -> Node {
        var own = Node(.property, fresh("f"), memberAccess(&random, in: node, hidden: 65))
        own.type = type(&random, scope(in: node, file, min(own.access, node.access)))
        if node.kind == .actorType || node.kind == .structure, random.chance(20) { own.modifiers = ["let"] }
        if random.chance(25) { retypeSimply(&own, &random) }
        switch random.below(24) {
        case 0: own.form = .observed
        case 1...2: own.form = .computed
        case 3: own.form = .settable
        case 4: own.modifiers.insert("static", at: 0)
        case 5: (own.type, own.value, own.modifiers) = ("Int", "5", ["lazy"])
        case 6...7:
            // No property wrapper of a lower access than the property.
            let wrappers = nodes.filter {
                $0.has("@propertyWrapper") && $0.access >= own.access && $0.access > .fileprivate
            }
            if let name = wrappers.randomElement(using: &random)?.name, node.kind != .actorType {
                own.modifiers = []
                own.attributes.append("@\(name)")
            }
        case 8:
            let classes = nodes.filter {
                $0.kind == .classType && $0.access >= own.access && $0.access > .fileprivate && $0.generics.isEmpty
            }
            if let name = classes.randomElement(using: &random)?.name {
                let word = random.one("weak", "unowned", "unowned(unsafe)")
                (own.modifiers, own.type, own.value) = ([word], word == "weak" ? "\(name)?" : name, "")
            }
        case 9...10 where hasStoredOpaque && own.access < .public:
            if let (proto, value) = opaque(&random, own.access) {
                (own.type, own.value, own.modifiers) = ("some \(proto)", value, [])
            }
        default: break
        }
        if own.form == .computed || own.form == .settable { own.modifiers = [] }
        if own.form == .observed { own.modifiers = [] }
        return own
    }

    func retypeSimply(_ own: inout Node, _ random: inout SeededGenerator) {
        let (type, value) = random.one(of: [
            ("Int", "1"), ("String", "\"s\""), ("Int8", "2"), ("[Int]", "[1]"), ("Bool", "true"), ("Int?", "nil"),
            ("Double", "1.5"), ("UInt16", "7"),
        ])
        (own.type, own.value) = (type, random.chance(50) ? value : "")
        if own.modifiers.contains("let") { own.value = "" }
    }

    mutating func method(_ random: inout SeededGenerator, in node: Node, _ file: Int) -> Node {
        var own = function(&random, scope(in: node, file, node.access), memberAccess(&random, in: node, hidden: 50))
        if node.kind == .classType {
            if node.access == .open, own.access == .public, !own.has("@_transparent"), own.attributes.isEmpty,
                random.chance(60)
            {
                own.access = .open
            }
            if own.access < .open, random.chance(15) { own.modifiers.append("final") }
            if random.chance(10), own.modifiers.isEmpty { own.modifiers.append(random.one("class", "static")) }
        } else if node.kind == .actorType {
            if random.chance(20) { own.modifiers.append("nonisolated") }
        } else {
            if node.kind != .ext, random.chance(15) { own.modifiers.append(random.one("mutating", "static")) }
        }
        return own
    }

    /// `scope`: whose type parameters and level; the function's own access bounds what it may name.
    mutating func function(_ random: inout SeededGenerator, _ scope: Scope, _ access: Access) -> Node {
        var own = Node(.function, fresh("m"), access)
        var scope = scope
        scope.level = min(scope.level, access)
        scope.id = .max
        if scope.level == .fileprivate { scope.level = .internal }
        if random.chance(15) {
            let constraints = protocols(atLeast: scope.level).map(\.name)
            own.generics = [.init(name: fresh("T"), constraint: constraints.randomElement(using: &random) ?? "")]
            scope.generics += own.generics
        }
        for _ in 0..<random.below(3) { own.parameters.append(parameter(&random, scope)) }
        for generic in own.generics { own.parameters.append(.init(label: "_", inner: fresh("p"), type: generic.name)) }
        own.type = random.one("", "Int", "Int", "Int", "String", type(&random, scope))
        let throwing = nodes.filter {
            $0.inherits.contains("Error") && $0.access >= scope.level && $0.generics.isEmpty && !$0.isSPI
        }.map(\.name)
        if random.chance(15) {
            own.effects = random.one(
                "async", "throws", "async throws",
                throwing.isEmpty ? "throws(LowError)" : "throws(\(random.one(of: throwing)))")
        }
        if access >= .public, own.effects.isEmpty, random.chance(35) {
            own.type = "Int"
            own.attributes = [random.one("@inlinable", "@_alwaysEmitIntoClient", "@_transparent", "@inlinable")]
            own.body = emittedBody(&random)
            if own.has("@_transparent") { own.generics = []; own.parameters = [] }
        } else if hasOpaqueResults, random.chance(15), let (proto, value) = opaque(&random, min(access, .internal)),
            access < .public || protocols(atLeast: .public).contains(where: { $0.name == proto })
        {
            own.type = "some \(proto)"
            own.body = hasLocalTypes && random.chance(50) ? "struct Local { var a = 1 }; return \(value)" : value
        }
        if own.type != "", random.chance(5) { own.attributes.insert("@discardableResult", at: 0) }
        return own
    }

    func emittedBody(_ random: inout SeededGenerator) -> String {
        let called = nodes.filter {
            $0.kind == .function && $0.access >= .public && $0.parameters.isEmpty && $0.type == "Int"
                && $0.generics.isEmpty && $0.effects.isEmpty && !$0.isSPI
        }
        switch random.below(6) {
        case 0: return "Int(#line)"
        case 1: return "{ \(random.below(50)) }()"
        case 2 where !called.isEmpty: return "\(random.one(of: called).name)()"
        case 3: return "{ (n: Int) -> Int in n &+ \(random.below(50)) }(4)"
        default: return "\(random.below(100))"
        }
    }

    mutating func parameter(_ random: inout SeededGenerator, _ scope: Scope) -> Node.Parameter {
        let name = fresh("p")
        var own = Node.Parameter(label: random.one("_", name, name, "with"), inner: name, type: type(&random, scope))
        if random.chance(50) {
            own.type = "Int"
            let called = nodes.filter {
                $0.kind == .function && $0.access >= .public && $0.parameters.isEmpty && $0.type == "Int"
                    && $0.generics.isEmpty && $0.effects.isEmpty && !$0.isSPI
            }
            own.value = random.one(
                "\(random.below(100))", "#line", "{ \(random.below(100)) }()",
                called.randomElement(using: &random).map { "\($0.name)()" } ?? "3")
        } else if random.chance(10) {
            own.type = random.one(
                "inout \(own.type)", "@escaping () -> \(own.type)", "consuming \(own.type)", "borrowing \(own.type)",
                "\(own.type)...")
        }
        if own.label == "with" { own.inner = name }
        return own
    }

    mutating func global(_ random: inout SeededGenerator, _ access: Access, _ file: Int) -> Node {
        var own = Node(.property, fresh("g"), access)
        own.type = type(&random, Scope(level: access, file: file))
        own.value = random.one("nil", "make()")
        own.type += own.value == "nil" ? "?" : ""
        if own.value == "make()" { own.value = ""; own.form = .computed }
        if hasStoredOpaque, access >= .public, let (proto, value) = opaque(&random, .public) {
            (own.type, own.value, own.form, own.modifiers) = ("some \(proto)", value, .stored, ["let"])
        } else if random.chance(30) {
            retypeSimply(&own, &random); own.value = own.value.isEmpty ? "" : own.value;
            own.form = own.value.isEmpty ? .computed : .stored
        }
        return own
    }

    /// What is in few types: other initializers, subscripts, nested types, aliases.
    mutating func addMembers(to node: inout Node, _ random: inout SeededGenerator, _ file: Int) {
        if node.kind == .structure { node.members.append(Node(.initializer, "init", min(node.access, .public))) }
        for _ in 0..<random.below(3) where node.kind != .classType && random.chance(60) {
            node.members.append(method(&random, in: node, file))
        }
        if random.chance(10) {
            var own = Node(.subscripted, "subscript", memberAccess(&random, in: node, hidden: 40))
            own.parameters = [.init(label: "_", inner: "n", type: "Int")]
            if random.chance(50) { own.parameters[0].value = "\(random.below(9))" }
            own.type = type(&random, scope(in: node, file, min(own.access, node.access)))
            node.members.append(own)
        }
        if random.chance(12) {
            var own = Node(.initializer, "init", memberAccess(&random, in: node, hidden: 50))
            own.parameters = [parameter(&random, scope(in: node, file, min(own.access, node.access)))]
            if node.kind == .classType, random.chance(30) { own.modifiers = ["convenience"] }
            node.members.append(own)
        }
        if random.chance(25) {
            var nested =
                random.chance(60)
                ? structure(&random, memberAccess(&random, in: node, hidden: 60), file)
                : enumeration(&random, memberAccess(&random, in: node, hidden: 60), file)
            if random.chance(50) { nested.name = random.one("Inner", "Key", "Inner") }
            nested.members.removeAll { $0.kind.isType }
            let isUsed =
                random.chance(80) && nested.generics.isEmpty && (node.kind == .structure || node.kind == .classType)
            let name = nested.name
            node.members.insert(nested, at: 0)
            if isUsed {
                var own = Node(.property, fresh("f"), .private)
                own.type = random.one(name, "\(name)?", "[\(name)]", "(Int8, \(name))?")
                node.members.append(own)
            }
        }
        if random.chance(10) {
            var own = Node(.alias, fresh("A"), memberAccess(&random, in: node, hidden: 60))
            own.type = type(&random, scope(in: node, file, min(own.access, node.access)))
            node.members.append(own)
        }
        if random.chance(6) {
            var own = Node(.function, "callAsFunction", memberAccess(&random, in: node, hidden: 50))
            own.type = "Int"
            node.members.append(own)
        }
    }
}
