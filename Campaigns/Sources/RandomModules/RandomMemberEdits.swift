import Measuring

/// What an edit does to one member or function.
extension RandomModule {
    mutating func changeProperty(_ node: inout Node, in parent: Node?, _ file: Int, _ random: inout SeededGenerator)
        -> String?
    {
        let holder = parent ?? Node(.structure, "", node.access)
        switch random.below(16) {
        case 0...4:
            if node.type.hasPrefix("some ") || parent != nil && hasStoredOpaque && random.chance(20) {
                let conformers = nodes.filter {
                    $0.kind == .ext && $0.inherits.contains(String(node.type.dropFirst(5)))
                }.map(\.name)
                guard let name = conformers.randomElement(using: &random) else { return nil }
                node.value = "\(name)()"
                if node.form != .stored { (node.body, node.value) = (node.value, "") }
                return "what an opaque type stands for"
            }
            if node.modifiers.contains("weak") || node.modifiers.contains("lazy") { node.modifiers = [] }
            node.value = ""
            node.type =
                random.chance(30)
                ? random.one("Int", "Int8", "String", "Bool", "Double")
                : type(&random, scope(in: holder, file, min(node.access, holder.access)))
            return "type of a property"
        case 5...6:
            guard node.type == "Int" || node.type == "Int?" || !node.value.isEmpty else { return nil }
            node.value =
                node.value.isEmpty
                ? node.type == "Int" ? "\(random.below(100))" : "nil"
                : random.chance(40) ? "" : node.type == "Int" ? "\(random.below(100))" : node.value
            return "initial value"
        case 7:
            node.form = node.form == .observed ? .stored : .observed
            return "observers"
        case 8:
            node.form = random.one(of: Node.Form.allCases)
            node.modifiers.removeAll { $0 == "let" || $0 == "lazy" }
            return "stored or computed"
        case 9:
            if node.modifiers.last == "let" { node.modifiers.removeLast() } else { node.modifiers.append("let") }
            return "let or var"
        case 10:
            node.toggle(modifier: "static")
            if node.modifiers.last == "static", node.modifiers.contains("let") { node.modifiers = ["static", "let"] }
            return "static"
        case 11:
            let wrappers = nodes.filter { $0.has("@propertyWrapper") }
            if let index = node.attributes.firstIndex(where: { $0.hasPrefix("@W") }) {
                node.attributes.remove(at: index)
            } else if let name = wrappers.randomElement(using: &random)?.name {
                node.attributes.append("@\(name)")
            } else {
                return nil
            }
            return "property wrapper"
        case 12:
            node.type += "?"
            node.value = ""
            return "optional"
        case 13:
            let word = random.one("final", "nonisolated", "lazy", "weak")
            node.modifiers.removeAll { $0 == "let" }
            if let index = node.modifiers.firstIndex(of: word) {
                node.modifiers.remove(at: index)
            } else {
                node.modifiers.insert(word, at: 0)
            }
            if word == "lazy", node.modifiers.contains("lazy") { (node.type, node.value) = ("Int", "3") }
            return word
        default:
            node.access = random.one(of: [.private, .internal, .fileprivate])
            return "access"
        }
    }

    mutating func changeFunction(_ node: inout Node, in parent: Node?, _ file: Int, _ random: inout SeededGenerator)
        -> String?
    {
        let holder = parent ?? Node(.structure, "", node.access)
        let scope = Scope(
            level: min(node.access, holder.access, .public), file: file, generics: holder.generics + node.generics)
        let isFunction = node.kind == .function
        switch random.below(18) {
        case 0...1 where !node.parameters.isEmpty:
            let index = random.below(node.parameters.count)
            let hadOneName = node.parameters[index].label == node.parameters[index].inner
            node.parameters[index].inner = fresh("q")
            if hadOneName, random.chance(30) { node.parameters[index].label = node.parameters[index].inner }
            return "inner name of a parameter"
        case 2 where !node.parameters.isEmpty:
            node.parameters[random.below(node.parameters.count)].label = fresh("q")
            return "label of a parameter"
        case 3...5 where !node.parameters.isEmpty:
            let index = random.below(node.parameters.count)
            guard node.parameters[index].type == "Int" else { return nil }
            node.parameters[index].value = random.one("", "\(random.below(100))", "#line", "{ \(random.below(100)) }()")
            return "default argument"
        case 6 where !node.parameters.isEmpty:
            let index = random.below(node.parameters.count)
            (node.parameters[index].type, node.parameters[index].value) = (type(&random, scope), "")
            return "type of a parameter"
        case 7:
            if random.chance(50), !node.parameters.isEmpty {
                node.parameters.remove(at: random.below(node.parameters.count))
            } else {
                node.parameters.append(parameter(&random, scope))
            }
            return "number of parameters"
        case 8 where isFunction && node.attributes.isEmpty && !node.type.hasPrefix("some "):
            node.type = random.one("", "Int", "String", type(&random, scope))
            return "result"
        case 8...10 where node.type.hasPrefix("some "):
            let conformers = nodes.filter { $0.kind == .ext && $0.inherits.contains(String(node.type.dropFirst(5))) }
                .map(\.name)
            guard let name = conformers.randomElement(using: &random) else { return nil }
            node.body =
                node.body.contains("struct Local") ? "struct Local { var a = 1 }; return \(name)()" : "\(name)()"
            return "what an opaque result stands for"
        case 9...10:
            if node.body != "fatalError()" {
                node.body = emittedBody(&random)
            } else {
                node.body = "fatalError(\"\(random.below(99))\")"
            }
            return "body"
        case 11 where isFunction:
            node.effects = random.one("", "async", "throws", "throws(LowError)")
            return "effects"
        case 12 where parent?.kind == .classType:
            node.toggle(modifier: "final")
            return "final"
        case 13 where isFunction && parent != nil:
            node.toggle(modifier: random.one("static", "class", "override"))
            return "static or override"
        case 14 where isFunction:
            let word = random.one(
                "@inlinable", "@discardableResult", "@_transparent", "@_alwaysEmitIntoClient",
                "@available(*, deprecated)", "@MainActor", "@usableFromInline", "@inline(never)", "@_disfavoredOverload"
            )
            node.toggle(attribute: word)
            return word
        case 15...16 where parent != nil:
            node.access = random.one(of: [.private, .internal, .fileprivate])
            return "access"
        case 17 where node.parameters.count > 1:
            node.parameters.swapAt(0, 1)
            return "order of parameters"
        default: return nil
        }
    }

    mutating func changeCase(_ node: inout Node, in parent: Node?, _ file: Int, _ random: inout SeededGenerator)
        -> String?
    {
        let holder = parent ?? Node(.enumeration, "", .internal)
        switch random.below(7) {
        case 0...1:
            node.type = enumCase(&random, in: holder, file).type
            node.modifiers = []
            return "payload"
        case 2:
            node.toggle(modifier: "indirect")
            return "indirect"
        case 3...4:
            node.joinsPrevious.toggle()
            return "cases in one line or in two"
        case 5:
            guard holder.inherits.contains(where: { ["Int", "Int8", "UInt16"].contains($0) }) else { return nil }
            node.value = "\(random.below(100))"
            return "raw value"
        default:
            guard node.type.hasPrefix("("), let colon = node.type.firstIndex(of: ":"),
                !node.type[..<colon].contains("<")
            else {
                guard node.type.hasPrefix("("), !node.type.contains(":") else { return nil }
                node.type = "(\(fresh("l")): \(node.type.dropFirst())"
                return "label of a payload"
            }
            node.type = "(\(fresh("l"))\(node.type[colon...])"
            return "label of a payload"
        }
    }
}
