import Targets
import Wiring

/// Accessors of modules with marked protocols: a source that is made of the module's own.
struct Accessors: SourceFeature {
    let plan: WiringPlan
    let source = "DerivedSources/mono_accessors.swift"

    func isFor(_ target: Target) -> Bool { plan.accessible.contains(target.id) }

    func work(
        for target: Target, in planner: ActionPlanner
    ) -> (work: any BuiltInWork, sources: [String]) {
        let folder = planner.package(of: target).folder
        let sources =
            target.sources.map { BuildLayout.joined(folder, $0) } + planner.generatedSources(of: target).found
        return (
            AccessorListing(moduleName: target.moduleName, markers: plan.settings.module, sources: sources), sources
        )
    }
}

/// What programs hand out to accessors: a source that is made of what modules say they provide.
struct AccessorValues: SourceFeature {
    let plan: WiringPlan
    let source = "DerivedSources/mono_accessor_values.swift"

    func isFor(_ target: Target) -> Bool { plan.accessing.contains(target.id) }

    func work(
        for target: Target, in planner: ActionPlanner
    ) -> (work: any BuiltInWork, sources: [String]) { (values(of: target, in: planner), []) }

    func values(of target: Target, in planner: ActionPlanner) -> AccessorValuesWork {
        let members = planner.imports(of: target).filter { plan.providing.contains($0.id) }.sorted {
            $0.moduleName < $1.moduleName
        }
        let served = plan.served[target.id] ?? []
        let listed = members.filter { plan.accessible.contains($0.id) && !served.contains($0.id) }
        return AccessorValuesWork(
            request: .init(program: plan.request(of: target, members: members), isTest: target.kind == .test),
            provisions: members.compactMap { member in
                planner.moduleAction(of: member).map { .init(action: $0, output: ProvisionListing.output(of: member)) }
            },
            modules: listed.map(\.moduleName),
            lists: listed.map { .init(action: planner.named(.accessors, $0.id), output: "mono_accessors.swift") })
    }
}

extension Action.Kind {
    /// Writes the accessors of a module's marked protocols.
    public static let accessors = Action.Kind.builtIn("accessors")
    /// Writes what a program hands out to accessors.
    public static let wireAccessors = Action.Kind.builtIn("wire-accessors")
}

/// Reads a module's marked protocols. Every edit of the module runs it, and few change what it writes.
struct AccessorListing: BuiltInWork {
    var moduleName: String
    /// The module with the marker protocols.
    var markers: String
    /// Relative to the workspace's root.
    var sources: [String]

    var name: String { Action.Kind.accessors.rawValue }

    var components: [Fingerprint.Component] {
        [.init(.own("accessors"), Fingerprint.joined([AccessorList.format, moduleName, markers] + sources))]
    }

    func content(in place: WorkPlace, parts: [[UInt8]?]) throws(FeatureFailure) -> [UInt8] {
        var list = AccessorList(module: moduleName)
        for source in sources {
            do {
                list.add(try place.files.read(place.path(source)), markers: markers)
            } catch { throw .unreadable(path: error.path.string, code: error.code) }
        }
        return Array(list.source.utf8)
    }
}

/// What a program hands out: what is asked for, and whose outputs say what there is.
public struct AccessorValuesWork: BuiltInWork {
    public var request: AccessorRequest
    /// One for each module that may provide something.
    public var provisions: [Action.OutputReference]
    /// The modules that may have accessors, and their lists.
    public var modules: [String]
    public var lists: [Action.OutputReference]

    public var name: String { Action.Kind.wireAccessors.rawValue }
    public var parts: [Action.OutputReference] { provisions + lists }

    public var components: [Fingerprint.Component] {
        [
            .init(
                .own("accessor values"),
                Fingerprint.joined([AccessorValuesSource.format, AccessorList.format, "\(provisions.count)"] + modules))
        ] + request.lines.map { .init(.own("wiring \($0.what)"), $0.how) }
    }

    public func content(in place: WorkPlace, parts: [[UInt8]?]) throws(FeatureFailure) -> [UInt8] {
        let texts = parts.map { $0.map { String(decoding: $0, as: UTF8.self) } }
        let provisions = texts.prefix(self.provisions.count).map { $0.flatMap(Provisions.init(text:)) }
        let lists = zip(modules, texts.dropFirst(self.provisions.count)).map { module, text in
            text.flatMap { AccessorList(source: $0, module: module) }
        }
        let unreadable =
            zip(self.provisions, provisions).filter { $1 == nil }.map(\.0)
            + zip(self.lists, lists).filter { $1 == nil }.map(\.0)
        guard unreadable.isEmpty else {
            throw .fault(.unwired(unreadable.map { .unreadable(module: $0.output) }))
        }
        switch AccessorResolver.resolve(
            request, provisions: provisions.compactMap(\.self), lists: lists.compactMap(\.self))
        {
        case .success(let plan): return Array(AccessorValuesSource.text(of: plan).utf8)
        case .failure(let error): throw .fault(.unwired(error.faults))
        }
    }
}
