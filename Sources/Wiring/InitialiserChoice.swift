/// Chooses the initialiser of each type, and what it is called with.
struct InitialiserChoice {
    typealias Declared = VisibleDeclarations.Declared

    let request: WiringRequest
    let declarations: VisibleDeclarations
    let sources: PropertySources
    private(set) var faults: [WiringFault] = []
    /// What nothing provides, by its key, and who asks for it.
    var missing: [String: [WiringFault.Use]] = [:]
    /// By the symbol of the type that needs; what is asked for late is none.
    private(set) var edges: [String: [(use: WiringFault.Use, to: String)]] = [:]
    private(set) var isMainActor = false
    private var elsewhere: [String: [WiringFault.Use]] = [:]
    private var unnamed: [String: [WiringFault.Use]] = [:]
    private var providers: [String: ObjectGraphPlan.Provider] = [:]
    /// The values that closures hand over to a type.
    private var inputs: [String: [Provisions.WrittenType]] = [:]
    /// Closures that are called without the effects of what they make.
    private var closures:
        [(use: WiringFault.Use, symbol: String, label: String?, scope: String, effects: Provisions.Effects)] = []

    init(request: WiringRequest, declarations: VisibleDeclarations, sources: PropertySources) {
        (self.request, self.declarations, self.sources) = (request, declarations, sources)
    }

    mutating func makeAll() {
        let types = sources.types
        for type in types { readInputs(type) }
        let purposes = purposes
        for type in types {
            guard let declaration = declarations.type(type.symbol) else { continue }
            let scope = sources.tree.home(of: type.symbol)
            guard
                let (initialiser, filled) = initialiser(of: type, declaration, for: purposes[type.symbol] ?? "", scope)
            else { continue }
            isMainActor = isMainActor || declaration.isMainActor || initialiser.isMainActor
            if initialiser.effects.contains(.async) { isMainActor = true }
            for each in filled { note(each.parameter, of: type, initialiser, scope) }
            var provider = ObjectGraphPlan.Provider(
                symbol: type.symbol, name: type.name, isShared: declarations.is(type.symbol, .shared), arguments: [],
                effects: initialiser.effects)
            for each in filled {
                var argument = each.argument
                if case .input = argument.value {
                    argument.value = .input(provider.inputs.count)
                    provider.inputs.append(.init(label: argument.label, type: each.parameter.type))
                }
                provider.arguments.append(argument)
            }
            providers[type.symbol] = provider
        }
        reportGaps()
        if edgesAreWhole { spreadEffects() }
    }

    /// The first protocol, by name, for which a type was chosen.
    private var purposes: [String: String] {
        var purposes: [String: String] = [:]
        for (key, source) in sources.byScope.values.joined() {
            let name = declarations.title(of: String(key.prefix { $0 != "#" }))
            for type in source.types { purposes[type.symbol] = min(purposes[type.symbol] ?? name, name) }
        }
        return purposes
    }

    /// The closures among a type's parameters say what is handed over to other types.
    private mutating func readInputs(_ type: Declared) {
        let scope = sources.tree.home(of: type.symbol)
        for initialiser in declarations.type(type.symbol)?.initialisers ?? []
        where declarations.sees(initialiser.access, in: type.name.module) {
            for parameter in initialiser.parameters {
                guard case .factory(let symbol, let values, _) = parameter.need, entered(values) == nil,
                    case .source(.one(let made), _, _) = sources.find(symbol, label: parameter.label, from: scope),
                    inputs[made.symbol] == nil, !declarations.is(made.symbol, .shared)
                else { continue }
                inputs[made.symbol] = values
            }
        }
    }

    /// The scope that a closure with these parameters begins.
    private func entered(_ values: [Provisions.WrittenType]) -> String? {
        values.count == 1 && sources.tree.isScope(values[0].form) ? values[0].form : nil
    }

    private func use(_ type: Declared, _ initialiser: Provisions.Initialiser, _ parameter: Provisions.Parameter)
        -> WiringFault.Use
    {
        .init(
            type: type.name.full, initialiser: initialiser.name, parameter: parameter.label ?? "_",
            scopes: sources.tree.path(sources.tree.home(of: type.symbol)))
    }

