/// What an app can see of the modules that it is linked from, by symbol.
struct VisibleDeclarations {
    struct Declared: Hashable {
        var symbol: String
        var name: ObjectGraphPlan.Name
    }

    /// Protocols that a marker asks to provide or to collect; sorted by name.
    private(set) var provided: [Declared] = []
    /// Types that want a handler; sorted by name.
    private(set) var handled: [Declared] = []
    /// Sorted by name.
    private(set) var handlers: [Declared] = []
    /// Types whose values begin scopes; sorted by name.
    private(set) var scopes: [Declared] = []
    /// Types that provide themselves, for want of a protocol; sorted by name.
    private(set) var selfProviding: [Declared] = []
    /// Modules whose names some declaration has too.
    private(set) var shadowed: Set<String> = []

    private var members: [String: WiringRequest.Member] = [:]
    private var names: [String: ObjectGraphPlan.Name] = [:]
    private var markers: [String: Set<Marker>] = [:]
    private var types: [String: Provisions.TypeDeclaration] = [:]
    /// Of a protocol: the visible types that conform to it, and those that are not visible; sorted by name.
    private var conforming: [String: [Declared]] = [:]
    private var hidden: [String: [Declared]] = [:]
    private var ignored: Set<String> = []
    private var visible: Set<String> = []
    private var kinds: [String: Marker] = [:]
    private var primary: [String: [String]] = [:]
    /// How the arguments behind a protocol's symbol are written.
    private var texts: [String: String] = [:]

    init(_ request: WiringRequest, _ provisions: [Provisions]) {
        members = Dictionary(request.members.map { ($0.module, $0) }, uniquingKeysWith: { first, _ in first })
        shadowed = Set(members.keys).intersection(provisions.flatMap(\.names))
        let refined = Dictionary(
            provisions.flatMap(\.protocols).map { ($0.symbol, $0.refines) }, uniquingKeysWith: { first, _ in first })
        /// All that a protocol refines, itself included.
        func closure(_ symbol: String) -> [Provisions.Reference] {
            var found: [Provisions.Reference] = [], seen: Set<String> = [symbol], open = refined[symbol] ?? []
            while let next = open.popLast() {
                guard seen.insert(next.symbol).inserted else { continue }
                found.append(next)
                open += refined[next.symbol] ?? []
            }
            return found
        }

        var conformances: [String: Set<String>] = [:], hiddenProvided: Set<String> = []
        for each in provisions where each.module != request.markers {
            for declaration in each.protocols {
                let name = ObjectGraphPlan.Name(module: each.module, path: declaration.path)
                names[declaration.symbol] = name
                primary[declaration.symbol] = declaration.primary
                let marks = Self.marks(closure(declaration.symbol), in: request.markers)
                markers[declaration.symbol] = marks
                guard !marks.isDisjoint(with: [.provided, .collected]) else { continue }
                guard sees(declaration.access, in: each.module) else {
                    hiddenProvided.insert(declaration.symbol)
                    continue
                }
                provided.append(Declared(symbol: declaration.symbol, name: name))
                kinds[declaration.symbol] = marks.contains(.collected) ? .collected : .provided
            }
            for type in each.types {
                let declared = Declared(symbol: type.symbol, name: .init(module: each.module, path: type.path))
                names[type.symbol] = declared.name
                types[type.symbol] = type
                var all: [String: Provisions.Reference] = [:]
                for reference in type.conformances {
                    all[reference.symbol] = reference
                    for more in closure(reference.symbol) { all[more.symbol] = more }
                }
                markers[type.symbol] = Self.marks(Array(all.values), in: request.markers)
                let isVisible = sees(type.access, in: each.module)
                conformances[type.symbol] = Set(all.keys)
                for symbol in all.keys {
                    if isVisible {
                        conforming[symbol, default: []].append(declared)
                    } else {
                        hidden[symbol, default: []].append(declared)
                    }
                }
                if isVisible, markers[type.symbol]!.contains(.handled) { handled.append(declared) }
                if isVisible, markers[type.symbol]!.contains(.handler) { handlers.append(declared) }
                if isVisible, markers[type.symbol]!.contains(.scope) { scopes.append(declared) }
                if isVisible { visible.insert(type.symbol) }
            }
        }
        // Only now all protocols are known.
        for symbol in visible where isMade(symbol) && self.is(symbol, .provided) {
            let isKnown = conformances[symbol]!.contains { kinds[$0] != nil || hiddenProvided.contains($0) }
            if !isKnown { selfProviding.append(Declared(symbol: symbol, name: names[symbol]!)) }
        }
        readTexts()
        func sort(_ list: inout [Declared]) { list.sort { $0.name.full < $1.name.full } }
        sort(&provided)
        sort(&handled)
        sort(&handlers)
        sort(&scopes)
        sort(&selfProviding)
        for symbol in conforming.keys { sort(&conforming[symbol]!) }
        for symbol in hidden.keys { sort(&hidden[symbol]!) }
        let without = Set(request.settings.ignored.map(\.name))
        ignored = Set(provided.filter { without.contains($0.name.full) }.map(\.symbol))
    }

