import Measuring

/// A client's source in parts that stand alone: what the compiler refuses is taken out, and the rest stays.
struct ClientText {
    struct Part {
        var head: String
        /// Empty: the head is all.
        var lines: [String] = []
    }

    var start: [String]
    var parts: [Part] = []

    private func layout() -> (text: [String], places: [(part: Int, line: Int?)]) {
        var text = start, places: [(part: Int, line: Int?)] = start.map { _ in (-1, nil) }
        for (number, part) in parts.enumerated() {
            text.append(part.lines.isEmpty ? part.head : part.head + " {")
            places.append((number, nil))
            guard !part.lines.isEmpty else { continue }
            for (index, line) in part.lines.enumerated() {
                text.append("    " + line)
                places.append((number, index))
            }
            text.append("}")
            places.append((number, nil))
        }
        return (text, places)
    }

    var text: String { layout().text.joined(separator: "\n") + "\n" }

    /// Takes out what stands in these lines, counted from 1. False: nothing of that can go.
    mutating func remove(lines: Set<Int>) -> Bool {
        let places = layout().places
        let gone = lines.compactMap { $0 > 0 && $0 <= places.count ? places[$0 - 1] : nil }.filter { $0.part >= 0 }
        let whole = Set(gone.filter { $0.line == nil }.map(\.part))
        for place in gone.sorted(by: { ($0.line ?? 0) > ($1.line ?? 0) }) {
            if let line = place.line, line < parts[place.part].lines.count { parts[place.part].lines.remove(at: line) }
            if parts[place.part].lines.isEmpty {
                parts[place.part].head = parts[place.part].head.hasPrefix("func") ? parts[place.part].head : ""
            }
        }
        for part in whole { parts[part] = Part(head: "") }
        parts.removeAll { $0.head.isEmpty }
        return !gone.isEmpty
    }
}

extension RandomModule {
    private static let helpers = [
        "func make<T>() -> T { fatalError() }", "func eat<A>(_ a: A) {}", "func eat<A, B>(_ a: A, _ b: B) {}",
        "func eat<A, B, C>(_ a: A, _ b: B, _ c: C) {}", "func eat<A, B, C, D>(_ a: A, _ b: B, _ c: C, _ d: D) {}",
        "func keep<T>(_ t: T) -> [T] { [t, t] }", "func isIt<T>(_ t: T) -> Int { MemoryLayout<T>.size }",
        "func isIt<T: Sendable>(_ t: T) -> String { \"sendable\" }", "func lidPick<T>(_ t: T) -> String { \"mine\" }",
        "func lowPick<T>(_ t: T) -> String { \"mine\" }",
        "protocol Marked {}", "extension Marked { var lidMark: String { \"mine\" }; var lowMark: String { \"mine\" } }",
        "extension Int: Marked {}",
    ]

    /// A module that keeps what it sees of this one, and hides it or not.
    func middle(_ random: inout SeededGenerator) -> ClientText {
        var client = ClientText(start: ["import Base"] + RandomModule.helpers)
        for (index, type) in shown(.public, isSPI: false, &random).enumerated()
        where type.node.kind != .proto && type.node.kind != .alias && !type.node.isNoncopyable {
            client.parts.append(
                .init(
                    head: "public struct Kept\(index)",
                    lines: [
                        "private var v: \(type.text)", "public var o: \(type.text)?", "public var end = 5",
                        "public init() { fatalError() }",
                    ]))
            if type.node.access == .open, type.node.generics.isEmpty {
                client.parts.append(
                    .init(
                        head: "open class Heir\(index): \(type.text)",
                        lines: ["public var extra = 7"] + overrides(in: type.node) + [
                            "open func last() -> Int { extra }"
                        ]))
            }
        }
        return client
    }

    /// Uses everything that a client may name: one of the same package, that has been given SPI as well, or one of
    /// neither.
    func client(isPeer: Bool, _ random: inout SeededGenerator) -> ClientText {
        let imports = isPeer ? ["@_spi(S) import Base", "import Low"] : ["import Base"]
        return ClientText(
            start: imports + RandomModule.helpers, parts: uses(isPeer ? .package : .public, isSPI: isPeer, &random))
    }