    /// What a chosen initialiser's parameter shows of needs.
    private mutating func note(
        _ parameter: Provisions.Parameter, of type: Declared, _ initialiser: Provisions.Initialiser, _ scope: String
    ) {
        guard let symbol = parameter.need.symbol, inputs[type.symbol]?.contains(parameter.type) != true,
            !sources.tree.isScope(symbol)
        else { return }
        let use = use(type, initialiser, parameter)
        var from = scope
        switch parameter.need {
        case .late(_, let effects): closures.append((use, symbol, parameter.label, scope, effects))
        case .factory(_, let values, let effects):
            if let scope = entered(values) { from = scope }
            closures.append((use, symbol, parameter.label, from, effects))
        default: break
        }
        switch sources.find(symbol, label: parameter.label, from: from) {
        case .source(let source, _, _):
            switch parameter.need {
            case .late, .factory: break
            default: edges[type.symbol, default: []] += source.types.map { (use, $0.symbol) }
            }
        case .elsewhere(let key):
            if case .optional = parameter.need { return }
            var use = use
            use.scopes = sources.tree.path(from)
            if from != scope { use.begun = use.scopes.last }
            elsewhere[key, default: []].append(use)
        case .otherwiseNamed: unnamed[symbol, default: []].append(use)
        case .nothing:
            if case .optional = parameter.need { return }
            missing[symbol, default: []].append(use)
        }
    }

    private mutating func reportGaps() {
        for (key, uses) in elsewhere {
            faults.append(
                .notOnPath(
                    declarations.title(of: String(key.prefix { $0 != "#" })), uses: uses,
                    elsewhere: sources.placed(key)))
        }
        for (symbol, uses) in unnamed {
            faults.append(
                .unnamed(declarations.name(of: symbol).full, uses: uses, names: sources.labels[symbol]?.sorted() ?? []))
        }
    }

    // MARK: Effects

    private var edgesAreWhole: Bool { NeedCycles(edges: edges).cycles.isEmpty }

    /// Whatever is made of something that throws, throws.
    private mutating func spreadEffects() {
        var done: Set<String> = []
        func visit(_ type: String, _ providers: inout [String: ObjectGraphPlan.Provider]) -> Provisions.Effects {
            guard let own = providers[type]?.effects else { return [] }
            if !done.insert(type).inserted { return own }
            let all = (edges[type] ?? []).reduce(own) { $0.union(visit($1.to, &providers)) }
            providers[type]?.effects = all
            return all
        }
        for type in providers.keys.sorted() { _ = visit(type, &providers) }
    }

    private func effects(of source: PropertySources.Source) -> Provisions.Effects {
        source.types.reduce(into: []) { $0.formUnion(providers[$1.symbol]?.effects ?? []) }
    }

    /// Closures that cannot be called as what they make asks for.
    func narrowClosures() -> [WiringFault] {
        closures.compactMap { closure in
            guard
                case .source(let source, let key, _) = sources.find(
                    closure.symbol, label: closure.label, from: closure.scope)
            else { return nil }
            let lacking = effects(of: source).subtracting(closure.effects)
            return lacking.isEmpty
                ? nil
                : .narrowClosure(
                    closure.use, of: source.types.first?.name.full ?? declarations.title(of: key), lacking: lacking)
        }
    }

    // MARK: The plan

    var scopes: [ObjectGraphPlan.Scope] {
        let order = sources.tree.order
        let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let homes = Dictionary(grouping: providers.values) { sources.tree.home(of: $0.symbol) }
        return order.map { scope in
            let isRoot = scope == ScopeTree.root
            var properties: [ObjectGraphPlan.Property] = []
            for (key, source) in sources.byScope[scope] ?? [:] { properties.append(property(key, source)) }
            return .init(
                symbol: isRoot ? nil : scope, name: isRoot ? nil : declarations.name(of: scope),
                parent: sources.tree.parent(scope).flatMap { places[$0] },
                properties: properties.sorted { ($0.title, $0.symbol) < ($1.title, $1.symbol) },
                providers: (homes[scope] ?? []).sorted { $0.name.full < $1.name.full })
        }
    }

    private func property(_ key: String, _ source: PropertySources.Source) -> ObjectGraphPlan.Property {
        let label = key.firstIndex(of: "#").map { String(key[$0...].dropFirst()) }
        let base = String(key.prefix { $0 != "#" && $0 != "<" })
        var arguments: Provisions.WrittenType?
        if key.contains("<"), let type = source.types.first {
            arguments = declarations.arguments(of: type.symbol, for: base)
        }
        let from: ObjectGraphPlan.Property.Source =
            switch source {
            case .given: .given
            case .one(let type): .one(type.symbol)
            case .all(let types): .all(types.map(\.symbol))
            }
        return .init(
            symbol: key, name: declarations.name(of: base), source: from, arguments: arguments, label: label,
            isAny: declarations.kind(ofProtocol: base) != nil, effects: effects(of: source))
    }
}

// MARK: Initialisers

extension InitialiserChoice {
    fileprivate typealias Filled = (parameter: Provisions.Parameter, argument: ObjectGraphPlan.Argument)

