import Targets

/// From what was asked for to targets, products and their places.
extension ActionPlanner {
    /// The actions of the request, with what they place.
    public func plan() throws(PlanningError) -> BuildPlan {
        let blocked = self.blocked()
        let selected: Selection
        switch request.goal.withoutTests {
        case .everything: selected = everything(among: nil, blocked)
        case .among(let wanted): selected = everything(among: wanted, blocked)
        case .some(let targets, let products):
            selected = try some(targets, products.compactMap { graph.products[$0] }, blocked)
        case .compiles(let wanted):
            let chosen = graph.order.filter(wanted.contains)
            selected = Selection(
                targets: chosen.filter { blocked[$0] == nil }, leftOut: chosen.compactMap { blocked[$0] })
        case .tests, .and: selected = Selection()
        case .inquiries(let inquiries): return try inquiryPlan(of: inquiries)
        }
        var plan = try plan(of: selected, blocked)
        plan.homes = homes
        return plan
    }

    /// A part of everything that may be built: targets, and the products that are linked of them and others.
    public struct Part {
        fileprivate var selected: Selection
        /// What is needed to build it, and it itself.
        public var targets: Set<TargetID>
    }

    /// The part of everything that the content of these sources concerns, as far as nobody sees another interface: the
    /// targets that have them. With `linking`, also the products that hold one of these; nil where that is a large part
    /// of the workspace. Nil where something else than a target of the workspace's own has one of the sources, or more
    /// is asked for than everything, built for this machine.
    ///
    /// `sources`: relative to the root.
    public func partOfEverything(with sources: [String], linking: Bool) -> Part? {
        guard request.goal == .everything, request.sdk == nil else { return nil }
        let owners = self.owners(of: sources), blocked = self.blocked()
        guard !owners.isEmpty, owners.allSatisfy({ !$0.package.isExternal && blocked[$0] == nil }) else { return nil }
        var selected = Selection(targets: graph.order.filter(owners.contains))
        if linking {
            guard let products = products(holding: owners, blocked) else { return nil }
            selected.products = products
        }
        return Part(
            selected: selected,
            targets: Set(
                graph.closure(of: selected.targets + selected.products.flatMap(\.targets), in: request.configuration)))
    }

    /// Those of the workspace's own that are linked of one of the targets; nil where they hold most of the workspace.
    private func products(holding targets: Set<TargetID>, _ blocked: [TargetID: LeftOut]) -> [Product]? {
        var reached = targets
        for id in graph.order where !reached.contains(id) {
            if graph.dependencies(of: id, in: request.configuration).contains(where: reached.contains) {
                reached.insert(id)
            }
        }
        let products = graph.products.values.filter { product in
            !product.id.package.isExternal && isLinked(product) && product.targets.contains(where: reached.contains)
                && isBuildable(product, blocked)
        }
        let held = graph.closure(of: products.flatMap(\.targets), in: request.configuration)
        return held.count <= graph.order.count / 2 ? products : nil
    }

    /// The actions of a part of the request, with what they place.
    public func plan(_ part: Part) throws(PlanningError) -> BuildPlan { try plan(of: part.selected, blocked()) }

    private func owners(of sources: [String]) -> Set<TargetID> {
        var owners: Set<TargetID> = []
        for (id, targets) in graph.byPackage {
            guard let folder = graph.packages[id]?.folder else { continue }
            let inside = Set(
                sources.compactMap { source in
                    folder == "."
                        ? source : source.hasPrefix(folder + "/") ? String(source.dropFirst(folder.count + 1)) : nil
                })
            if inside.isEmpty { continue }
            owners.formUnion(targets.filter { graph[$0].sources.contains(where: inside.contains) })
        }
        return owners
    }

    private func plan(of selected: Selection, _ blocked: [TargetID: LeftOut]) throws(PlanningError) -> BuildPlan {
        let blockedPrograms = blockedPrograms(blocked)
        let programs = request.goal.programs.filter { blockedPrograms[$0.target] == nil }
        let (testPlaces, tests) = places(of: programs, blocked)
        let places = self.places(of: selected.products) + testPlaces
        let compiles = try self.actions(toBuild: selected.targets, places, programs), linked = try link(places)
        return BuildPlan(
            graph: try ActionGraph(
                planned: withSharedNames(compiles + linked.actions),
                goals: selected.targets.flatMap { goalActions(of: $0) } + linked.actions.map(\.id)
                    + Set(compiles.filter(\.writesIndex).map(\.id)).sorted()),
            placements: linked.placements, bundles: linked.bundles.values.sorted { $0.path < $1.path }, tests: tests,
            leftOut: selected.leftOut + request.goal.programs.compactMap { blockedPrograms[$0.target] })
    }