    /// A client of the module between, which may see nothing of this one by name.
    func top(over middle: ClientText) -> ClientText {
        var client = ClientText(start: ["import Middle"])
        for part in middle.parts {
            let words = part.head.split(whereSeparator: { $0 == " " || $0 == ":" })
            guard words.count > 2, words[0] == "public" || words[0] == "open" else { continue }
            let name = words[2]
            if words[1] == "struct" {
                client.parts.append(
                    .init(head: "struct Own\(name) { var k: \(name); var t: (\(name)?, Int8); var z = 3 }"))
                client.parts.append(
                    .init(
                        head: """
                            func use\(name)(_ v: \(name), _ w: inout \(name), _ o: inout Own\(name)) -> Int { w = v; o.k = v; o.z \
                            += w.end; return MemoryLayout<\(name)>.size &+ o.z }
                            """))
            } else {
                client.parts.append(
                    .init(
                        head: "class Own\(name): \(name)",
                        lines: ["var more = 1", "override func last() -> Int { more + extra }"]))
                client.parts.append(.init(head: "func use\(name)(_ v: \(name)) -> Int { v.extra + v.last() }"))
            }
        }
        return client
    }

    private func shown(_ level: Access, isSPI: Bool, _ random: inout SeededGenerator) -> [KnownType] {
        types(&random).filter { $0.level >= level && (isSPI || !$0.isSPI) }
    }

    private func overrides(in node: Node) -> [String] {
        node.members.filter { $0.kind == .function && $0.access == .open && !$0.isStatic && !$0.isFinal }.map {
            let parameters = $0.parameters.map {
                ($0.label == $0.inner ? $0.label : "\($0.label) \($0.inner)") + ": \($0.type)"
            }.joined(separator: ", ")
            let generics =
                $0.generics.isEmpty
                ? ""
                : "<\($0.generics.map { $0.constraint.isEmpty ? $0.name : "\($0.name): \($0.constraint)" }.joined(separator: ", "))>"
            return """
                override public func \($0.name)\(generics)(\(parameters)) \
                \($0.effects)\($0.type.isEmpty ? "" : " -> \($0.type)") { fatalError() }
                """
        }
    }

    private func uses(_ level: Access, isSPI: Bool, _ random: inout SeededGenerator) -> [ClientText.Part] {
        var lines: [String] = ["func picks() { eat(lidPick(3), lowPick(4), 3.lidMark, 3.lowMark) }"]
        var parts: [ClientText.Part] = []
        var number = 0
        func add(_ parameters: String, _ body: String, effects: String = "") {
            number += 1
            lines.append("func u\(number)(\(parameters)) \(effects) { \(body) }")
        }
        func sees(_ node: Node) -> Bool { node.access >= level && (isSPI || !node.isSPI) }
        for type in shown(level, isSPI: isSPI, &random) where type.node.kind != .alias {
            let (node, x) = (type.node, type.text)
            number += 1
            let n = number
            if node.kind == .proto {
                useProtocol(node, x, n, &lines, &parts)
                continue
            }
            if node.isNoncopyable {
                lines.append("struct Own\(n): ~Copyable { var v: \(x); var z = 3 }")
                add(
                    "_ v: consuming \(x), _ w: consuming \(x)",
                    "let o = Own\(n)(v: v); w = o.v; eat(MemoryLayout<\(x)>.size)")
                add("_ v: consuming Own\(n)", "v.z += 1; eat(v.z)")
            } else {
                lines.append("struct Own\(n) { var a: \(x); var o: \(x)?; var t: (\(x), Int8); var z = 77 }")
                lines.append("enum Any\(n) { case a(\(x)), b, c(\(x), Int8) }")
                add("_ v: \(x), _ w: inout \(x)", "w = v; eat(keep(v).count, MemoryLayout<\(x)>.stride, isIt(v))")
                add("_ v: \(x), _ w: inout Own\(n)", "w = Own\(n)(a: v, o: v, t: (v, 1)); w.z += 1")
                add("_ v: Any\(n), _ w: Any", "if case .b = v { eat(w as? \(x) as Any) }")
            }
            let members =
                node.members
                + nodes.filter { $0.kind == .ext && $0.name == node.name && type.path.count == 1 }.flatMap(\.members)
            let held = node.isNoncopyable ? "borrowing " : ""
            for member in members where member.kind == .enumCase || sees(member) {
                use(member, of: x, held, node, add)
            }
            if node.kind == .enumeration {
                // Whole, so that a new case is an error.
                let cases = node.members.filter { $0.kind == .enumCase }
                add(
                    "_ v: \(held)\(x)",
                    "switch v { \(cases.enumerated().map { "case .\($1.name): eat(\($0))" }.joined(separator: "; ")) }")
                if node.inherits.contains("CaseIterable") { add("", "eat(\(x).allCases.count)") }
                if node.inherits.contains(where: { ["Int", "Int8", "String"].contains($0) }) {
                    add("", "eat(\(x)(rawValue: make())?.rawValue as Any)")
                }
            }
            if node.inherits.contains("Hashable") || node.inherits.contains("Equatable") {
                add("_ v: \(x), _ w: \(x)", "eat(v == w)")
            }
            if node.access == .open {
                parts.append(
                    .init(
                        head: "class Sub\(n): \(x)",
                        lines: ["var extra = 1"] + overrides(in: node) + ["func last() -> Int { extra }"]))
                parts.append(.init(head: "func sub\(n)(_ v: Sub\(n)) -> Int { v.last() + v.extra }"))
            }
            if node.has("@propertyWrapper") {
                parts.append(
                    .init(
                        head: "struct Wraps\(n)",
                        lines: ["@\(node.name) var w: Int", "var z = 4", "func f() -> (Int, Int) { (w, z) }"]))
            }
            if node.has("@resultBuilder") {
                lines.append("func built\(n)(@\(node.name) _ f: () -> Int) -> Int { f() }")
                lines.append("func builds\(n)(_ b: Bool) { eat(built\(n) { 1; 2 }) }")
                lines.append("func maybe\(n)(_ b: Bool) { eat(built\(n) { 1; if b { 2 } }) }")
            }
        }
        for node in nodes where sees(node) && (node.kind == .function || node.kind == .property) {
            use(node, of: "", "", node, add)
        }
        for node in nodes where node.kind == .ext && ["Int", "Array", "LowBox"].contains(node.name) {
            let x = node.name == "Array" ? "[Int]" : node.name
            for member in node.members where sees(member) { use(member, of: x, "", node, add) }
        }
        return lines.map { .init(head: $0) } + parts
    }

