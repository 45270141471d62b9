/// Numbers from a seed, the same everywhere.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
    mutating func below(_ n: Int) -> Int { Int.random(in: 0..<n, using: &self) }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

/// A type as source text, from what was declared before it.
indirect enum RandomType {
    case plain(Int), declared(Int), array(RandomType), optional(RandomType), pair(RandomType, RandomType), generic(RandomType)
    static let plains = [("Int", "1"), ("Int8", "2"), ("String", "\"s\""), ("Bool", "true"), ("Double", "1.5"), ("() -> Int", "{ 3 }")]
}

struct RandomField {
    var name: String
    var type: RandomType
    var isPublic: Bool
    var isLazy = false
    /// `some P`, with one of two underlying types; nil: none.
    var opaque: (proto: Int, variant: Int)?
}

struct RandomMethod {
    enum Form: CaseIterable { case method, computed, subscripted, asynchronous }
    var name: String
    var access: String
    var isFinal: Bool
    var form: Form
    var body: Int
    /// Its default argument, of methods.
    var argument: Int
}

struct RandomDeclaration {
    enum Kind: CaseIterable { case structure, enumeration, classType, proto, alias }
    var kind: Kind
    var name: String
    /// `public`, `package`, or nothing.
    var access: String
    var fields: [RandomField] = []
    var cases: [(name: String, payload: [RandomType], isIndirect: Bool)] = []
    var methods: [RandomMethod] = []
    var isOpen = false, isFinal = false, isClassBound = false, isGone = false
    var superclass: Int?
    var alias: RandomType = .plain(0)
    var isVisible: Bool { !access.isEmpty }
}

/// A module as a list of declarations, each of which may use those before it.
struct RandomModel {
    var declarations: [RandomDeclaration] = []
    private var names = 0

    init(_ random: inout SeededGenerator) {
        for _ in 0..<(7 + random.below(6)) { add(&random) }
    }

    private mutating func fresh(_ prefix: String) -> String {
        names += 1
        return "\(prefix)\(names)"
    }

    mutating func add(_ random: inout SeededGenerator) {
        let kind = RandomDeclaration.Kind.allCases[[0, 0, 0, 1, 1, 2, 2, 2, 3, 4][random.below(10)]]
        let access = kind == .alias || kind == .proto && random.chance(60) ? "" : ["public", "public", "package", "", "", ""][random.below(6)]
        var new = RandomDeclaration(kind: kind, name: fresh("ESCPA".map(String.init)[[1, 0, 2, 3, 4][kindIndex(kind)]]), access: access)
        switch kind {
        case .structure:
            for _ in 0..<random.below(4) { new.fields.append(field(&random, in: access)) }
        case .enumeration:
            for _ in 0..<(1 + random.below(3)) { new.cases.append(enumCase(&random, in: access)) }
            (new.cases[0].payload, new.cases[0].isIndirect) = ([], false)
        case .classType:
            new.isOpen = access == "public" && random.chance(50)
            new.isFinal = !new.isOpen && random.chance(30)
            let parents = declarations.indices.filter {
                declarations[$0].kind == .classType && !declarations[$0].isFinal && !declarations[$0].isGone && (rank(declarations[$0].access) >= rank(access))
            }
            if !parents.isEmpty, random.chance(40) { new.superclass = parents[random.below(parents.count)] }
            for _ in 0..<random.below(3) { new.fields.append(field(&random, in: access)) }
        case .proto:
            new.isClassBound = random.chance(30)
        case .alias:
            new.alias = type(&random, atLeast: "")
        }
        if kind == .structure || kind == .classType || kind == .proto {
            for _ in 0..<(1 + random.below(3)) { new.methods.append(method(&random, of: new)) }
        }
        declarations.append(new)
    }

    private func kindIndex(_ kind: RandomDeclaration.Kind) -> Int { RandomDeclaration.Kind.allCases.firstIndex(of: kind)! }
    func rank(_ access: String) -> Int { access == "public" ? 2 : access == "package" ? 1 : 0 }

    func type(_ random: inout SeededGenerator, atLeast access: String, before end: Int? = nil) -> RandomType {
        let usable = declarations.indices.filter { $0 < end ?? .max && !declarations[$0].isGone && rank(declarations[$0].access) >= rank(access) }
        switch random.below(10) {
        case 0...1: return .plain(random.below(RandomType.plains.count))
        case 2: return .array(type(&random, atLeast: access, before: end))
        case 3: return .optional(type(&random, atLeast: access, before: end))
        case 4: return .pair(.plain(1), type(&random, atLeast: access, before: end))
        case 5 where access.isEmpty: return .generic(type(&random, atLeast: access, before: end))
        default: return usable.isEmpty ? .plain(random.below(RandomType.plains.count)) : .declared(usable[random.below(usable.count)])
        }
    }

    mutating func field(_ random: inout SeededGenerator, in access: String, before end: Int? = nil) -> RandomField {
        let isPublic = random.chance(30) && !access.isEmpty
        let protos = declarations.indices.filter { $0 < end ?? .max && declarations[$0].kind == .proto && !declarations[$0].isGone }
        var field = RandomField(name: fresh("f"), type: type(&random, atLeast: isPublic ? access : "", before: end), isPublic: isPublic)
        if !isPublic, !protos.isEmpty, random.chance(8) { field.opaque = (protos[random.below(protos.count)], random.below(2)) }
        field.isLazy = !isPublic && field.opaque == nil && random.chance(10)
        return field
    }

