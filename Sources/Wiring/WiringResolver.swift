/// Finds for every protocol that an app can see the type that provides it, and for that what its initialiser takes.
///
/// A pure function of the request and the modules' provisions; faults come in the order of names.
public struct WiringResolver {
    let request: WiringRequest
    let declarations: VisibleDeclarations
    private var faults: [WiringFault] = []

    public static func resolve(_ request: WiringRequest, provisions: [Provisions]) -> Result<
        ObjectGraphPlan, WiringFaults
    > {
        var resolver = WiringResolver(request: request, declarations: VisibleDeclarations(request, provisions))
        let plan = resolver.plan()
        return resolver.faults.isEmpty ? .success(plan) : .failure(WiringFaults(faults: resolver.faults))
    }

    private init(request: WiringRequest, declarations: VisibleDeclarations) {
        (self.request, self.declarations) = (request, declarations)
    }

    private typealias Declared = VisibleDeclarations.Declared

    private mutating func plan() -> ObjectGraphPlan {
        checkNames()
        let handlers = self.handlers()
        // A handler that stood back stands back everywhere.
        let choice = choices(without: Set(handlers.losers.map(\.symbol)))
        let made = providers(of: choice.sources)
        for each in choice.missing {
            faults.append(
                .nothingProvides(
                    each.name.full, uses: made.uses[each.symbol] ?? [],
                    hidden: declarations.hidden(conformingTo: each.symbol)))
        }
        faults += NeedCycles(edges: made.edges).cycles.map(WiringFault.cycle)
        faults.sort { ($0.rank, $0.subject) < ($1.rank, $1.subject) }

        let properties = choice.sources.map { symbol, source in
            let from: ObjectGraphPlan.Property.Source =
                switch source {
                case .given: .given
                case .one(let type): .one(type.symbol)
                case .all(let types): .all(types.map(\.symbol))
                }
            return ObjectGraphPlan.Property(symbol: symbol, name: declarations.name(of: symbol), source: from)
        }
        return ObjectGraphPlan(
            app: request.app, isMainActor: made.isMainActor,
            properties: properties.sorted { $0.name.full < $1.name.full },
            providers: made.providers.sorted { $0.name.full < $1.name.full }, handlerNames: handlers.names,
            shadowed: declarations.shadowed)
    }

    /// What stands for each protocol, and those for which nothing does.
    private mutating func choices(without losers: Set<String>) -> (sources: [String: Source], missing: [Declared]) {
        let ignored = names(request.settings.ignored), given = names(request.settings.given)
        var sources: [String: Source] = [:], missing: [Declared] = []
        for each in declarations.provided where !ignored.contains(each.name.full) {
            if given.contains(each.name.full) {
                sources[each.symbol] = .given
                continue
            }
            let isCollected = declarations.is(each.symbol, .collected)
            if isCollected, declarations.is(each.symbol, .provided) {
                faults.append(.providedAndCollected(each.name.full))
                continue
            }
            let candidates = declarations.types(conformingTo: each.symbol).filter { !losers.contains($0.symbol) }
            if isCollected {
                // Handlers stand back one by one, behind another handler of the same.
                let others = Set(standing(candidates.filter { !declarations.is($0.symbol, .handler) }).map(\.symbol))
                sources[each.symbol] = .all(
                    candidates.filter { others.contains($0.symbol) || declarations.is($0.symbol, .handler) })
            } else if let one = choose(of: each, among: candidates, faults: { .severalProvide($0, candidates: $1) }) {
                sources[each.symbol] = .one(one)
            } else if candidates.isEmpty {
                missing.append(each)
            }
        }
        return (sources, missing)
    }

    /// How types are made, and what that shows of their needs.
    private struct Made {
        var providers: [ObjectGraphPlan.Provider] = []
        var isMainActor = false
        /// By the protocol's symbol.
        var uses: [String: [WiringFault.Use]] = [:]
        /// By the symbol of the type that needs; what is asked for late is none.
        var edges: [String: [(use: WiringFault.Use, to: String)]] = [:]
    }

    private mutating func providers(of sources: [String: Source]) -> Made {
        let purposes = sources.flatMap { symbol, source in
            source.types.map { (type: $0, purpose: declarations.name(of: symbol).full) }
        }
        .sorted { ($0.type.name.full, $0.purpose) < ($1.type.name.full, $1.purpose) }
        var made = Made(), seen: Set<String> = []
        for (type, purpose) in purposes where seen.insert(type.symbol).inserted {
            guard let declaration = declarations.type(type.symbol),
                let (initialiser, arguments) = initialiser(
                    of: type, declaration, for: purpose, known: { sources[$0] != nil })
            else { continue }
            made.isMainActor = made.isMainActor || declaration.isMainActor || initialiser.isMainActor
            for (parameter, _) in arguments {
                guard let symbol = parameter.need.symbol else { continue }
                let use = WiringFault.Use(
                    type: type.name.full, initialiser: initialiser.name, parameter: parameter.label ?? "_")
                made.uses[symbol, default: []].append(use)
                if case .late = parameter.need { continue }
                if let source = sources[symbol] {
                    made.edges[type.symbol, default: []] += source.types.map { (use, $0.symbol) }
                }
            }
            made.providers.append(
                .init(
                    symbol: type.symbol, name: type.name, isShared: declarations.is(type.symbol, .shared),
                    arguments: arguments.map(\.argument)))
        }
        return made
    }

    private enum Source {
        case given
        case one(Declared)
        case all([Declared])

        var types: [Declared] {
            switch self {
            case .given: []
            case .one(let type): [type]
            case .all(let types): types
            }
        }
    }

