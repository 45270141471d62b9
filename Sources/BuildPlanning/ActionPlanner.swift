import Targets
import Toolchains

/// Turns targets and a request into actions: a pure function; the same graph and request give the same plan.
public struct ActionPlanner: Sendable {
    let graph: TargetGraph
    public let request: BuildRequest
    let layout: BuildLayout
    /// Of each target: its compile names them, and so does every link that it goes into.
    let objects: [TargetID: [Action.Output]]
    /// Of each target with resources.
    let bundleNames: [TargetID: String]
    /// Nil where the workspace wants none.
    let wiring: WiringPlan?
    /// Nearly all workspaces have none, and then nobody is asked whether it is one.
    let hasMacros: Bool
    private let host: Host

    private indirect enum Host: Sendable {
        case same
        case apart(ActionPlanner)
    }

    /// Who plans what runs while a build goes on, where all else is for another platform: it plans as ever, so that its results are those of any
    /// build. Nil where all is for this machine, and built once.
    var hostPlanner: ActionPlanner? { if case .apart(let planner) = host { planner } else { nil } }

    public init(graph: TargetGraph, request: BuildRequest) {
        (self.graph, self.request) = (graph, request)
        let layout = BuildLayout(configuration: request.configuration, platform: request.sdk?.triple)
        self.layout = layout
        if request.sdk == nil {
            host = .same
        } else {
            var request = request
            request.sdk = nil
            host = .apart(ActionPlanner(graph: graph, request: request))
        }
        let wiring = request.wiring.map { WiringPlan($0, in: graph, request.configuration) }
        self.wiring = wiring
        hasMacros = graph.targets.values.contains { $0.kind == .macro }
        objects = graph.targets.mapValues { target in
            ActionPlanner.objects(
                of: target, request.generated[target.id], in: layout, isWired: wiring?.asking.contains(target.id) ?? false)
        }
        bundleNames = ActionPlanner.bundleNames(in: graph, request.generated)
    }

    public func plan() throws(PlanningError) -> BuildPlan {
        let blocked = self.blocked()
        var targets: [TargetID]
        var products: [Product]
        var leftOut: [LeftOut] = []
        let programs = request.goal.programs.filter { blocked[$0.target] == nil }
        var goal = request.goal
        while case .and(let rest, tests: _) = goal { goal = rest }
        switch goal {
        case .everything, .among:
            let wanted: Set<TargetID>? = if case .among(let some) = goal { some } else { nil }
            let own = graph.order.filter { !$0.package.isExternal && graph.targets[$0]!.kind != .test && wanted?.contains($0) ?? true }
            targets = own.filter { blocked[$0] == nil }
            leftOut = own.compactMap { blocked[$0] }
            products = graph.products.values.filter { product in
                !product.id.package.isExternal && isLinked(product) && product.targets.contains { wanted?.contains($0) ?? true }
                    && self.closure(of: product).allSatisfy { blocked[$0] == nil }
            }
        case .some(let chosen, let chosenProducts):
            targets = chosen
            products = chosenProducts.compactMap { graph.products[$0] }
            for target in chosen + products.flatMap(\.targets) {
                if let obstacle = blocked[target] { throw .cannotBuild(obstacle) }
            }
            // A library that is not linked is built by building its targets.
            for product in products where !isLinked(product) { targets += product.targets }
            products.removeAll { !isLinked($0) }
        case .compiles(let wanted):
            let chosen = graph.order.filter(wanted.contains)
            targets = chosen.filter { blocked[$0] == nil }
            leftOut = chosen.compactMap { blocked[$0] }
            products = []
        case .tests, .and: (targets, products) = ([], [])
        case .inquiries(let inquiries): return try inquiryPlan(of: inquiries)
        }
        leftOut += request.goal.programs.compactMap { blocked[$0.target] }
        products.sort { $0.id < $1.id }

        // Where each product is placed; a test's in the folder of its package's tests.
        let linkedProducts = withDynamicLibraries(products), paths = productPaths(linkedProducts)
        var places: [(product: Product, path: String, planner: ActionPlanner)] = linkedProducts.map { ($0, paths[$0.id]!, self) }
        var tests: [BuildPlan.TestPlacement] = []
        for program in programs {
            let executables = program.executables.compactMap { graph.products[$0] }.filter { product in
                self.closure(of: product).allSatisfy { blocked[$0] == nil }
            }
            let planner = self.planner(for: program.target)
            let folder = planner.layout.tests(of: program.target.package), product = testProduct(of: program.target)
            let placed = withDynamicLibraries([product] + executables).map { (product: $0, path: "\(folder)/\(fileName(of: $0))", planner: planner) }
            places += placed
            let bundled = placed.flatMap { each in
                self.bundles(beside: each.path, of: each.product).flatMap { bundle in bundle.entries.map { "\(bundle.path)/\($0.name)" } }
            }
            let path = "\(folder)/\(fileName(of: product))"
            tests.append(
                .init(target: program.target, program: path, beside: Set(placed.map(\.path) + bundled).subtracting([path]).sorted()))
        }

        let elsewhere = places.filter { $0.planner.request.sdk != request.sdk }
        var actions = try self.actions(toBuild: targets + places.filter { $0.planner.request.sdk == request.sdk }.flatMap(\.product.targets))
        if let hostPlanner { actions += try hostPlanner.actions(toBuild: elsewhere.flatMap(\.product.targets)) }
        for program in programs { actions += planner(for: program.target).testActions(for: graph.targets[program.target]!) }
        var goals = targets.flatMap { goalActions(of: $0) }
        var placements: [BuildPlan.Placement] = []
        var linked: [ActionID: Action] = [:], taken: Set<String> = [], bundles: [String: BuildPlan.Bundle] = [:]
        for (product, path, planner) in places {
            let action: Action
            if let known = linked[planner.linkActionID(of: product)] {
                action = known
            } else {
                action = try planner.linkAction(for: product)
                linked[action.id] = action
                actions.append(action)
                goals.append(action.id)
            }
            for output in action.outputs {
                guard taken.insert(path).inserted else { continue }
                placements.append(
                    BuildPlan.Placement(
                        product: product.id, action: action.id, output: output.name, path: path, isExecutable: output.isExecutable))
                for bundle in self.bundles(beside: path, of: product) where bundles.updateValue(bundle, forKey: bundle.path) == nil {
                    for entry in bundle.entries {
                        guard case .output(let maker, let name) = entry.content else { continue }
                        placements.append(.init(product: product.id, action: maker, output: name, path: "\(bundle.path)/\(entry.name)", isExecutable: false))
                    }
                }
            }
        }
        return BuildPlan(
            graph: try ActionGraph(planned: withSharedNames(actions), goals: goals), placements: placements,
            bundles: bundles.values.sorted { $0.path < $1.path }, tests: tests, leftOut: leftOut)
    }

