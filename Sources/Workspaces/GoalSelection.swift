import ArchitectureRules
import BuildPlanning
import Configuration
import Disk
import PackageManifests
import Targets

/// Turns what people typed into targets and products of a workspace.
public struct GoalSelection: Sendable {
    let graph: TargetGraph
    let root: AbsolutePath
    let folder: AbsolutePath
    let architecture: ArchitectureSettings

    /// `folder`: where relative paths begin.
    public init(_ workspace: OpenWorkspace, from folder: AbsolutePath) {
        self.init(workspace.loaded.graph, root: workspace.root, from: folder, workspace.configuration.architecture)
    }

    init(
        _ graph: TargetGraph, root: AbsolutePath, from folder: AbsolutePath,
        _ architecture: ArchitectureSettings = ArchitectureSettings()
    ) {
        (self.graph, self.root, self.folder, self.architecture) = (graph, root, folder, architecture)
    }

    public enum Failure: Error, Hashable, Sendable {
        case unknown(String, known: [String])
        case unknownProduct(String, known: [String])
        /// Several packages have one of that name: how to say which.
        case ambiguous(String, choices: [String])
        case nothingThere(path: String)
        /// No test target has that name, or lies there.
        case noTests(String, known: [String])
        /// Tests were asked for, and the workspace has none.
        case noTestTargets
    }

    /// Names of targets and products, `PACKAGE:NAME`, and paths of folders and files, any of which may stand in
    /// `requests`.
    public func goal(_ requests: [String], products: [String]) throws(Failure) -> BuildRequest.Goal {
        if requests.isEmpty, products.isEmpty { return .everything }
        var targets: [TargetID] = [], chosen: [ProductID] = []
        for request in requests {
            let found = try find(request)
            targets += found.targets
            chosen += found.products
        }
        for name in products { chosen.append(try product(name)) }
        return .some(targets: Set(targets).sorted(), products: Set(chosen).sorted())
    }

    /// The same with the test targets that these requests mean: `goal` alone compiles those that are named, and passes
    /// over those in folders.
    public func goalWithTests(_ requests: [String], products: [String]) throws(Failure) -> (
        goal: BuildRequest.Goal, tests: [TargetID]
    ) {
        if requests.isEmpty { return (try goal([], products: products), products.isEmpty ? try tests([]) : []) }
        var found: Set<TargetID> = [], others: [String] = []
        for request in requests {
            let named = (try? tests([request])) ?? []
            found.formUnion(named)
            // A folder may hold tests alone.
            if named.isEmpty || (try? goal([request], products: [])) != nil { others.append(request) }
        }
        guard case .some(let targets, let products) = try goal(others, products: products) else {
            return (.some(targets: [], products: []), found.sorted())
        }
        return (.some(targets: targets.filter { !found.contains($0) }, products: products), found.sorted())
    }

    /// The one product of that name, or of that name in that package.
    public func product(_ name: String) throws(Failure) -> ProductID {
        let found = candidates(name, among: graph.products.keys.sorted(), package: \.package, name: \.name)
        guard let first = found.first else {
            throw .unknownProduct(
                name, known: graph.products.keys.filter { !$0.package.isExternal }.map(\.name).sorted())
        }
        guard found.count == 1 else { throw .ambiguous(name, choices: found.map { spelled($0.package, $0.name) }) }
        return first
    }

    /// Test targets by name, by their feature's name, or those in a folder; without any request all of the workspace's
    /// own.
    public func tests(_ requests: [String]) throws(Failure) -> [TargetID] {
        let all = graph.order.filter { !$0.package.isExternal && graph.targets[$0]?.kind == .test }
        if requests.isEmpty { return all.sorted() }
        var chosen: Set<TargetID> = []
        for request in requests {
            let named = candidates(request, among: all.sorted(), package: \.package, name: \.name)
            if named.count > 1 { throw .ambiguous(request, choices: named.map { spelled($0.package, $0.name) }) }
            let place = AbsolutePath(request, in: folder)
            let there = all.filter { id in
                guard let target = graph.targets[id], let package = graph.packages[id.package] else { return false }
                let home = root / package.folder / target.folder
                return home.isInside(place) || place.isInside(home)
            }
            let found = !named.isEmpty ? named : !there.isEmpty ? there : part(.tests, ofFeature: request)
            guard !found.isEmpty else { throw .noTests(request, known: all.map(\.name).sorted()) }
            chosen.formUnion(found)
        }
        return chosen.sorted()
    }