    /// What is accessible is provided, too.
    private static func marks(_ references: [Provisions.Reference], in markers: String) -> Set<Marker> {
        let found = Set(references.compactMap { $0.marker(in: markers) })
        return found.contains(.accessible) ? found.union([.provided]) : found
    }

    private mutating func readTexts() {
        for (protocolSymbol, names) in primary where !names.isEmpty {
            for type in conforming[protocolSymbol] ?? [] {
                guard let arguments = arguments(of: type.symbol, for: protocolSymbol) else { continue }
                texts[protocolSymbol + arguments.form] = arguments.text
            }
        }
        for parameter in types.values.flatMap({ $0.initialisers.flatMap(\.parameters) }) {
            guard let key = parameter.need.symbol, key.contains("<"), texts[key] == nil,
                let start = parameter.type.text.firstIndex(of: "<"), let end = parameter.type.text.lastIndex(of: ">"),
                start < end
            else { continue }
            texts[key] = String(parameter.type.text[start...end])
        }
    }

    func sees(_ access: Provisions.Access, in module: String) -> Bool {
        access >= .public || access == .package && members[module]?.sharesPackage == true
    }

    func `is`(_ symbol: String, _ marker: Marker) -> Bool { markers[symbol]?.contains(marker) ?? false }
    func isTesting(_ module: String) -> Bool { members[module]?.isTesting ?? false }
    func isIgnored(_ protocolSymbol: String) -> Bool { ignored.contains(protocolSymbol) }
    func name(of symbol: String) -> ObjectGraphPlan.Name { names[symbol] ?? .init(module: "", path: symbol) }
    /// Sorted by symbol.
    var visibleTypes: [Declared] { visible.sorted().map { Declared(symbol: $0, name: name(of: $0)) } }
    /// `Module.Repo<Int>`, of a protocol's symbol with its arguments.
    func title(of key: String) -> String {
        guard let cut = key.firstIndex(of: "<") else { return name(of: key).full }
        return name(of: String(key[..<cut])).full + (texts[key] ?? "")
    }
    func type(_ symbol: String) -> Provisions.TypeDeclaration? { types[symbol] }
    func types(conformingTo symbol: String) -> [Declared] { conforming[symbol] ?? [] }
    func hidden(conformingTo symbol: String) -> [String] { hiddenTypes(conformingTo: symbol).map(\.name.full) }
    func hiddenTypes(conformingTo symbol: String) -> [Declared] { hidden[symbol] ?? [] }
    func hidden(handling subject: String) -> [String] {
        Set(hidden.values.joined()).filter { types[$0.symbol]?.subject?.symbol == subject }.map(\.name.full).sorted()
    }

    /// True for a type that generated code may make as itself: one that is visible, and no value such as a route.
    func isMade(_ type: String) -> Bool {
        visible.contains(type) && !(self.is(type, .handled) || self.is(type, .scope))
            && !markers[type, default: []].isDisjoint(with: [.provided, .collected, .shared])
    }

    /// A protocol's, behind its name: `<s:Si>` where the type is a `Repo<Int>`; nil where the type does not say.
    func arguments(of type: String, for protocolSymbol: String) -> Provisions.WrittenType? {
        let names = primary[protocolSymbol] ?? [], aliases = types[type]?.aliases ?? [:]
        let all = names.compactMap { aliases[$0] }
        guard !names.isEmpty, all.count == names.count else { return nil }
        return .init(
            form: "<\(all.map(\.form).joined(separator: ","))>", text: "<\(all.map(\.text).joined(separator: ", "))>")
    }

    func isGeneric(_ protocolSymbol: String) -> Bool { !(primary[protocolSymbol] ?? []).isEmpty }

    /// `provided` or `collected`; nil for any other protocol, and for one that the app cannot see.
    func kind(ofProtocol symbol: String) -> Marker? { kinds[symbol] }
}