    private func names(_ names: [WiringSettings.Name]) -> Set<String> { Set(names.map(\.name)) }

    private mutating func checkNames() {
        let known = Set((declarations.provided + declarations.handled).map(\.name.full))
        let named =
            request.settings.bind.map(\.of.name) + (request.settings.given + request.settings.ignored).map(\.name)
        for name in Set(named).subtracting(known).sorted() { faults.append(.unknownName(name, known: known.sorted())) }
    }

    /// The one that settings name, or that stands alone; nil where there is none, or a fault was told.
    private mutating func choose(
        of what: Declared, among candidates: [Declared], faults fault: (String, [String]) -> WiringFault
    ) -> Declared? {
        if let choice = request.settings.bind.first(where: { $0.of.name == what.name.full }) {
            if let found = candidates.first(where: { $0.name.full == choice.type }) { return found }
            faults.append(.noCandidate(choice.type, of: what.name.full, candidates: candidates.map(\.name.full)))
            return candidates.first
        }
        let standing = standing(candidates)
        if standing.count > 1 { faults.append(fault(what.name.full, standing.map(\.name.full))) }
        return standing.first
    }

    /// Mocks provide where nothing else does.
    private func standing(_ candidates: [Declared]) -> [Declared] {
        let real = candidates.filter { !declarations.isTesting($0.name.module) }
        return real.isEmpty ? candidates : real
    }

    private mutating func handlers() -> (names: [ObjectGraphPlan.HandlerName], losers: [Declared]) {
        let ignored = names(request.settings.ignored)
        var bySubject: [String: [Declared]] = [:]
        for handler in declarations.handlers {
            if let subject = declarations.type(handler.symbol)?.subject {
                bySubject[subject.symbol, default: []].append(handler)
            } else {
                faults.append(.unknownSubject(handler: handler.name.full))
            }
        }
        var names: [ObjectGraphPlan.HandlerName] = [], losers: [Declared] = []
        for subject in declarations.handled {
            let candidates = bySubject[subject.symbol] ?? []
            if let one = choose(of: subject, among: candidates, faults: { .severalHandle($0, candidates: $1) }) {
                names.append(.init(subject: subject.name, handler: one.name))
                losers += candidates.filter { $0.symbol != one.symbol }
            } else if candidates.isEmpty, !ignored.contains(subject.name.full) {
                faults.append(.nothingHandles(subject.name.full, hidden: declarations.hidden(handling: subject.symbol)))
            }
        }
        return (names, losers)
    }

    private typealias Filled = (parameter: Provisions.Parameter, argument: ObjectGraphPlan.Argument)

    /// The initialiser that generated code calls: the one that takes most of what is provided.
    private mutating func initialiser(
        of type: Declared, _ declaration: Provisions.TypeDeclaration, for purpose: String, known: (String) -> Bool
    ) -> (Provisions.Initialiser, [Filled])? {
        var obstacles: [WiringFault.Obstacle] = [], usable: [(Provisions.Initialiser, [Filled])] = []
        if declaration.isGeneric { obstacles.append(.isGeneric) }
        for each in declaration.initialisers where !declaration.isGeneric {
            guard declarations.sees(each.access, in: type.name.module) else {
                obstacles.append(.hiddenInitialiser(each.name, access: each.access))
                continue
            }
            if let obstacle = each.obstacles.first {
                obstacles.append(.initialiser(each.name, obstacle))
                continue
            }
            var filled: [Filled] = [], isUsable = true
            for parameter in each.parameters {
                switch filling(of: parameter, known) {
                case .value(let value): filled.append((parameter, .init(label: parameter.label, value: value)))
                case .defaultValue: break
                case .unknown:
                    isUsable = false
                    let use = WiringFault.Use(
                        type: type.name.full, initialiser: each.name, parameter: parameter.label ?? "_")
                    obstacles.append(.unknownParameter(use, type: parameter.type))
                }
            }
            if isUsable { usable.append((each, filled)) }
        }
        let most = usable.map(\.1.count).max()
        let best = usable.filter { $0.1.count == most }
        if best.count == 1 { return best[0] }
        if best.count > 1 { obstacles = [.several(best.map(\.0.name))] }
        faults.append(
            .cannotMake(type.name.full, of: purpose, obstacles: obstacles.isEmpty ? [.noInitialiser] : obstacles))
        return nil
    }

    private enum Filling {
        case value(ObjectGraphPlan.Argument.Value)
        case defaultValue
        case unknown
    }

    private func filling(of parameter: Provisions.Parameter, _ known: (String) -> Bool) -> Filling {
        let otherwise = parameter.hasDefault ? Filling.defaultValue : .unknown
        guard let symbol = parameter.need.symbol, let kind = declarations.kind(ofProtocol: symbol) else {
            return otherwise
        }
        // What nothing provides is a fault of its own, told with all who need it.
        let isKnown = known(symbol) || !declarations.isIgnored(symbol)
        switch (parameter.need, kind) {
        case (.one, .provided), (.all, .collected): return isKnown ? .value(.property(symbol)) : otherwise
        case (.late, .provided): return isKnown ? .value(.late(symbol)) : otherwise
        case (.optional, .provided):
            if known(symbol) { return .value(.property(symbol)) }
            return parameter.hasDefault ? .defaultValue : .value(.none)
        default: return otherwise
        }
    }
}

public struct WiringFaults: Error, Hashable, Sendable {
    public var faults: [WiringFault]
    public init(faults: [WiringFault]) { self.faults = faults }
}
