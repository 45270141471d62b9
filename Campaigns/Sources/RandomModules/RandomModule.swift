import Measuring

/// A module that chance makes: its declarations, in sources that import a lower module or not.
///
/// It need not compile: who makes one asks the compiler, and takes out what it refuses.
package struct RandomModule {
    package static let files = ["F0.swift", "F1.swift", "F2.swift"]

    var nodes: [Node] = []
    /// For each source.
    var imports: [[String]] = [["public import Low"], ["import Low"], []]
    /// Comments at the top of each source: they move lines.
    var comments = [0, 0, 0]
    /// Not every module has what makes the digest that of its bytes, or no other edit to it would tell anything.
    var hasStoredOpaque = false, hasOpaqueResults = false, hasLocalTypes = false
    /// One that is made for the rules of the digest (`RandomRules`).
    var isOfRules = false
    private var names = 0

    mutating func fresh(_ letter: String) -> String {
        names += 1
        return "\(letter)\(names)"
    }

    mutating func number() -> Int {
        names += 1
        return names
    }

    package func sources() -> [SourceText] {
        RandomModule.files.indices.map { file in
            var text = SourceText()
            for line in imports[file] { text.add(line) }
            for _ in 0..<comments[file] { text.add("// moves the lines") }
            for node in nodes where node.file == file { text.add(node) }
            return text
        }
    }

    // MARK: Places

    /// The way to a declaration: its index at the top, among the members, and so on.
    typealias Path = [Int]

    subscript(path: Path) -> Node {
        get { path.dropFirst().reduce(nodes[path[0]]) { $0.members[$1] } }
        set { nodes[path[0]].set(path.dropFirst(), newValue) }
    }

    func paths() -> [Path] {
        func below(_ node: Node, _ path: Path) -> [Path] {
            [path] + node.members.indices.flatMap { below(node.members[$0], path + [$0]) }
        }
        return nodes.indices.flatMap { below(nodes[$0], [$0]) }
    }

    mutating func remove(_ path: Path) {
        if path.count == 1 {
            nodes.remove(at: path[0])
        } else {
            var parent = self[path.dropLast()]
            parent.members.remove(at: path.last!)
            self[path.dropLast()] = parent
        }
    }

    mutating func remove(id: Int) {
        if let path = paths().first(where: { self[$0].id == id }) { remove(path) }
    }

    /// Who may name what stands there: nobody who may not name what it is in.
    func level(of path: Path) -> Access {
        var level = Access.public
        for length in 1...path.count {
            let node = self[Path(path.prefix(length))]
            if node.kind == .ext || node.kind == .deinitializer || node.kind == .associated || node.kind == .enumCase {
                continue
            }
            if length > 1, self[Path(path.prefix(length - 1))].kind == .proto { continue }
            level = min(level, node.access)
        }
        return level
    }

    // MARK: Types

    struct KnownType {
        var node: Node
        /// As text, with type arguments.
        var text: String
        var level: Access
        var path: Path
        var isSPI: Bool
    }

    /// Every type that has a name, with arguments where it is generic.
    func types(_ random: inout SeededGenerator) -> [KnownType] {
        var found: [KnownType] = []
        for path in paths() where self[path].kind.isType || self[path].kind == .alias {
            let node = self[path]
            guard path.count == 1 || nodes[path[0]].kind != .proto else { continue }
            var text = "", isSPI = false, isExtension = false
            for length in 1...path.count {
                let part = self[Path(path.prefix(length))]
                isSPI = isSPI || part.isSPI
                isExtension = isExtension || part.kind == .ext && part.name.contains("[")
                let arguments = part.kind == .ext ? [] : part.generics.map { argument(for: $0.constraint, &random) }
                text +=
                    (length == 1 ? "" : ".") + part.name
                    + (arguments.isEmpty ? "" : "<\(arguments.joined(separator: ", "))>")
            }
            if isExtension { continue }
            found.append(KnownType(node: node, text: text, level: level(of: path), path: path, isSPI: isSPI))
        }
        return found
    }

    private func argument(for constraint: String, _ random: inout SeededGenerator) -> String {
        switch constraint {
        case "": return random.one("Int", "String", "Int8", "[Int]", "LowBox")
        case "Hashable", "Sendable", "Equatable", "Comparable": return random.one("Int", "String")
        case "AnyObject": return "LowClass"
        default:
            let conformers = nodes.filter {
                $0.inherits.contains(constraint) && $0.generics.isEmpty && $0.kind != .proto
            }.map(\.name)
            return conformers.isEmpty ? "Int" : random.one(of: conformers)
        }
    }

    /// Where a type is to be written.
    struct Scope {
        /// Who must be able to name it.
        var level: Access
        var file: Int
        var generics: [Node.Generic] = []
        /// Of the declaration that it is for: younger ones may hold that one.
        var id = Int.max
        var isNoncopyable = false
        var isSPI = false
    }

    private static let plain = [
        "Int", "Int8", "Int16", "UInt32", "Bool", "String", "Double", "Character", "UInt64", "Int", "Bool", "Float",
    ]
    private static let odd = [
        "() -> Int", "(Int8) -> Bool", "AnyObject", "Any", "any Sendable", "Void", "UnsafeRawPointer",
        "ObjectIdentifier", "Never?", "any Error", "LowClass", "LowBox", "LowEnum", "any LowP",
    ]

    func type(_ random: inout SeededGenerator, _ scope: Scope, depth: Int = 0) -> String {
        func inner() -> String { type(&random, scope, depth: depth + 1) }
        let choice = random.below(depth > 2 ? 10 : 24)
        switch choice {
        case 0...1: return random.one(of: RandomModule.plain)
        case 2: return "(\(random.one(of: RandomModule.odd)))"
        case 10: return "[\(inner())]"
        case 11...12: return "\(inner())?"
        case 13: return "(\(random.one("", "a: "))\(inner()), \(random.one("", "b: "))\(inner()))"
        case 14: return "[String: \(inner())]"
        case 15 where !scope.generics.isEmpty:
            let generic = random.one(of: scope.generics)
            let associated = nodes.first { $0.name == generic.constraint }?.members.first { $0.kind == .associated }?
                .name
            return random.chance(60) ? associated.map { "\(generic.name).\($0)" } ?? generic.name : generic.name
        case 16:
            return random.one(
                "Result<\(inner()), any Error>", "UnsafePointer<\(inner())>", "((\(inner())) -> \(inner()))",
                "\(inner()).Type", "ContiguousArray<\(inner())>", "Result<\(inner()), LowError>",
                "LowPair<\(inner()), \(inner())>")
        default:
            let usable = types(&random).filter {
                $0.level >= scope.level && $0.node.id < scope.id && (scope.isSPI || !$0.isSPI)
                    && (scope.isNoncopyable || !$0.node.isNoncopyable)
                    && ($0.level > .fileprivate || $0.path.count == 1 && nodes[$0.path[0]].file == scope.file)
            }
            // Hidden ones are what interfaces do not tell of.
            let hidden = usable.filter { !$0.level.isVisible }
            let aliases = usable.filter { $0.node.kind == .alias && !$0.level.isVisible }
            if !aliases.isEmpty, random.chance(20) { return random.one(of: aliases).text }
            guard let found = (!hidden.isEmpty && random.chance(70) ? hidden : usable).randomElement(using: &random)
            else { return random.one(of: RandomModule.plain) }
            guard found.node.kind == .proto else { return found.text }
            let others = usable.filter { $0.node.kind == .proto && $0.text != found.text && $0.node.type.isEmpty }
            if !found.node.type.isEmpty, random.chance(50) { return "(any \(found.text)<\(inner())>)" }
            return
                "(any \(found.text)\(!others.isEmpty && random.chance(20) ? " & \(random.one(of: others).text)" : ""))"
        }
    }

    func protocols(atLeast level: Access) -> [Node] { nodes.filter { $0.kind == .proto && $0.access >= level } }
}

extension Node {
    fileprivate mutating func set(_ path: ArraySlice<Int>, _ node: Node) {
        if let first = path.first { members[first].set(path.dropFirst(), node) } else { self = node }
    }
}
