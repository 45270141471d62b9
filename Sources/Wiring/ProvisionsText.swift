/// Provisions as a text, which is kept in the cache: a line a fact, columns between tabs, always the same bytes for the
/// same facts.
///
///     mono provisions 3  Basket
///     name      BasketStore
///     protocol  s:…      Basket.Store  public
///     refines   s:…      Wiring.Provided
///     type      s:…      BasketStore   public  main-actor
///     conforms  s:…      BasketInterface.Basket
///     subject   s:…      BasketRoute
///     init      public   throws
///     takes     payment  one  s:…  default  any Payment
///
/// `refines` belongs to the protocol above it, `conforms`, `subject` and `init` to the type, `takes` to the
/// initialiser.
extension Provisions {
    /// Raised whenever other things are read from symbol graphs, or are written otherwise.
    public static let format = "mono provisions 3"

    public var text: String {
        var lines = [[Provisions.format, module]] + names.map { ["name", $0] }
        for each in protocols {
            lines.append(["protocol", each.symbol, each.path, each.access.rawValue])
            lines += each.refines.map { ["refines", $0.symbol, $0.name] }
        }
        for type in types {
            let words = (type.isGeneric ? ["generic"] : []) + (type.isMainActor ? ["main-actor"] : [])
            lines.append(["type", type.symbol, type.path, type.access.rawValue, words.joined(separator: " ")])
            lines += type.conformances.map { ["conforms", $0.symbol, $0.name] }
            if let subject = type.subject { lines.append(["subject", subject.symbol, subject.name]) }
            for each in type.initialisers {
                let words = each.obstacles.map(\.rawValue) + (each.isMainActor ? ["main-actor"] : [])
                lines.append(["init", each.access.rawValue, words.joined(separator: " ")])
                lines += each.parameters.map {
                    [
                        "takes", $0.label ?? "_", $0.need.word, $0.need.symbol ?? "-", $0.hasDefault ? "default" : "",
                        $0.type,
                    ]
                }
            }
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
        for line in lines {
            func column(_ index: Int) -> String { index < line.count ? line[index] : "" }
            switch (column(0), line.count) {
            case ("name", 2): names.append(line[1])
            case ("protocol", 4):
                guard let access = Access(rawValue: line[3]) else { return nil }
                protocols.append(.init(symbol: line[1], path: line[2], access: access, refines: []))
            case ("refines", 3):
                guard !protocols.isEmpty else { return nil }
                protocols[protocols.count - 1].refines.append(.init(symbol: line[1], name: line[2]))
            case ("type", 5):
                guard let access = Access(rawValue: line[3]) else { return nil }
                let words = line[4].split(separator: " ")
                types.append(
                    .init(
                        symbol: line[1], path: line[2], access: access, isGeneric: words.contains("generic"),
                        isMainActor: words.contains("main-actor"), conformances: [], subject: nil, initialisers: []))
            case ("conforms", 3):
                guard !types.isEmpty else { return nil }
                types[types.count - 1].conformances.append(.init(symbol: line[1], name: line[2]))
            case ("subject", 3):
                guard !types.isEmpty else { return nil }
                types[types.count - 1].subject = .init(symbol: line[1], name: line[2])
            case ("init", 3):
                guard !types.isEmpty, let access = Access(rawValue: line[1]) else { return nil }
                let words = line[2].split(separator: " ").map(String.init)
                types[types.count - 1].initialisers.append(
                    .init(
                        access: access, isMainActor: words.contains("main-actor"),
                        obstacles: words.compactMap(Initialiser.Obstacle.init),
                        parameters: []))
            case ("takes", 6):
                guard let last = types.last?.initialisers.indices.last, let need = Need(word: line[2], symbol: line[3])
                else { return nil }
                types[types.count - 1].initialisers[last].parameters.append(
                    .init(
                        label: line[1] == "_" ? nil : line[1], need: need, hasDefault: line[4] == "default",
                        type: line[5]))
            default: return nil
            }
        }
    }
}

extension Provisions.Need {
    fileprivate var word: String {
        switch self {
        case .one: "one"
        case .optional: "optional"
        case .all: "all"
        case .late: "late"
        case .value: "value"
        }
    }

    fileprivate init?(word: String, symbol: String) {
        switch word {
        case "one": self = .one(symbol)
        case "optional": self = .optional(symbol)
        case "all": self = .all(symbol)
        case "late": self = .late(symbol)
        case "value": self = .value
        default: return nil
        }
    }
}
