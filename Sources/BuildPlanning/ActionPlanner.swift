import Targets
import Toolchains

/// Turns targets and a request into actions: a pure function; the same graph and request give the same plan.
public struct ActionPlanner: Sendable {
    let graph: TargetGraph
    public private(set) var request: BuildRequest
    let layout: BuildLayout
    /// Of each target: its compile names them, and so does every link that it goes into.
    let objects: [TargetID: [Action.Output]]
    /// Of each target with resources.
    let bundleNames: [TargetID: String]
    /// Nil where the workspace wants none.
    let wiring: WiringPlan?
    let sourceFeatures: [any SourceFeature]
    private let named: NamedDependencies
    private let host: Host

    private indirect enum Host: Sendable {
        case same
        case apart(ActionPlanner)
    }

    /// Who plans what runs while a build goes on, where all else is for another platform: it plans as ever, so that its
    /// results are those of any build. Nil where all is for this machine, and built once.
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
        let features = ActionPlanner.sourceFeatures(wiring: wiring)
        sourceFeatures = features
        named = NamedDependencies(of: graph, in: request.configuration)
        objects = graph.targets.mapValues { target in
            ActionPlanner.objects(of: target, request.generated[target.id], in: layout, features)
        }
        bundleNames = ActionPlanner.bundleNames(in: graph, request.generated)
    }

    /// Plans the same, with other targets whose sources are named by absolute paths. For this machine only.
    public func revealing(_ targets: Set<TargetID>) -> ActionPlanner {
        var planner = self
        planner.request.revealing = targets
        return planner
    }

    /// Marks the actions for targets and products whose name alone would not say which one is meant.
    func withSharedNames(_ actions: [Action]) -> [Action] {
        var owners: [String: Set<PackageID>] = [:]
        for action in actions { owners[action.subject.name, default: []].insert(action.subject.package) }
        let shared = Set(owners.filter { $0.value.count > 1 }.keys)
        return actions.map { action in
            var action = action
            action.sharesName = shared.contains(action.subject.name)
            return action
        }
    }

    /// Targets that have an obstacle or need one that has: the nearest cause for each.
    func blocked() -> [TargetID: LeftOut] {
        var result: [TargetID: LeftOut] = [:]
        for id in graph.order {
            let target = graph[id]
            if !target.obstacles.isEmpty {
                result[id] = LeftOut(target: id, cause: id, obstacles: target.obstacles)
            } else if !target.plugins.isEmpty, request.generated[id] == nil {
                result[id] = LeftOut(target: id, cause: id, obstacles: [.usesPlugins(target.plugins)])
            } else if let cause = graph.dependencies(of: id, in: request.configuration).compactMap({ result[$0] }).first
            {
                result[id] = LeftOut(target: id, cause: cause.cause, obstacles: cause.obstacles)
            }
        }
        return result
    }

    func fileName(of product: Product) -> String {
        switch product.kind {
        case .staticLibrary: "lib\(product.id.name).a"
        case .dynamicLibrary: "lib\(product.id.name).so"
        default: product.id.name
        }
    }

    /// The action whose interface dependents of `target` see; nil where there is none to see.
    func moduleAction(of target: Target) -> ActionID? {
        if target.kind == .plugin { return nil }
        switch target.language {
        case .swift: return swiftModuleAction(of: target)
        case .clang: return clangInterfaceAction(of: target)
        case .none:
            return target.kind == .system || !libraries(of: target).isEmpty ? clangInterfaceAction(of: target) : nil
        }
    }

    /// The actions whose outputs are the target's objects.
    func objectActions(of target: Target) -> [ActionID] {
        if target.kind == .plugin { return [] }
        switch target.language {
        case .swift: return [compileAction(of: target)]
        case .clang: return target.sources.map { compileClangAction(of: target, $0) }
        case .none: return []
        }
    }

    func objects(of target: Target) -> [Action.Output] { objects[target.id] ?? [] }

    func actions(for target: Target) throws(PlanningError) -> [Action] {
        if target.kind == .plugin { return [compilePlugin(target)] }
        switch target.language {
        case .swift:
            return try mentioning(target, swiftActions(for: target)).map(onPlatform)
                + (target.kind == .macro && request.sdk == nil ? toolLinks(of: target) : [])
        case .clang:
            return [interfaceAction(for: target)] + generateActions(for: target)
                + mentioning(target, clangActions(for: target)).map(onPlatform)
        case .none:
            return target.kind == .system || !libraries(of: target).isEmpty ? [interfaceAction(for: target)] : []
        }
    }

    /// What of all that `target` sees its compile names by words.
    func visible(from target: Target) -> Visible {
        let found = named[target.id].map { graph[$0] }
        // The tests of a macro see it as they see any target that they depend on.
        let tested =
            target.kind == .test
            ? Set(graph.dependencies(of: target.id, in: request.configuration).filter { graph[$0].kind == .macro }) : []
        return Visible(
            modules: found.filter { $0.kind != .macro || tested.contains($0.id) },
            macros: found.filter { $0.kind == .macro })
    }

    /// All that the sources of `target` may import, itself left out; by name.
    func imports(of target: Target) -> [Target] {
        let roots = graph.dependencies(of: target.id, in: request.configuration)
        return graph.closure(of: roots, in: request.configuration, stoppingAt: .macro).sorted().map { graph[$0] }
            .filter { $0.kind != .macro }
    }

    /// The actions of the modules that the target's sources may import by its own word: those of its dependencies, and
    /// where one has no module of those behind it. All others are seen through these.
    func directInterfaces(of target: Target) -> [ActionID] {
        let direct = graph.dependencies(of: target.id, in: request.configuration)
        var found: Set<TargetID> = [], seen: Set<TargetID> = []
        var open = direct
        while let id = open.popLast() {
            guard seen.insert(id).inserted else { continue }
            let each = graph[id]
            // The tests of a macro see it as they see any target that they depend on.
            if each.kind == .macro, target.kind != .test || !direct.contains(id) { continue }
            if moduleAction(of: each) == nil {
                open += graph.dependencies(of: id, in: request.configuration)
            } else {
                found.insert(id)
            }
        }
        return found.sorted().compactMap { moduleAction(of: graph[$0]) }
    }

    /// What a compile can see and its words must name.
    struct Visible {
        /// What sources may import, or include headers of: C modules, prebuilt libraries, and Swift modules whose name
        /// another target's has too.
        var modules: [Target]
        /// What the compiler starts to expand macros. What only these need, sources do not see.
        var macros: [Target]
    }

    func package(of target: Target) -> Package { graph[target.id.package] }

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