    /// The initialiser that generated code calls: the one that takes most of what is provided.
    fileprivate mutating func initialiser(
        of type: Declared, _ declaration: Provisions.TypeDeclaration, for purpose: String, _ scope: String
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
            switch filled(each, of: type, scope) {
            case .success(let filled): usable.append((each, filled))
            case .failure(let found): obstacles += found.obstacles
            }
        }
        let most = usable.map(\.1.count).max()
        let best = usable.filter { $0.1.count == most }
        if best.count == 1 { return best[0] }
        if best.count > 1 { obstacles = [.several(best.map(\.0.name))] }
        faults.append(
            .cannotMake(type.name.full, of: purpose, obstacles: obstacles.isEmpty ? [.noInitialiser] : obstacles))
        return nil
    }

    private struct Unfilled: Error { var obstacles: [WiringFault.Obstacle] }

    private func filled(_ initialiser: Provisions.Initialiser, of type: Declared, _ scope: String) -> Result<
        [Filled], Unfilled
    > {
        var filled: [Filled] = [], obstacles: [WiringFault.Obstacle] = [], values = inputs[type.symbol] ?? []
        for parameter in initialiser.parameters {
            // What closures hand over comes first: nothing else may stand for it.
            if let next = values.first, next.form == parameter.type.form {
                values.removeFirst()
                filled.append((parameter, .init(label: parameter.label, value: .input(0))))
                continue
            }
            switch filling(of: parameter, scope) {
            case .value(let value): filled.append((parameter, .init(label: parameter.label, value: value)))
            case .defaultValue: break
            case .unknown:
                let use = use(type, initialiser, parameter)
                let begun = declarations.scopes.first { $0.symbol == parameter.type.form }
                obstacles.append(
                    begun.map { .outsideOfScope(use, scope: $0.name.full) }
                        ?? .unknownParameter(use, type: parameter.type.text))
            case .madeOfValues(let made, let values):
                obstacles.append(.takesValues(use(type, initialiser, parameter), of: made, values: values))
            }
        }
        if obstacles.isEmpty, !values.isEmpty { obstacles = [.noParametersFor(values.map(\.text))] }
        return obstacles.isEmpty ? .success(filled) : .failure(Unfilled(obstacles: obstacles))
    }

    private enum Filling {
        case value(ObjectGraphPlan.Argument.Value)
        case defaultValue
        case unknown
        case madeOfValues(String, [String])
    }

    private func filling(of parameter: Provisions.Parameter, _ scope: String) -> Filling {
        let otherwise = parameter.hasDefault ? Filling.defaultValue : .unknown
        guard let symbol = parameter.need.symbol else { return otherwise }
        if case .one = parameter.need, sources.tree.isScope(symbol) {
            return sources.tree.chain(scope).contains(symbol) ? .value(.scope(symbol)) : otherwise
        }
        let base = String(symbol.prefix { $0 != "<" })
        guard let kind = declarations.kind(ofProtocol: base) ?? (declarations.isMade(symbol) ? .provided : nil) else {
            return otherwise
        }
        var from = scope, begun: String?
        if case .factory(_, let values, _) = parameter.need, let entered = entered(values) {
            guard let parent = sources.tree.parent(entered), sources.tree.chain(scope).contains(parent) else {
                return otherwise
            }
            (from, begun) = (entered, entered)
        }
        let found = sources.find(symbol, label: parameter.label, from: from)
        var key = symbol, made: Declared?
        if case .source(let source, let its, _) = found {
            key = its
            if case .one(let type) = source { made = type }
        }
        // What nothing provides is a fault of its own, reported with all who need it.
        let isKnown: Bool = if case .nothing = found { !declarations.isIgnored(base) } else { true }
        let values = made.flatMap { inputs[$0.symbol] }
        switch (parameter.need, kind) {
        case (.factory(_, let given, _), .provided):
            if let begun { return isKnown && values == nil ? .value(.entering(begun, key)) : otherwise }
            if case .source = found {
                return values.map { $0.map(\.form) } == given.map(\.form)
                    ? .value(.factory(key, inputs: given.count)) : otherwise
            }
            return isKnown ? .value(.factory(key, inputs: given.count)) : otherwise
        case (.all, .collected): return isKnown ? .value(.property(key)) : otherwise
        case (.optional, .provided):
            if case .source = found, values == nil { return .value(.property(key)) }
            return parameter.hasDefault ? .defaultValue : .value(.none)
        case (.one, .provided), (.late, .provided):
            if let made, let values { return .madeOfValues(made.name.full, values.map(\.text)) }
            guard isKnown else { return otherwise }
            if case .late = parameter.need { return .value(.late(key)) }
            return .value(.property(key))
        default: return otherwise
        }
    }
}
