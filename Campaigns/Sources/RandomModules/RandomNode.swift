/// Who may name a declaration.
enum Access: Int, Comparable, CaseIterable {
    case `private`, `fileprivate`, `internal`, package, `public`, open
    static func < (one: Access, other: Access) -> Bool { one.rawValue < other.rawValue }
    var isVisible: Bool { self >= .package }
    /// The word before a declaration; the one of most of them is left out.
    var word: String { self == .internal ? "" : "\(self) " }
}

/// A declaration as the pieces of its text, each of which an edit may change.
struct Node {
    enum Kind {
        case structure, enumeration, classType, actorType, proto, ext
        case property, function, subscripted, initializer, deinitializer, enumCase, alias, associated
        var isType: Bool {
            self == .structure || self == .enumeration || self == .classType || self == .actorType || self == .proto
        }
        var hasMembers: Bool { isType || self == .ext }
        var isObject: Bool { self == .classType || self == .actorType }
    }
    enum Form: CaseIterable { case stored, observed, computed, settable }

    struct Parameter {
        var label, inner, type: String
        var value = ""
        var text: String {
            (label == inner ? label : "\(label) \(inner)") + ": \(type)" + (value.isEmpty ? "" : " = \(value)")
        }
    }

    struct Generic {
        var name: String
        var constraint = ""
    }

    var kind: Kind
    var name: String
    var access = Access.internal
    /// Which declaration of its module it is, by age.
    var id = 0
    /// Which source it is in, of those at the top.
    var file = 0
    var attributes: [String] = []
    var modifiers: [String] = []
    var generics: [Generic] = []
    var inherits: [String] = []
    var condition = ""
    var parameters: [Parameter] = []
    var effects = ""
    /// Of a property its type, of a function its result, of an alias its target, of a case its payload.
    var type = ""
    var form = Form.stored
    /// The initial value of a property, the raw value of a case.
    var value = ""
    var body = "fatalError()"
    /// A case in one line with the one before it.
    var joinsPrevious = false
    var members: [Node] = []

    init(_ kind: Kind, _ name: String, _ access: Access = .internal) {
        (self.kind, self.name, self.access) = (kind, name, access)
    }

    var isSPI: Bool { attributes.contains("@_spi(S)") }
    var isNoncopyable: Bool { inherits.contains("~Copyable") }
    var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }
    var isFinal: Bool { modifiers.contains("final") }
    func has(_ attribute: String) -> Bool { attributes.contains(attribute) }

    /// Adds or removes.
    mutating func toggle(attribute: String) {
        if let index = attributes.firstIndex(of: attribute) {
            attributes.remove(at: index)
        } else {
            attributes.append(attribute)
        }
    }
    mutating func toggle(modifier: String) {
        if let index = modifiers.firstIndex(of: modifier) {
            modifiers.remove(at: index)
        } else {
            modifiers.append(modifier)
        }
    }

    /// With another word wherever `word` stands.
    func replacing(_ word: String, with other: String) -> Node {
        func new(_ text: String) -> String { text.replacingWord(word, with: other) }
        var node = self
        node.name = new(name)
        node.attributes = attributes.map(new)
        node.generics = generics.map { Generic(name: new($0.name), constraint: new($0.constraint)) }
        node.inherits = inherits.map(new)
        node.condition = new(condition)
        node.parameters = parameters.map {
            Parameter(label: new($0.label), inner: new($0.inner), type: new($0.type), value: new($0.value))
        }
        node.effects = new(effects)
        node.type = new(type)
        node.value = new(value)
        node.body = new(body)
        node.members = members.map { $0.replacing(word, with: other) }
        return node
    }
}