    /// Test programs that cannot be built: what they hold beside their own target may be in the way too.
    private func blockedPrograms(_ blocked: [TargetID: LeftOut]) -> [TargetID: LeftOut] {
        var found: [TargetID: LeftOut] = [:]
        for program in request.goal.programs {
            let cause = testProduct(of: program.target).targets.lazy.compactMap { blocked[$0] }.first
            found[program.target] = cause.map {
                LeftOut(target: program.target, cause: $0.cause, obstacles: $0.obstacles)
            }
        }
        return found
    }

    /// What of a goal is built beside test programs.
    fileprivate struct Selection {
        var targets: [TargetID] = []
        /// Those that are linked.
        var products: [Product] = []
        var leftOut: [LeftOut] = []
    }

    /// All of the workspace's own that can be built. `wanted`: of these targets, with the products that hold one of
    /// them; nil for any.
    private func everything(among wanted: Set<TargetID>?, _ blocked: [TargetID: LeftOut]) -> Selection {
        let own = graph.order.filter {
            !$0.package.isExternal && graph[$0].kind != .test && wanted?.contains($0) ?? true
        }
        let products = graph.products.values.filter { product in
            !product.id.package.isExternal && isLinked(product)
                && product.targets.contains { wanted?.contains($0) ?? true }
                && isBuildable(product, blocked)
        }
        return Selection(
            targets: own.filter { blocked[$0] == nil }, products: products, leftOut: own.compactMap { blocked[$0] })
    }

    private func some(
        _ chosen: [TargetID], _ products: [Product], _ blocked: [TargetID: LeftOut]
    ) throws(PlanningError) -> Selection {
        for target in chosen + products.flatMap(\.targets) {
            if let obstacle = blocked[target] { throw .cannotBuild(obstacle) }
        }
        // A library that is not linked is built by building its targets.
        let unlinked = products.filter { !isLinked($0) }
        return Selection(targets: chosen + unlinked.flatMap(\.targets), products: products.filter(isLinked))
    }