    /// Marks the actions for targets and products whose name alone would not say which one is meant.
    func withSharedNames(_ actions: [Action]) -> [Action] {
        var owners: [String: Set<PackageID>] = [:]
        for action in actions { owners[action.subject.name, default: []].insert(action.subject.package) }
        return actions.map { action in
            var action = action
            action.sharesName = owners[action.subject.name]!.count > 1
            return action
        }
    }

    /// Targets that have an obstacle or need one that has: the nearest cause for each.
    func blocked() -> [TargetID: LeftOut] {
        var result: [TargetID: LeftOut] = [:]
        for id in graph.order {
            let target = graph.targets[id]!
            if !target.obstacles.isEmpty {
                result[id] = LeftOut(target: id, cause: id, obstacles: target.obstacles)
            } else if !target.plugins.isEmpty, request.generated[id] == nil {
                result[id] = LeftOut(target: id, cause: id, obstacles: [.usesPlugins(target.plugins)])
            } else if let cause = graph.dependencies(of: id, in: request.configuration).compactMap({ result[$0] }).first {
                result[id] = LeftOut(target: id, cause: cause.cause, obstacles: cause.obstacles)
            }
        }
        return result
    }

    private func isLinked(_ product: Product) -> Bool {
        switch product.kind {
        case .executable, .snippet, .staticLibrary, .dynamicLibrary, .test: true
        case .automaticLibrary, .plugin, .macro: false
        }
    }

    private func closure(of product: Product) -> [TargetID] {
        graph.closure(of: product.targets, in: request.configuration)
    }

    /// A dynamic library that another product needs is linked too, and lies beside it.
    private func withDynamicLibraries(_ products: [Product]) -> [Product] {
        var found = Dictionary(uniqueKeysWithValues: products.map { ($0.id, $0) })
        var open = products
        while let next = open.popLast() {
            for id in linkClosure(of: next).dynamicLibraries where found[id] == nil {
                found[id] = graph.products[id]!
                open.append(graph.products[id]!)
            }
        }
        return found.values.sorted { $0.id < $1.id }
    }

    /// Where each product is placed: by its file's name where nothing else has it, else in a folder named after its package.
    private func productPaths(_ products: [Product]) -> [ProductID: String] {
        // This is asked of the whole workspace, so that a path does not depend on what else is built today.
        let linked = graph.products.values.filter(isLinked)
        var owners: [String: Int] = [:]
        for product in linked { owners[fileName(of: product), default: 0] += 1 }
        // A program called 'tests' would lie where the folder of all test programs is.
        var folders = Set(bundleNames.values).union(BuildLayout.namesBesideProducts), count = 0
        func isAlone(_ product: Product) -> Bool { owners[fileName(of: product)] == 1 && !folders.contains(fileName(of: product)) }
        // Each package's folder takes a name itself.
        while folders.count != count {
            count = folders.count
            folders.formUnion(linked.filter { !isAlone($0) }.map { BuildLayout.folderOfProducts($0.id.package) })
        }
        return Dictionary(
            uniqueKeysWithValues: products.map { product in
                let folder = isAlone(product) ? layout.products : "\(layout.products)/\(BuildLayout.folderOfProducts(product.id.package))"
                return (product.id, "\(folder)/\(fileName(of: product))")
            })
    }