/// The text of a module's source; each line knows its declaration.
package struct SourceText {
    private(set) var lines: [String] = []
    private(set) var owners: [Int] = []
    package var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func add(_ line: String, of owner: Int = 0) {
        lines.append(line)
        owners.append(owner)
    }

    mutating func add(_ node: Node, in parent: Node.Kind? = nil, depth: Int = 0) {
        let indent = String(repeating: "    ", count: depth)
        // Members of protocols have no access of their own, nor have cases.
        let access =
            parent == .proto || node.kind == .enumCase || node.kind == .deinitializer || node.kind == .ext
            ? "" : node.access.word
        let words = node.attributes.map { $0 + " " }.joined() + access + node.modifiers.map { $0 + " " }.joined()
        let generics =
            node.generics.isEmpty
            ? ""
            : "<\(node.generics.map { $0.constraint.isEmpty ? $0.name : "\($0.name): \($0.constraint)" }.joined(separator: ", "))>"
        let condition = node.condition.isEmpty ? "" : " where \(node.condition)"
        let parameters = "(\(node.parameters.map(\.text).joined(separator: ", ")))"
        let effects = node.effects.isEmpty ? "" : " \(node.effects)"
        let isRequired = parent == .proto
        switch node.kind {
        case .structure, .enumeration, .classType, .actorType, .proto, .ext:
            let keyword = [
                .structure: "struct", .enumeration: "enum", .classType: "class", .actorType: "actor",
                .proto: "protocol", .ext: "extension",
            ][node.kind]!
            let primary = node.kind == .proto && !node.type.isEmpty ? "<\(node.type)>" : ""
            let inherits = node.inherits.isEmpty ? "" : ": \(node.inherits.joined(separator: ", "))"
            add(
                """
                \(indent)\(words)\(keyword) \
                \(node.name)\(node.kind == .ext ? "" : generics)\(primary)\(inherits)\(condition) {
                """, of: node.id)
            for member in node.members { add(member, in: node.kind, depth: depth + 1) }
            add("\(indent)}", of: node.id)
        case .property:
            let tail: String
            if isRequired {
                tail = node.form == .settable ? " { get set }" : " { get }"
            } else {
                tail =
                    switch node.form {
                    case .stored: node.value.isEmpty ? "" : " = \(node.value)"
                    case .observed: (node.value.isEmpty ? "" : " = \(node.value)") + " { didSet {} }"
                    case .computed: " { get\(effects) { \(node.body) } }"
                    case .settable: " { get { \(node.body) } set {} }"
                    }
            }
            let isLet = node.modifiers.last == "let"
            add("\(indent)\(words)\(isLet ? "" : "var ")\(node.name): \(node.type)\(tail)", of: node.id)
        case .function:
            let result = node.type.isEmpty ? "" : " -> \(node.type)"
            add(
                "\(indent)\(words)func \(node.name)\(generics)\(parameters)\(effects)\(result)\(condition)\(isRequired ? "" : " { \(node.body) }")",
                of: node.id)
        case .subscripted:
            add(
                """
                \(indent)\(words)subscript\(generics)\(parameters) -> \
                \(node.type)\(isRequired ? " { get }" : " { get { \(node.body) } }")
                """, of: node.id)
        case .initializer:
            add(
                "\(indent)\(words)init\(generics)\(parameters)\(effects)\(isRequired ? "" : " { \(node.body) }")",
                of: node.id)
        case .deinitializer: add("\(indent)deinit { }", of: node.id)
        case .enumCase:
            let text = node.name + node.type + (node.value.isEmpty ? "" : " = \(node.value)")
            if node.joinsPrevious, let last = lines.last, last.hasPrefix("\(indent)case "), node.modifiers.isEmpty {
                lines[lines.count - 1] = "\(last), \(text)"
            } else {
                add("\(indent)\(words)case \(text)", of: node.id)
            }
        case .alias: add("\(indent)\(words)typealias \(node.name)\(generics) = \(node.type)", of: node.id)
        case .associated:
            add("\(indent)associatedtype \(node.name)\(node.type.isEmpty ? "" : ": \(node.type)")", of: node.id)
        }
    }
}

extension String {
    func replacingWord(_ word: String, with other: String) -> String {
        guard contains(word) else { return self }
        func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
        var result = "", rest = self[...]
        while !rest.isEmpty {
            let part = rest.prefix(while: isPart)
            if part.isEmpty {
                result.append(rest.removeFirst())
            } else {
                result += part == word[...] ? other[...] : part
                rest = rest.dropFirst(part.count)
            }
        }
        return result
    }
}
