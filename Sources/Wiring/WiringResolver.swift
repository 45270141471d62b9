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
        let tree = ScopeTree(declarations, types: declarations.visibleTypes)
        faults += tree.faults
        // A handler that stood back stands back everywhere.
        var choice = choices(in: tree, without: Set(handlers.losers.map(\.symbol)))
        addConcrete(to: &choice.sources)
        var makers = InitialiserChoice(request: request, declarations: declarations, sources: choice.sources)
        makers.makeAll()
        faults += makers.faults
        for each in choice.missing where makers.missing[each.symbol] == nil { makers.missing[each.symbol] = [] }
        for (symbol, uses) in makers.missing {
            faults.append(
                .nothingProvides(
                    declarations.title(of: symbol), uses: uses,
                    hidden: declarations.hidden(conformingTo: String(symbol.prefix { $0 != "<" }))))
        }
        faults += NeedCycles(edges: makers.edges).cycles.map(WiringFault.cycle)
        if faults.isEmpty { faults += makers.narrowClosures() }
        faults.sort { ($0.rank, $0.subject) < ($1.rank, $1.subject) }
        return ObjectGraphPlan(
            app: request.app, isMainActor: makers.isMainActor, isPublic: request.settings.graph == .public,
            scopes: faults.isEmpty ? makers.scopes : [],
            handlerNames: handlers.names, shadowed: declarations.shadowed)
    }

    /// What stands for each protocol in each scope, and those for which nothing does.
    private mutating func choices(
        in tree: ScopeTree, without losers: Set<String>
    ) -> (sources: PropertySources, missing: [Declared]) {
        let ignored = names(request.settings.ignored), given = names(request.settings.given)
        var sources = PropertySources(tree: tree), missing: [Declared] = []
        for each in declarations.provided where !ignored.contains(each.name.full) {
            if given.contains(each.name.full) {
                sources.set(.given, for: each.symbol, in: ScopeTree.root)
                continue
            }
            let isCollected = declarations.is(each.symbol, .collected)
            if isCollected, declarations.is(each.symbol, .provided) {
                faults.append(.providedAndCollected(each.name.full))
                continue
            }
            let candidates = declarations.types(conformingTo: each.symbol).filter { !losers.contains($0.symbol) }
            if isCollected {
                collect(candidates, for: each, into: &sources)
            } else if candidates.isEmpty {
                missing.append(each)
            } else {
                provide(each, of: candidates, into: &sources)
            }
        }
        for each in declarations.selfProviding where !ignored.contains(each.name.full) {
            sources.set(.one(each), for: each.symbol, in: tree.home(of: each.symbol))
        }
        return (sources, missing)
    }

    /// In each scope all of the scope itself and of those around it.
    private func collect(_ candidates: [Declared], for each: Declared, into sources: inout PropertySources) {
        // Handlers stand back one by one, behind another handler of the same.
        let others = Set(standing(candidates.filter { !declarations.is($0.symbol, .handler) }).map(\.symbol))
        let all = candidates.filter { others.contains($0.symbol) || declarations.is($0.symbol, .handler) }
        let byScope = Dictionary(grouping: all) { sources.tree.home(of: $0.symbol) }
        for scope in sources.tree.order where scope == ScopeTree.root || byScope[scope] != nil {
            let around = Set(sources.tree.chain(scope))
            sources.set(
                .all(all.filter { around.contains(sources.tree.home(of: $0.symbol)) }), for: each.symbol, in: scope)
        }
    }

    /// One in each scope that has any; one under each name, and for each instance of a generic protocol.
    private mutating func provide(
        _ each: Declared, of candidates: [Declared], into sources: inout PropertySources
    ) {
        let named = request.settings.bind.filter { $0.of.name == each.name.full && $0.label != nil }
        for choice in named {
            if let type = candidates.first(where: { $0.name.full == choice.type }) {
                sources.setNamed(type, each.symbol, choice.label!, in: sources.tree.home(of: type.symbol))
            } else {
                faults.append(
                    .noCandidate(choice.type, of: each.name.full, candidates: candidates.map(\.name.full)))
            }
        }
        guard named.isEmpty else { return }
        var groups = [(key: each.symbol, types: candidates)]
        if declarations.isGeneric(each.symbol) {
            let instances = Dictionary(grouping: candidates) {
                declarations.arguments(of: $0.symbol, for: each.symbol)?.form ?? ""
            }
            if instances.count > 1 { groups = [] }
            groups += instances.filter { !$0.key.isEmpty }.sorted { $0.key < $1.key }.map {
                (each.symbol + $0.key, $0.value)
            }
        }
        let bound = request.settings.bind.first { $0.of.name == each.name.full }
        if let bound, !candidates.contains(where: { $0.name.full == bound.type }) {
            faults.append(.noCandidate(bound.type, of: each.name.full, candidates: candidates.map(\.name.full)))
        }
        var reported: Set<[String]> = []
        for (key, types) in groups {
            // Mocks stand back behind what any scope has.
            let standing =
                bound.flatMap { bound in types.first { $0.name.full == bound.type } }.map { chosen in
                    let home = sources.tree.home(of: chosen.symbol)
                    return types.filter { $0 == chosen || sources.tree.home(of: $0.symbol) != home }
                } ?? standing(types)
            for (scope, own) in Dictionary(grouping: standing, by: { sources.tree.home(of: $0.symbol) }) {
                sources.set(.one(own[0]), for: key, in: scope)
                let names = own.map(\.name.full)
                // A wrong choice is one fault, not two.
                if names.count > 1, bound == nil || types.contains(where: { $0.name.full == bound?.type }),
                    reported.insert(names).inserted
                {
                    faults.append(.severalProvide(declarations.title(of: key), candidates: names))
                }
            }
        }
    }

    /// Types that initialisers ask for as themselves.
    private func addConcrete(to sources: inout PropertySources) {
        var open = sources.types, seen = Set(open.map(\.symbol))
        while let next = open.popLast() {
            for parameter in declarations.type(next.symbol)?.initialisers.flatMap(\.parameters) ?? [] {
                guard let symbol = parameter.need.symbol, declarations.isMade(symbol) else { continue }
                let type = Declared(symbol: symbol, name: declarations.name(of: symbol))
                sources.set(.one(type), for: symbol, in: sources.tree.home(of: symbol))
                if seen.insert(symbol).inserted { open.append(type) }
            }
        }
    }

    private func names(_ names: [WiringSettings.Name]) -> Set<String> { Set(names.map(\.name)) }

    private mutating func checkNames() {
        let known = Set((declarations.provided + declarations.handled).map(\.name.full))
        faults += request.settings.unknownNames(known: known)
        faults += declarations.handled.compactMap { request.settings.choicesByParameter(of: $0.name.full) }
        let bound = Set(request.settings.bind.map(\.of.name))
        for each in declarations.provided where bound.contains(each.name.full) {
            if declarations.kind(ofProtocol: each.symbol) == .collected {
                faults.append(.misplacedChoice(each.name.full, .collected))
            }
        }
    }

    /// The one that settings name, or that stands alone; nil where there is none, or a fault was reported.
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
}

public struct WiringFaults: Error, Hashable, Sendable {
    public var faults: [WiringFault]
    public init(faults: [WiringFault]) { self.faults = faults }
}