    func fileName(of product: Product) -> String {
        switch product.kind {
        case .staticLibrary: "lib\(product.id.name).a"
        case .dynamicLibrary: "lib\(product.id.name).so"
        default: product.id.name
        }
    }

    /// What building a target as such means: its module, and its objects.
    private func goalActions(of id: TargetID) -> [ActionID] {
        let target = graph.targets[id]!
        if let planner = hostPlanner, runsHere(target) { return planner.goalActions(of: id) }
        if target.kind == .plugin { return [compilePluginAction(of: target)] }
        return [moduleAction(of: target)].compactMap { $0 } + objectActions(of: target) + (target.kind == .macro ? toolActions(of: target) : [])
            + (target.language == .clang ? generateActionIDs(of: target) : [])
    }

    /// The action whose interface dependents of `target` see; nil where there is none to see.
    func moduleAction(of target: Target) -> ActionID? {
        if target.kind == .plugin { return nil }
        switch target.language {
        case .swift:
            return named("\(request.configuration == .debug ? "emit-module" : "compile-module") \(target.id)")
        case .clang: return named("clang-interface \(target.id)")
        case .none: return target.kind == .system || !libraries(of: target).isEmpty ? named("clang-interface \(target.id)") : nil
        }
    }

    /// The actions whose outputs are the target's objects.
    func objectActions(of target: Target) -> [ActionID] {
        if target.kind == .plugin { return [] }
        switch target.language {
        case .swift: return [named("\(request.configuration == .debug ? "compile" : "compile-module") \(target.id)")]
        case .clang: return target.sources.map { named("compile-clang \(target.id) \($0)") }
        case .none: return []
        }
    }

    func actions(for target: Target) throws(PlanningError) -> [Action] {
        if target.kind == .plugin { return [compilePlugin(target)] }
        switch target.language {
        case .swift: return try mentioning(target, swiftActions(for: target)).map(onPlatform) + (target.kind == .macro && request.sdk == nil ? toolLinks(of: target) : [])
        case .clang: return [interfaceAction(for: target)] + generateActions(for: target) + mentioning(target, clangActions(for: target)).map(onPlatform)
        case .none: return target.kind == .system || !libraries(of: target).isEmpty ? [interfaceAction(for: target)] : []
        }
    }

    /// Everything that `target` sees when it is compiled, itself left out; by name, not by the graph's order, which a new edge between
    /// two others can change: command lines must depend on nothing but what is on them.
    func visible(from target: Target) -> Visible {
        var roots = graph.dependencies(of: target.id, in: request.configuration)
        guard hasMacros else {
            return Visible(modules: graph.closure(of: roots, in: request.configuration).sorted().map { graph.targets[$0]! }, macros: [])
        }
        // The tests of a macro see it as they see any target that they depend on.
        let tested = target.kind == .test ? Set(roots.filter { graph.targets[$0]!.kind == .macro }) : []
        roots += tested.flatMap { graph.dependencies(of: $0, in: request.configuration) }
        let found = graph.closure(of: roots, in: request.configuration, stoppingAt: .macro).sorted().map { graph.targets[$0]! }
        return Visible(
            modules: found.filter { $0.kind != .macro || tested.contains($0.id) }, macros: found.filter { $0.kind == .macro })
    }

    /// What a compile can see.
    struct Visible {
        /// What sources may import, or include headers of.
        var modules: [Target]
        /// What the compiler starts to expand macros. What only these need, sources do not see.
        var macros: [Target]
    }

    func package(of target: Target) -> Package { graph.packages[target.id.package]! }

    /// The target's settings that hold in this build's configuration.
    func settings(of target: Target) -> [Setting] {
        target.settings.filter { $0.holds(in: request.configuration) }.map(\.value)
    }

    /// Words for clang that the settings of one family give; nil for those of both.
    func clangFlags(from settings: [Setting], family wanted: Setting.CompilerFamily?) -> [String] {
        var defines: [String] = [], folders: [String] = [], others: [String] = []
        for setting in settings {
            switch setting {
            case .clangDefine(_, let define): defines.append("-D\(define)")
            case .clangHeaderSearchPath(_, let path): folders += ["-I", path]
            case .clangUnsafeFlags(let family, let words) where wanted == nil || family == wanted: others += words
            case .clangWarning(let family, let name, let asError) where wanted == nil || family == wanted:
                others.append(ActionPlanner.warning(name, asError: asError))
            default: continue
            }
        }
        return defines + folders + others
    }

    private static func warning(_ name: String?, asError: Bool?) -> String {
        switch (name, asError) {
        case (let name?, true?): "-Werror=\(name)"
        case (let name?, false?): "-W\(name)"
        case (let name?, nil): "-Wno-\(name)"
        case (nil, true?): "-Werror"
        case (nil, false?): "-Wno-error"
        case (nil, nil): "-w"
        }
    }
}
