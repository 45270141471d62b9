/// Provisions as a text, which is kept in the cache: a line a fact, columns between tabs, always the same bytes for the
/// same facts.
///
///     mono provisions 4  Basket
///     name      BasketStore
///     protocol  s:…      Basket.Store  public
///     refines   s:…      Wiring.Provided
///     primary   Item
///     type      s:…      BasketStore   public  main-actor
///     conforms  s:…      BasketInterface.Basket
///     subject   s:…      BasketRoute
///     home      s:…      LoggedIn
///     alias     Item     s:Si  Int
///     init      public   throws
///     takes     payment  one  s:…  default  s:…  any Payment
///     takes     screen   factory  s:…      (s:SS)->s:…  (String) -> any Screen
///     given     s:SS     String
///
/// `refines` and `primary` belong to the protocol above them, `conforms`, `subject`, `home`, `alias` and `init` to the
/// type, `takes` to the initialiser, and `given` to the closure that `takes` it.
extension Provisions {
    /// Raised whenever other things are read from symbol graphs, or are written otherwise.
    public static let format = "mono provisions 5"

    public var text: String {
        var lines = [[Provisions.format, module]] + names.map { ["name", $0] }
        for each in protocols {
            lines.append(["protocol", each.symbol, each.path, each.access.rawValue])
            lines += each.refines.map { ["refines", $0.symbol, $0.name] } + each.primary.map { ["primary", $0] }
        }
        for type in types {
            let words = (type.isGeneric ? ["generic"] : []) + (type.isMainActor ? ["main-actor"] : [])
            lines.append(["type", type.symbol, type.path, type.access.rawValue, words.joined(separator: " ")])
            lines += type.conformances.map { ["conforms", $0.symbol, $0.name] }
            if let subject = type.subject { lines.append(["subject", subject.symbol, subject.name]) }
            if let home = type.home { lines.append(["home", home.symbol, home.name]) }
            lines += type.aliases.sorted { $0.key < $1.key }.map { ["alias", $0.key, $0.value.form, $0.value.text] }
            lines += type.initialisers.flatMap(\.lines)
        }
        // No name holds either; a raw identifier may hold nearly everything else.
        return lines.map { $0.map { $0.filter { $0 != "\t" && $0 != "\n" } }.joined(separator: "\t") + "\n" }.joined()
    }

    /// Nil where the text is none of `text`.
    public init?(text: String) {
        var lines = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }[...]
        guard let head = lines.popFirst(), head.count == 2, head[0] == Provisions.format else { return nil }
        self.init(module: head[1])
        for line in lines where !read(line) { return nil }
    }

    private mutating func read(_ line: [String]) -> Bool {
        switch (line.first ?? "", line.count) {
        case ("name", 2): names.append(line[1])
        case ("protocol", 4):
            guard let access = Access(rawValue: line[3]) else { return false }
            protocols.append(.init(symbol: line[1], path: line[2], access: access, refines: []))
        case ("refines", 3), ("primary", 2):
            guard let last = protocols.indices.last else { return false }
            if line.count == 2 {
                protocols[last].primary.append(line[1])
            } else {
                protocols[last].refines.append(.init(symbol: line[1], name: line[2]))
            }
        case ("type", 5):
            guard let access = Access(rawValue: line[3]) else { return false }
            let words = line[4].split(separator: " ")
            types.append(
                .init(
                    symbol: line[1], path: line[2], access: access, isGeneric: words.contains("generic"),
                    isMainActor: words.contains("main-actor"), conformances: [], subject: nil, initialisers: []))
        default:
            guard let last = types.indices.last else { return false }
            return types[last].read(line)
        }
        return true
    }
}

extension Provisions.TypeDeclaration {
    /// A line that belongs to a type.
    fileprivate mutating func read(_ line: [String]) -> Bool {
        switch (line.first ?? "", line.count) {
        case ("conforms", 3): conformances.append(.init(symbol: line[1], name: line[2]))
        case ("subject", 3): subject = .init(symbol: line[1], name: line[2])
        case ("home", 3): home = .init(symbol: line[1], name: line[2])
        case ("alias", 4): aliases[line[1]] = .init(form: line[2], text: line[3])
        case ("init", 3):
            guard let access = Provisions.Access(rawValue: line[1]) else { return false }
            let words = line[2].split(separator: " ").map(String.init)
            initialisers.append(
                .init(
                    access: access, isMainActor: words.contains("main-actor"),
                    obstacles: words.compactMap(Provisions.Initialiser.Obstacle.init), parameters: [],
                    effects: .init(words: words)))
        case ("takes", 7):
            guard let at = initialisers.indices.last, let need = Provisions.Need(words: line[2], symbol: line[3]) else {
                return false
            }
            initialisers[at].parameters.append(
                .init(
                    label: line[1] == "_" ? nil : line[1], need: need, hasDefault: line[4] == "default",
                    type: .init(form: line[5], text: line[6])))
        case ("given", 3):
            guard let at = initialisers.indices.last, let parameter = initialisers[at].parameters.indices.last,
                case .factory(let symbol, let inputs, let effects) = initialisers[at].parameters[parameter].need
            else { return false }
            initialisers[at].parameters[parameter].need = .factory(
                symbol, of: inputs + [.init(form: line[1], text: line[2])], effects)
        default: return false
        }
        return true
    }
}

extension Provisions.Initialiser {
    fileprivate var lines: [[String]] {
        let words = obstacles.map(\.rawValue) + effects.words + (isMainActor ? ["main-actor"] : [])
        var lines = [["init", access.rawValue, words.joined(separator: " ")]]
        for each in parameters {
            lines.append([
                "takes", each.label ?? "_", each.need.words, each.need.symbol ?? "-", each.hasDefault ? "default" : "",
                each.type.form, each.type.text,
            ])
            if case .factory(_, let inputs, _) = each.need { lines += inputs.map { ["given", $0.form, $0.text] } }
        }
        return lines
    }
}

extension Provisions.Effects {
    /// As code writes them.
    public var words: [String] { (contains(.async) ? ["async"] : []) + (contains(.throws) ? ["throws"] : []) }

    init(words: some Sequence<String>) {
        self = words.reduce(into: []) {
            if $1 == "async" { $0.insert(.async) } else if $1 == "throws" { $0.insert(.throws) }
        }
    }
}

extension Provisions.Need {
    fileprivate var words: String {
        switch self {
        case .one: "one"
        case .optional: "optional"
        case .all: "all"
        case .late(_, let effects): (["late"] + effects.words).joined(separator: " ")
        case .factory(_, _, let effects): (["factory"] + effects.words).joined(separator: " ")
        case .value: "value"
        }
    }

    fileprivate init?(words: String, symbol: String) {
        let words = words.split(separator: " ").map(String.init), effects = Provisions.Effects(words: words.dropFirst())
        switch words.first {
        case "one": self = .one(symbol)
        case "optional": self = .optional(symbol)
        case "all": self = .all(symbol)
        case "late": self = .late(symbol, effects)
        case "factory": self = .factory(symbol, of: [], effects)
        case "value": self = .value
        default: return nil
        }
    }
}
