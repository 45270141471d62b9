/// Routes, handlers and features of the modules that a program is linked with.
struct RouteDeclarations {
    typealias Name = ObjectGraphPlan.Name

    struct Declared: Hashable {
        var symbol: String
        var name: Name
        var isVisible: Bool
    }

    /// Each sorted by name.
    private(set) var routes: [Declared] = []
    private(set) var handlers: [Declared] = []
    private(set) var features: [Declared] = []
    let service: Declared?
    /// Nil where no module declares it.
    private(set) var route, handler, feature: Name?
    /// By symbols.
    private(set) var types: [String: Provisions.TypeDeclaration] = [:]
    private(set) var typeNames: [String: Name] = [:]
    private(set) var protocols: [String: Name] = [:]

    private let refined: [String: [Provisions.Reference]]
    private let testing: Set<String>

    init(_ request: RouteRequest, _ provisions: [Provisions]) {
        let members = Dictionary(
            request.program.members.map { ($0.module, $0) }, uniquingKeysWith: { first, _ in first })
        testing = Set(request.program.members.filter(\.isTesting).map(\.module))
        func isVisible(_ access: Provisions.Access, in module: String) -> Bool {
            access >= .public || access == .package && members[module]?.sharesPackage == true
        }
        refined = Dictionary(
            provisions.flatMap(\.protocols).map { ($0.symbol, $0.refines) }, uniquingKeysWith: { first, _ in first })
        var symbols: [String: String] = [:], service: Declared?
        for each in provisions {
            for declaration in each.protocols {
                let name = Name(module: each.module, path: declaration.path)
                symbols[name.full] = declaration.symbol
                if isVisible(declaration.access, in: each.module) { protocols[declaration.symbol] = name }
            }
            for type in each.types {
                let name = Name(module: each.module, path: type.path)
                (types[type.symbol], typeNames[type.symbol]) = (type, name)
                if name.full == request.router.service.name {
                    service = Declared(
                        symbol: type.symbol, name: name, isVisible: isVisible(type.access, in: each.module))
                }
            }
        }
        self.service = service
        func name(_ setting: WiringSettings.Name) -> Name? { symbols[setting.name].flatMap { protocols[$0] } }
        route = name(request.router.route)
        handler = name(request.router.handler)
        feature = name(request.router.feature)
        for each in provisions {
            for type in each.types {
                let all = conformances(of: type)
                let declared = Declared(
                    symbol: type.symbol, name: Name(module: each.module, path: type.path),
                    isVisible: isVisible(type.access, in: each.module))
                func conforms(to setting: WiringSettings.Name) -> Bool {
                    symbols[setting.name].map(all.contains) ?? false
                }
                if conforms(to: request.router.route) { routes.append(declared) }
                if conforms(to: request.router.handler) { handlers.append(declared) }
                if conforms(to: request.router.feature) { features.append(declared) }
            }
        }
        for list in [\Self.routes, \.handlers, \.features] as [WritableKeyPath<Self, [Declared]>] {
            self[keyPath: list].sort { $0.name.full < $1.name.full }
        }
    }

    func isTesting(_ module: String) -> Bool { testing.contains(module) }

    /// Symbols of all protocols that the type conforms to.
    func conformances(of type: Provisions.TypeDeclaration) -> Set<String> {
        var found: Set<String> = [], open = type.conformances.map(\.symbol)
        while let next = open.popLast() {
            if found.insert(next).inserted { open += (refined[next] ?? []).map(\.symbol) }
        }
        return found
    }

    /// What a feature's `Dependencies` ask for.
    func dependencies(of feature: Declared) -> Provisions.TypeDeclaration? {
        let path = "\(feature.name.path).\(Provisions.dependencies)"
        return types.first { $1.path == path && typeNames[$0]?.module == feature.name.module }?.value
    }
}
