import Targets
import Wiring

/// Registries of programs: a source that is made of what modules say of routes, handlers and features.
struct RouteRegistries: SourceFeature {
    let plan: WiringPlan
    let source = "DerivedSources/route_registry.swift"

    func isFor(_ target: Target) -> Bool { plan.routing.contains(target.id) }

    func work(
        for target: Target, in planner: ActionPlanner
    ) -> (work: any BuiltInWork, sources: [String]) { (registry(of: target, in: planner), []) }

    func registry(of target: Target, in planner: ActionPlanner) -> RouteRegistryWork {
        let members = planner.members(of: target, in: plan)
        let request = RouteRequest(
            router: plan.settings.router ?? RouterSettings(), program: plan.request(of: target, members: members),
            hasObjectGraph: plan.asking.contains(target.id))
        let lists = (members.filter { plan.listing.contains($0.id) } + [target]).map { planner.routeLists(of: $0) }
        return RouteRegistryWork(request: request, provisions: planner.provisions(of: members), lists: lists)
    }
}

extension Action.Kind {
    /// Writes the source of a program's registry of routes.
    public static let route = Action.Kind.builtIn("route")
    /// Reads the lists of a module's handlers off its sources.
    public static let listRoutes = Action.Kind.builtIn("list-routes")
}

/// A registry: what is asked for, and whose outputs say what there is.
public struct RouteRegistryWork: BuiltInWork {
    public var request: RouteRequest
    /// One for each module that may declare something.
    public var provisions: [Action.OutputReference]
    /// One for each module that may hold a handler, and the program's.
    public var lists: [Action.OutputReference]

    public var name: String { Action.Kind.route.rawValue }
    public var parts: [Action.OutputReference] { provisions + lists }

    public var components: [Fingerprint.Component] {
        [.init(.own("route registry"), "\(RouteRegistrySource.format) \(provisions.count)")]
            + request.lines.map { .init(.own("routing \($0.what)"), $0.how) }
    }

    public func content(in place: WorkPlace, parts: [[UInt8]?]) throws(FeatureFailure) -> [UInt8] {
        let provisions = ReadParts<Provisions>(self.provisions, parts)
        let lists = ReadParts(self.lists, parts.dropFirst(self.provisions.count)) { text, _ in RouteLists(text: text) }
        let unreadable = provisions.unreadable + lists.unreadable
        guard unreadable.isEmpty else { throw .fault(.unrouted(unreadable.map { .unreadable(module: $0) })) }
        switch RouteResolver.resolve(request, provisions: provisions.values, lists: lists.values)
        {
        case .success(let plan): return Array(RouteRegistrySource.text(of: plan).utf8)
        case .failure(let error): throw .fault(.unrouted(error.faults))
        }
    }
}

/// Reads a module's lists. Every edit of the module runs it, and few change what it says: then nobody asks for more.
struct RouteListing: BuiltInWork {
    var moduleName: String
    /// A program whose sources are all there before the build.
    var isProgram: Bool
    /// Relative to the workspace's root.
    var sources: [String]

    var name: String { Action.Kind.listRoutes.rawValue }

    var components: [Fingerprint.Component] {
        [.init(.own("route lists"), Fingerprint.joined([RouteLists.format, moduleName, "\(isProgram)"] + sources))]
    }

    func content(in place: WorkPlace, parts: [[UInt8]?]) throws(FeatureFailure) -> [UInt8] {
        var lists = RouteLists(module: moduleName, isProgram: isProgram)
        for source in sources {
            do {
                lists.add(try place.files.read(place.path(source)))
            } catch { throw .unreadable(path: error.path.string, code: error.code) }
        }
        return Array(lists.text.utf8)
    }
}

extension ActionPlanner {
    /// Reads the lists of handlers, and whether a program registers them; none where no registry may want them.
    func routeListActions(for target: Target) -> [Action] {
        guard let wiring, wiring.listing.contains(target.id) || wiring.routing.contains(target.id) else { return [] }
        let isProgram = wiring.routing.contains(target.id) && generatedSources(of: target).made.isEmpty
        let folder = package(of: target).folder
        let sources = sourcesToRead(of: target)
        let output = routeLists(of: target).output
        return [
            Action(
                id: named(.listRoutes, target.id), subject: .target(target.id), folder: folder, sources: sources,
                work: .builtIn(
                    .init(
                        RouteListing(moduleName: target.moduleName, isProgram: isProgram, sources: sources),
                        output: .init(name: output, path: "\(layout.folder(of: target.id))/\(output)"))))
        ]
    }

    fileprivate func routeLists(of target: Target) -> Action.OutputReference {
        .init(action: named(.listRoutes, target.id), output: "\(target.moduleName).routes")
    }
}