    private func use(
        _ member: Node, of x: String, _ held: String, _ holder: Node, _ add: (String, String, String) -> Void
    ) {
        let isStatic = member.isStatic
        let place = x.isEmpty ? "" : isStatic ? "\(x)." : "v."
        let value = x.isEmpty || isStatic ? "" : "_ v: \(held)\(x)"
        let changed = x.isEmpty || isStatic ? "" : holder.kind.isObject ? "_ v: \(x)" : "_ v: inout \(x)"
        switch member.kind {
        case .enumCase:
            let count = member.type.isEmpty ? 0 : Node.parts(of: member.type).count
            let labels = Node.parts(of: member.type).map {
                $0.contains(": ") && $0.hasPrefix("l") ? String($0.prefix { $0 != ":" }) + ": make()" : "make()"
            }
            add("", "eat(\(x).\(member.name)\(count == 0 ? "" : "(\(labels.joined(separator: ", ")))"))", "")
            if count > 0 {
                add(
                    "_ v: \(x)",
                    """
                    if case .\(member.name)(\((0..<count).map { "let a\($0)" }.joined(separator: ", "))) = v { \
                    eat(\((0..<count).map { "a\($0)" }.joined(separator: ", "))) }
                    """, "")
            }
        case .property:
            let (effects, words) = holder.kind == .actorType ? ("async", "await ") : ("", "")
            add(value, "eat(\(words)\(place)\(member.name))", effects)
            if member.form != .computed, member.modifiers.last != "let" {
                add(changed, "\(place)\(member.name) = make()", "")
            }
            if member.form == .stored, !x.isEmpty, !isStatic {
                add(value, "eat(MemoryLayout.size(ofValue: v.\(member.name)), \\\(x).\(member.name))", "")
            }
        case .function, .subscripted, .initializer:
            if member.parameters.contains(where: { $0.type.hasPrefix("inout") }) { return }
            let isActor =
                holder.kind == .actorType && !member.modifiers.contains("nonisolated") && member.kind != .initializer
            let words =
                (member.effects.contains("throws") ? "try " : "")
                + (member.effects.contains("async") || isActor ? "await " : "")
            let effects = (words.contains("await") ? "async " : "") + (words.contains("try") ? "throws" : "")
            for isShort in [false, true] where !isShort || member.parameters.contains(where: { !$0.value.isEmpty }) {
                let arguments = member.parameters.filter { !isShort || $0.value.isEmpty }.map { parameter -> String in
                    let generic = member.generics.first { $0.name == parameter.type }
                    let made = generic.map { "make() as \(witness($0.constraint))" } ?? "make()"
                    return parameter.label == "_" || member.kind == .subscripted ? made : "\(parameter.label): \(made)"
                }.joined(separator: ", ")
                let call =
                    switch member.kind {
                    case .function:
                        member.name == "callAsFunction" ? "v(\(arguments))" : "\(place)\(member.name)(\(arguments))"
                    case .subscripted: isStatic ? "\(x)[\(arguments)]" : "v[\(arguments)]"
                    default: "\(x)(\(arguments))"
                    }
                add(
                    member.modifiers.contains("mutating") ? changed : member.kind == .initializer ? "" : value,
                    "let r = \(words)\(call); eat(r)", effects)
            }
        default: break
        }
    }