    /// The one target of that name, or of that name in that package; else the only target of the product that is called
    /// so.
    public func target(_ name: String) throws(Failure) -> TargetID {
        let found = candidates(name, among: graph.order.sorted(), package: \.package, name: \.name)
        if found.count > 1 { throw .ambiguous(name, choices: found.map { spelled($0.package, $0.name) }) }
        if let only = found.first { return only }
        let products = candidates(name, among: graph.products.keys.sorted(), package: \.package, name: \.name)
        if products.count == 1, let targets = graph.products[products[0]]?.targets, targets.count == 1 {
            return targets[0]
        }
        throw .unknown(name, known: graph.order.filter { !$0.package.isExternal }.map(\.name).sorted())
    }

    private func find(_ request: String) throws(Failure) -> (targets: [TargetID], products: [ProductID]) {
        let targets = candidates(request, among: graph.order.sorted(), package: \.package, name: \.name)
        let products = candidates(request, among: graph.products.keys.sorted(), package: \.package, name: \.name)
        if targets.isEmpty, products.isEmpty {
            let place = AbsolutePath(request, in: folder)
            if let here = at(place) { return here }
            if request.contains("/") { throw .nothingThere(path: request) }
            let source = part(.source, ofFeature: request)
            if !source.isEmpty { return (source, []) }
            let own = graph.order.filter { !$0.package.isExternal }
            let names = Set(own.map(\.name)).union(graph.products.keys.filter { !$0.package.isExternal }.map(\.name))
            throw .unknown(request, known: names.sorted())
        }
        let packages = Set(targets.map(\.package)).union(products.map(\.package))
        guard packages.count == 1 else {
            throw .ambiguous(request, choices: packages.sorted().map { spelled($0, request) })
        }
        return (targets, products)
    }

    /// The target that is that part of the feature; none where there is no such feature or part.
    private func part(_ part: Feature.Part, ofFeature name: String) -> [TargetID] {
        FeatureMap(graph, architecture).features.first { $0.name == name }?.targets[part].map { [$0] } ?? []
    }

    /// What has that name; the workspace's own before what it depends on.
    private func candidates<ID: Hashable>(
        _ text: String, among ids: [ID], package: (ID) -> PackageID, name: (ID) -> String
    ) -> [ID] {
        let found: [ID]
        if let colon = text.lastIndex(of: ":") {
            let owner = text[..<colon], wanted = text[text.index(after: colon)...]
            found = ids.filter { name($0) == wanted && answers(package($0), to: String(owner)) }
        } else {
            found = ids.filter { name($0) == text }
        }
        let own = found.filter { !package($0).isExternal }
        return own.isEmpty ? found : own
    }

    private func answers(_ id: PackageID, to name: String) -> Bool {
        guard let package = graph.packages[id] else { return false }
        return [id.name, package.folder, package.displayName, package.identity].contains(name)
            || AbsolutePath(name, in: folder) == root / package.folder
    }

    /// Everything in a folder, or the target that a file belongs to; nil where no target of the workspace has to do
    /// with the place.
    private func at(_ place: AbsolutePath) -> (targets: [TargetID], products: [ProductID])? {
        var inside: [TargetID] = [], around: (TargetID, depth: Int)?
        for id in graph.order where !id.package.isExternal {
            guard let target = graph.targets[id], let package = graph.packages[id.package] else { continue }
            let home = root / package.folder / target.folder
            if home.isInside(place) {
                if target.kind != .test { inside.append(id) }
            } else if place.isInside(home), home.string.utf8.count > around?.depth ?? -1 {
                around = (id, home.string.utf8.count)
            }
        }
        if !inside.isEmpty {
            let folders = Set(
                graph.packages.values.filter { !$0.isExternal && (root / $0.folder).isInside(place) }.map(\.id))
            return (inside, graph.products.keys.filter { folders.contains($0.package) }.sorted())
        }
        return around.map { ([$0.0], []) }
    }

    private func spelled(_ package: PackageID, _ name: String) -> String { "\(package):\(name)" }
}
