/// What handlers and features need, as a question for the resolver of object graphs: the protocols that they ask for
/// are provided, once for a program, and the chosen handlers are collected. No declaration carries a marker for this.
struct RouteDependencies {
    let declarations: RouteDeclarations
    let request: RouteRequest
    /// Those that are registered.
    let handlers: [RouteDeclarations.Declared]

    private(set) var faults: [RouteFault] = []
    /// Symbols of the protocols that features depend on.
    private(set) var direct: Set<String> = []
    /// Of these: the features' parameters.
    private var uses: [String: [WiringFault.Use]] = [:]
    /// The same, with all that making these needs.
    private(set) var all: Set<String> = []

    /// No module can be called so.
    private static let markers = "mono routes"

    init(_ declarations: RouteDeclarations, _ request: RouteRequest, handlers: [RouteDeclarations.Declared]) {
        (self.declarations, self.request, self.handlers) = (declarations, request, handlers)
        for feature in declarations.features { add(feature) }
        faults += direct.compactMap { declarations.protocols[$0]?.full }.sorted().compactMap {
            request.program.settings.choicesByParameter(of: $0).map(RouteFault.wiring)
        }
        addAll()
    }

    private mutating func add(_ feature: RouteDeclarations.Declared) {
        guard let type = declarations.dependencies(of: feature) else { return }
        let usable = type.initialisers.filter { $0.obstacles.isEmpty && $0.effects.isEmpty }
        guard let first = usable.first else {
            faults.append(.dependencies(feature: feature.name.full, .noInitialiser))
            return
        }
        guard usable.count == 1 else {
            faults.append(.dependencies(feature: feature.name.full, .several(usable.map(\.name))))
            return
        }
        for parameter in first.parameters {
            if case .one(let symbol) = parameter.need, declarations.protocols[symbol] != nil {
                direct.insert(symbol)
                uses[symbol, default: []].append(
                    .init(
                        type: "\(feature.name.full).Dependencies", initialiser: first.name,
                        parameter: parameter.label ?? "_"))
            } else {
                faults.append(
                    .dependencies(
                        feature: feature.name.full,
                        .value(parameter: parameter.label ?? "_", type: parameter.type.text)))
            }
        }
    }

    private mutating func addAll() {
        let types = declarations.types.values.map { ($0, declarations.conformances(of: $0)) }
        func needs(_ type: Provisions.TypeDeclaration) -> [String] {
            type.initialisers.flatMap(\.parameters).compactMap { parameter in
                switch parameter.need {
                case .one(let symbol) where !parameter.hasDefault, .late(let symbol, _) where !parameter.hasDefault:
                    symbol
                default: nil
                }
            }.filter { declarations.protocols[$0] != nil }
        }
        var open = Array(direct) + handlers.compactMap { declarations.types[$0.symbol] }.flatMap(needs)
        while let next = open.popLast() {
            guard all.insert(next).inserted, !serviceProtocols.contains(next) else { continue }
            for (type, conformances) in types where conformances.contains(next) { open += needs(type) }
        }
    }

    /// Those whose value is the service.
    var serviceProtocols: Set<String> {
        declarations.service.flatMap { declarations.types[$0.symbol] }.map(declarations.conformances) ?? []
    }

    /// The request and the facts for the resolver.
    func question(_ provisions: [Provisions]) -> (WiringRequest, [Provisions]) {
        func marked(_ marker: Marker) -> Provisions.Reference {
            .init(symbol: marker.rawValue, name: "\(Self.markers).\(marker.rawValue)")
        }
        let chosen = Set(handlers.map(\.symbol)), listed = Set(declarations.handlers.map(\.symbol))
        var changed = provisions
        for module in changed.indices {
            for index in changed[module].protocols.indices {
                let each = changed[module].protocols[index]
                changed[module].protocols[index].primary = []
                if all.contains(each.symbol) { changed[module].protocols[index].refines.append(marked(.provided)) }
                if declarations.handler == .init(module: changed[module].module, path: each.path) {
                    changed[module].protocols[index].refines.append(marked(.collected))
                }
            }
            for index in changed[module].types.indices {
                let each = changed[module].types[index]
                changed[module].types[index].initialisers = each.initialisers.map { callable($0, of: each) }
                if chosen.contains(each.symbol) {
                    // Handlers of mocks stay among those of others: they were chosen one by one.
                    changed[module].types[index].conformances.append(marked(.handler))
                    changed[module].types[index].subject = .init(symbol: each.symbol, name: each.path)
                } else if listed.contains(each.symbol) {
                    changed[module].types[index].conformances = []
                } else {
                    changed[module].types[index].conformances.append(marked(.shared))
                }
            }
        }
        return (wiringRequest, changed)
    }

    /// As a registry sees it: it makes parts of other parts, at once, and each once for a program.
    private func callable(
        _ initialiser: Provisions.Initialiser, of type: Provisions.TypeDeclaration
    ) -> Provisions.Initialiser {
        var result = initialiser
        if result.effects.contains(.throws) { result.obstacles.append(.throwing) }
        if result.effects.contains(.async) { result.obstacles.append(.asynchronous) }
        if type.conformances.contains(where: { $0.marker(in: request.program.markers) == .scoped }) {
            result.obstacles.append(.scoped)
        }
        result.effects = []
        for index in result.parameters.indices {
            let need = result.parameters[index].need
            let isPart: Bool =
                switch need {
                case .factory: false
                default: need.symbol.map { declarations.protocols[$0] != nil } ?? false
                }
            if !isPart { result.parameters[index].need = .value }
        }
        return result
    }

    private var wiringRequest: WiringRequest {
        let names = Set(all.compactMap { declarations.protocols[$0]?.full })
        var settings = WiringSettings.App()
        settings.bind = request.program.settings.bind.filter { names.contains($0.of.name) }
        settings.given = request.program.settings.given.filter { names.contains($0.name) }
        settings.given += all.intersection(serviceProtocols).compactMap { declarations.protocols[$0]?.full }.sorted()
            .filter { name in !settings.given.contains { $0.name == name } }.map { .init($0) }
        return WiringRequest(
            app: request.program.app, markers: Self.markers, settings: settings, members: request.program.members)
    }

    /// A fault of the resolver, with the features that ask for what is missing: it knows of types alone.
    func explained(_ fault: WiringFault) -> RouteFault {
        guard case .nothingProvides(let name, let others, let hidden) = fault else { return .wiring(fault) }
        let asking = direct.filter { declarations.protocols[$0]?.full == name }.flatMap { uses[$0] ?? [] }
        return .wiring(
            .nothingProvides(name, uses: asking.sorted { $0.type < $1.type } + others, hidden: hidden))
    }

    /// Names in the program's settings that are for nothing here.
    func unknownNames() -> [RouteFault] {
        if request.hasObjectGraph { return [] }
        let known = Set(
            all.compactMap { declarations.protocols[$0]?.full } + declarations.routes.map(\.name.full))
        return request.program.settings.unknownNames(known: known).map { .wiring($0) }
    }
}