    private func witness(_ constraint: String) -> String {
        switch constraint {
        case "", "Hashable", "Sendable", "Equatable": "Int"
        case "AnyObject": "LowClass"
        default: nodes.first { $0.kind == .ext && $0.inherits.contains(constraint) }?.name ?? "Int"
        }
    }

    private func useProtocol(
        _ node: Node, _ x: String, _ n: Int, _ lines: inout [String], _ parts: inout [ClientText.Part]
    ) {
        let calls = node.members.compactMap {
            $0.kind == .function ? "p.\($0.name)()" : $0.kind == .property ? "p.\($0.name)" : nil
        }.joined(separator: ", ")
        lines.append(
            """
            func any\(n)(_ p: any \(x), _ q: inout any \(x)) -> Any { q = p; eat(keep(p).count, MemoryLayout<any \
            \(x)>.size); return p }
            """)
        lines.append("func anyCalls\(n)(_ p: any \(x)) { eat(\(calls)) }")
        lines.append("func some\(n)<T: \(x)>(_ p: T) { eat(isIt(p), \(calls)) }")
        lines.append("struct Holds\(n)<T: \(x)> { var t: T; var z = 3 }")
        if node.members.contains(where: { $0.kind == .associated }) {
            lines.append("func out\(n)<T: \(x)>(_ p: T.Type) -> Int { MemoryLayout<T.Out>.size }")
        }
        for other in nodes where other.kind == .ext && other.inherits.contains(node.name) {
            let name = other.name == "Array" ? "[Int]" : other.name
            lines.append(
                "func as\(n)\(other.id)(_ v: \(name), _ h: Holds\(n)<\(name)>) -> Int { some\(n)(v); return h.z }")
            if node.members.contains(where: { $0.kind == .associated }) {
                lines.append(
                    """
                    func outOf\(n)\(other.id)(_ v: \(name).Out) -> [\(name).Out] { eat(out\(n)(\(name).self)); return \
                    [v, v] }
                    """
                )
            }
        }
        var witnesses: [String] = []
        for member in node.members {
            let type = member.type == "Self" ? "Mine\(n)" : member.type
            switch member.kind {
            case .associated: witnesses.append("typealias Out = Int8")
            case .function:
                witnesses.append("func \(member.name)() \(type.isEmpty ? "" : "-> \(type)") { fatalError() }")
            case .property: witnesses.append("var \(member.name): \(type) { fatalError() }")
            default: break
            }
        }
        parts.append(.init(head: "final class Mine\(n): \(x)", lines: witnesses + ["var own = 1"]))
        parts.append(.init(head: "func mine\(n)(_ m: Mine\(n)) -> Any { some\(n)(m); return m as any \(x) }"))
    }
}

extension Node {
    /// What stands between the commas of `(a, b: [c: d])`.
    static func parts(of tuple: String) -> [String] {
        var depth = 0, parts = [""]
        for character in tuple.dropFirst().dropLast() {
            if "([<".contains(character) { depth += 1 }
            if ")]".contains(character) || character == ">" && !(parts.last!.hasSuffix("-")) { depth -= 1 }
            if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts.map { String($0.drop { $0 == " " }) }
    }
}