    private func isBuildable(_ product: Product, _ blocked: [TargetID: LeftOut]) -> Bool {
        closure(of: product).allSatisfy { blocked[$0] == nil }
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
                found[id] = graph[id]
                open.append(graph[id])
            }
        }
        return found.values.sorted { $0.id < $1.id }
    }

    /// Where each product is placed: by its file's name where nothing else has it, else in a folder named after its
    /// package.
    private func productPaths(_ products: [Product]) -> (Product) -> String {
        // This is asked of the whole workspace, so that a path does not depend on what else is built today.
        let linked = graph.products.values.filter(isLinked)
        var owners: [String: Int] = [:]
        for product in linked { owners[fileName(of: product), default: 0] += 1 }
        // A program called 'tests' would lie where the folder of all test programs is.
        var folders = Set(bundleNames.values).union(BuildLayout.namesBesideProducts), count = 0
        func isAlone(_ product: Product) -> Bool {
            owners[fileName(of: product)] == 1 && !folders.contains(fileName(of: product))
        }
        // Each package's folder takes a name itself.
        while folders.count != count {
            count = folders.count
            folders.formUnion(linked.filter { !isAlone($0) }.map { BuildLayout.folderOfProducts($0.id.package) })
        }
        let apart = Set(products.filter { !isAlone($0) }.map(\.id))
        return { [layout] product in
            let folder =
                apart.contains(product.id)
                ? "\(layout.products)/\(BuildLayout.folderOfProducts(product.id.package))" : layout.products
            return "\(folder)/\(fileName(of: product))"
        }
    }

    // MARK: Places

    private var homes: ProductHomes {
        let linked = graph.products.values.filter(isLinked), tests = graph.targets.values.filter { $0.kind == .test }
        // What the tests of a package look for beside them may be of any package.
        return ProductHomes(
            folder: layout.products, products: Set(linked.map(productPaths(linked))),
            testFolders: Set(tests.map { layout.tests(of: $0.id.package) }),
            names: Set(linked.map(fileName) + tests.map { fileName(of: testProduct(of: $0.id)) }),
            bundles: Set(bundleNames.values))
    }

    /// Where a product is placed, and who plans it.
    private struct Place {
        var product: Product
        var path: String
        var planner: ActionPlanner
    }

    private func places(of products: [Product]) -> [Place] {
        let linked = withDynamicLibraries(products), paths = productPaths(linked)
        return linked.map { Place(product: $0, path: paths($0), planner: self) }
    }

    /// Test programs lie in the folder of their package's tests, with what they look for beside them.
    private func places(
        of programs: [BuildRequest.TestProgram], _ blocked: [TargetID: LeftOut]
    ) -> (places: [Place], tests: [BuildPlan.TestPlacement]) {
        var places: [Place] = [], tests: [BuildPlan.TestPlacement] = []
        for program in programs {
            let executables = program.executables.compactMap { graph.products[$0] }.filter { isBuildable($0, blocked) }
            let planner = self.planner(for: program.target)
            let folder = planner.layout.tests(of: program.target.package), product = testProduct(of: program.target)
            let placed = withDynamicLibraries([product] + executables).map {
                Place(product: $0, path: "\(folder)/\(fileName(of: $0))", planner: planner)
            }
            places += placed
            let bundled = placed.flatMap { each in
                self.bundles(beside: each.path, of: each.product).flatMap { bundle in
                    bundle.entries.map { "\(bundle.path)/\($0.name)" }
                }
            }
            let path = "\(folder)/\(fileName(of: product))"
            tests.append(
                .init(
                    target: program.target, program: path,
                    beside: Set(placed.map(\.path) + bundled).subtracting([path]).sorted()))
        }
        return (places, tests)
    }

    // MARK: Actions

    /// What builds these targets and all that is linked of them, links left out.
    private func actions(
        toBuild targets: [TargetID], _ places: [Place], _ programs: [BuildRequest.TestProgram]
    ) throws(PlanningError) -> [Action] {
        let here = places.filter { $0.planner.request.sdk == request.sdk },
            elsewhere = places.filter { $0.planner.request.sdk != request.sdk }
        var actions = try self.actions(toBuild: targets + here.flatMap(\.product.targets))
        if let hostPlanner { actions += try hostPlanner.actions(toBuild: elsewhere.flatMap(\.product.targets)) }
        for program in programs { actions += planner(for: program.target).testActions(for: graph[program.target]) }
        return actions
    }

    /// Links and what they place, with resources beside them.
    private struct Links {
        var actions: [Action] = []
        var placements: [BuildPlan.Placement] = []
        var bundles: [String: BuildPlan.Bundle] = [:]
    }

    private func link(_ places: [Place]) throws(PlanningError) -> Links {
        var links = Links(), known: [ActionID: Action] = [:], taken: Set<String> = []
        for place in places {
            let id = place.planner.linkActionID(of: place.product)
            let action: Action
            if let before = known[id] {
                action = before
            } else {
                action = try place.planner.linkAction(for: place.product)
                known[id] = action
                links.actions.append(action)
            }
            for output in action.outputs where taken.insert(place.path).inserted {
                links.placements.append(
                    .init(
                        product: place.product.id, action: id, output: output.name, path: place.path,
                        isExecutable: output.isExecutable))
                addBundles(beside: place, to: &links)
            }
        }
        return links
    }

    private func addBundles(beside place: Place, to links: inout Links) {
        for bundle in bundles(beside: place.path, of: place.product)
        where links.bundles.updateValue(bundle, forKey: bundle.path) == nil {
            for entry in bundle.entries {
                guard case .output(let maker, let name) = entry.content else { continue }
                links.placements.append(
                    .init(
                        product: place.product.id, action: maker, output: name, path: "\(bundle.path)/\(entry.name)",
                        isExecutable: false))
            }
        }
    }

    /// What building a target as such means: its module, and its objects.
    private func goalActions(of id: TargetID) -> [ActionID] {
        let target = graph[id]
        if let planner = hostPlanner, runsHere(target) { return planner.goalActions(of: id) }
        if target.kind == .plugin { return [compilePluginAction(of: target)] }
        return [moduleAction(of: target)].compactMap { $0 } + objectActions(of: target)
            + (target.kind == .macro ? toolActions(of: target) : [])
            + (target.language == .clang ? generateActionIDs(of: target) : [])
    }
}
