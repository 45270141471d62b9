/// Finds what provides the accessors of the modules that a program is linked with.
///
/// A pure function of its arguments; faults come in a fixed order.
public struct AccessorResolver {
    private let request: AccessorRequest
    private let provisions: [Provisions]
    private let declarations: VisibleDeclarations
    private let lists: [AccessorList]

    /// `lists`: of the modules that may have accessors.
    public static func resolve(
        _ request: AccessorRequest, provisions: [Provisions], lists: [AccessorList]
    ) -> Result<AccessorPlan, WiringFaults> {
        AccessorResolver(
            request: request, provisions: provisions,
            declarations: VisibleDeclarations(request.program, provisions), lists: lists
        ).plan()
    }

    private func plan() -> Result<AccessorPlan, WiringFaults> {
        let names = lists.flatMap { list in list.names.map { ObjectGraphPlan.Name(module: list.module, path: $0) } }
        let symbols = Dictionary(
            declarations.provided.map { ($0.name, $0.symbol) }, uniquingKeysWith: { first, _ in first })
        let ignored = Set(request.program.settings.ignored.map(\.name))
        let wanted = names.filter { !ignored.contains($0.full) }.compactMap { symbols[$0] }.sorted()
        let misnamed = request.checksNames ? unknownNames : []
        if !misnamed.isEmpty { return .failure(WiringFaults(faults: misnamed)) }
        // The text of the module says that it has an accessor, and the compiler that it is no such protocol.
        let unknown = names.filter { !ignored.contains($0.full) && symbols[$0] == nil }
        if !unknown.isEmpty, !request.isTest {
            return .failure(
                WiringFaults(faults: unknown.map(\.full).sorted().map { .nothingProvides($0, uses: [], hidden: []) }))
        }
        switch graph(of: wanted) {
        case .success(let graph): return .success(plan(names, symbols, graph, without: []))
        case .failure(let error):
            guard request.isTest else { return .failure(error) }
            // A test is linked with a part of what there is. Those of its accessors that nothing is wrong with work.
            let needs = AccessorNeeds(of: wanted, in: declarations)
            let broken = needs.users(of: Set(error.faults.flatMap(\.declarations)))
            return graph(of: wanted.filter { !broken.contains($0) }).map {
                plan(names, symbols, $0, without: broken, error.faults)
            }
        }
    }

    /// What settings name, and the program does not see.
    private var unknownNames: [WiringFault] {
        request.program.settings.unknownNames(
            known: Set((declarations.provided + declarations.handled).map(\.name.full)))
    }

    private func plan(
        _ names: [ObjectGraphPlan.Name], _ symbols: [ObjectGraphPlan.Name: String], _ graph: ObjectGraphPlan,
        without broken: Set<String>, _ faults: [WiringFault] = []
    ) -> AccessorPlan {
        let made = Set(graph.properties.map(\.symbol)).subtracting(broken)
        let ignored = Set(request.program.settings.ignored.map(\.name))
        func lack(_ name: String) -> AccessorPlan.Lack {
            if ignored.contains(name) { return .ignored }
            for case .severalProvide(name, let candidates) in faults { return .several(candidates) }
            return .missing
        }
        return AccessorPlan(
            graph: graph,
            entries: names.sorted { $0.full < $1.full }.map { name in
                .init(
                    name: name, symbol: symbols[name].flatMap { made.contains($0) ? $0 : nil }, lack: lack(name.full))
            })
    }

    /// Of these protocols, and of nothing that they do not need: a program may have more that is not provided.
    private func graph(of wanted: [String]) -> Result<ObjectGraphPlan, WiringFaults> {
        let needs = AccessorNeeds(of: wanted, in: declarations).all
        var settings = WiringSettings.App()
        let known = Set(needs.map { declarations.name(of: $0).full })
        settings.bind = request.program.settings.bind.filter { known.contains($0.of.name) }
        var program = request.program
        program.settings = settings
        // Nothing is made of a type that is not visible, but a fault names it.
        let kept = needs.union(needs.flatMap { declarations.hiddenTypes(conformingTo: $0).map(\.symbol) })
        return WiringResolver.resolve(program, provisions: provisions.map { narrowed($0, to: kept) })
    }

    private func narrowed(_ module: Provisions, to needs: Set<String>) -> Provisions {
        var result = module
        for index in result.protocols.indices where !needs.contains(result.protocols[index].symbol) {
            result.protocols[index].refines = []
        }
        result.types = module.types.filter { needs.contains($0.symbol) }.map { type in
            var type = type
            type.initialisers = type.initialisers.map { callable($0, of: type) }
            type.isMainActor = false
            type.conformances.removeAll {
                [.handled, .handler, .scope, .scoped].contains($0.marker(in: request.program.markers))
            }
            return type
        }
        return result
    }

    /// As code on any thread calls it: it can neither wait nor fail, and is in no scope.
    private func callable(
        _ initialiser: Provisions.Initialiser, of type: Provisions.TypeDeclaration
    ) -> Provisions.Initialiser {
        var result = initialiser
        if type.isMainActor || initialiser.isMainActor { result.obstacles.append(.onMainActor) }
        if initialiser.effects.contains(.throws) { result.obstacles.append(.throwing) }
        if initialiser.effects.contains(.async) { result.obstacles.append(.asynchronous) }
        if type.conformances.contains(where: { $0.marker(in: request.program.markers) == .scoped }) {
            result.obstacles.append(.scoped)
        }
        (result.isMainActor, result.effects) = (false, [])
        return result
    }
}