    mutating func enumCase(_ random: inout SeededGenerator, in access: String, before end: Int? = nil) -> (name: String, payload: [RandomType], isIndirect: Bool) {
        let payload = (0..<random.below(3)).map { _ in type(&random, atLeast: access, before: end) }
        return (fresh("c"), payload, !payload.isEmpty && random.chance(15))
    }

    mutating func method(_ random: inout SeededGenerator, of owner: RandomDeclaration) -> RandomMethod {
        let visible = owner.isOpen ? ["public", "open"] : owner.access.isEmpty ? [""] : [owner.access]
        let access = owner.kind == .proto ? "" : random.chance(50) ? visible[random.below(visible.count)] : ["", "private", "fileprivate"][random.below(3)]
        let form = RandomMethod.Form.allCases[owner.kind == .proto ? random.below(2) : [0, 0, 0, 1, 2, 3][random.below(6)]]
        return RandomMethod(
            name: fresh("m"), access: access, isFinal: owner.kind == .classType && access != "open" && random.chance(15), form: form,
            body: random.below(100), argument: random.below(9))
    }

    // MARK: Source text

    func text(_ type: RandomType) -> String {
        switch type {
        case .plain(let n): n == 5 ? "(() -> Int)" : RandomType.plains[n].0
        case .declared(let n): declarations[n].kind == .proto ? "(any \(declarations[n].name))" : declarations[n].name
        case .array(let t): "[\(text(t))]"
        case .optional(let t): "\(text(t))?"
        case .pair(let a, let b): "(\(text(a)), \(text(b)))"
        case .generic(let t): "Hull<\(text(t))>"
        }
    }

    func value(_ type: RandomType) -> String {
        switch type {
        case .plain(let n): return RandomType.plains[n].1
        case .declared(let n):
            let declaration = declarations[n]
            switch declaration.kind {
            case .structure, .classType: return "\(declaration.name)()"
            case .enumeration: return "\(declaration.name).\(declaration.cases[0].name)"
            case .proto: return "\(declaration.name)Impl0()"
            case .alias: return value(declaration.alias)
            }
        case .array(let t): return "[\(value(t))]"
        case .optional(let t): return value(t)
        case .pair(let a, let b): return "(\(value(a)), \(value(b)))"
        case .generic(let t): return "Hull<\(text(t))>(\(value(t)))"
        }
    }

    var source: String {
        var lines = ["struct Hull<T> { var held: T; init(_ held: T) { self.held = held } }"]
        for declaration in declarations where !declaration.isGone { lines += source(of: declaration) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func source(of declaration: RandomDeclaration) -> [String] {
        let access = declaration.access.isEmpty ? "" : declaration.access + " "
        let members = declaration.methods.map { source(of: $0, in: declaration) }
        switch declaration.kind {
        case .structure:
            return ["\(access)struct \(declaration.name) {"] + declaration.fields.map { source(of: $0, access) } + ["    \(access)init() {}"] + members + ["}"]
        case .enumeration:
            let cases = declaration.cases.map { one in
                "    \(one.isIndirect ? "indirect " : "")case \(one.name)" + (one.payload.isEmpty ? "" : "(\(one.payload.map(text).joined(separator: ", ")))")
            }
            return ["\(access)enum \(declaration.name) {"] + cases + ["}"]
        case .classType:
            let parent = declaration.superclass.map { ": \(declarations[$0].name)" } ?? ""
            let head = "\(declaration.isOpen ? "open " : access)\(declaration.isFinal ? "final " : "")class \(declaration.name)\(parent) {"
            let initializer = "    \(access)\(parent.isEmpty ? "" : "override ")init() {}"
            return [head] + declaration.fields.map { source(of: $0, access) } + [initializer] + members + ["}"]
        case .proto:
            let requirements = declaration.methods.map { $0.form == .computed ? "var \($0.name): Int { get }" : "func \($0.name)() -> Int" }
            let witnesses = declaration.methods.map { $0.form == .computed ? "\(access)var \($0.name): Int { \($0.body) }" : "\(access)func \($0.name)() -> Int { \($0.body) }" }
            let form = declaration.isClassBound ? "final class" : "struct"
            return [
                "\(access)protocol \(declaration.name)\(declaration.isClassBound ? ": AnyObject" : "") { \(requirements.joined(separator: "; ")) }",
                "\(access)\(form) \(declaration.name)Impl0: \(declaration.name) { \(access)init() {}; \(witnesses.joined(separator: "; ")) }",
                "\(access)\(form) \(declaration.name)Impl1: \(declaration.name) { var more = \"m\"; \(access)init() {}; \(witnesses.joined(separator: "; ")) }",
            ]
        case .alias:
            return ["typealias \(declaration.name) = \(text(declaration.alias))"]
        }
    }

    private func source(of field: RandomField, _ access: String) -> String {
        if let opaque = field.opaque {
            let proto = declarations[opaque.proto]
            return "    private var \(field.name): some \(proto.name) = \(proto.name)Impl\(opaque.variant)()"
        }
        return "    \(field.isPublic ? access : "private ")\(field.isLazy ? "lazy " : "")var \(field.name): \(text(field.type)) = \(value(field.type))"
    }

    private func source(of method: RandomMethod, in owner: RandomDeclaration) -> String {
        let words = "    \(method.access.isEmpty ? "" : method.access + " ")\(method.isFinal ? "final " : "")"
        return switch method.form {
        case .method: words + "func \(method.name)(_ n: Int = \(method.argument)) -> Int { n + \(method.body) }"
        case .computed: words + "var \(method.name): Int { get { \(method.body) } }"
        case .subscripted: words + "subscript(\(method.name) n: Int) -> Int { n + \(method.body) }"
        case .asynchronous: words + "func \(method.name)() async -> Int { \(method.body) }"
        }
    }
}
