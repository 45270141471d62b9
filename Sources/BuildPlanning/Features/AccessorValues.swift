import Targets
import Wiring

/// What programs hand out to accessors: a source that is made of what modules say they provide.
struct AccessorValues: SourceFeature {
    let plan: WiringPlan
    let source = "DerivedSources/mono_accessor_values.swift"

    func isFor(_ target: Target) -> Bool { plan.accessing.contains(target.id) }

    func work(
        for target: Target, in planner: ActionPlanner
    ) -> (work: any BuiltInWork, sources: [String]) { (values(of: target, in: planner), []) }

    func values(of target: Target, in planner: ActionPlanner) -> AccessorValuesWork {
        let members = planner.members(of: target, in: plan)
        let served = plan.served[target.id] ?? []
        let listed = members.filter { plan.accessible.contains($0.id) && !served.contains($0.id) }
        return AccessorValuesWork(
            request: .init(
                program: plan.request(of: target, members: members), isTest: target.kind == .test,
                checksNames: !plan.asking.contains(target.id) && !plan.routing.contains(target.id)),
            provisions: planner.provisions(of: members), modules: listed.map(\.moduleName),
            lists: listed.map { .init(action: planner.named(.accessors, $0.id), output: Accessors.output) })
    }
}

extension Action.Kind {
    /// Writes what a program hands out to accessors.
    public static let wireAccessors = Action.Kind.builtIn("wire-accessors")
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
        let provisions = ReadParts<Provisions>(self.provisions, parts)
        let modules = Dictionary(zip(self.lists, self.modules), uniquingKeysWith: { first, _ in first })
        let lists = ReadParts(self.lists, parts.dropFirst(self.provisions.count)) { text, output in
            modules[output].flatMap { AccessorList(source: text, module: $0) }
        }
        let unreadable = provisions.unreadable + lists.unreadable
        guard unreadable.isEmpty else { throw .fault(.unwired(unreadable.map { .unreadable(module: $0) })) }
        switch AccessorResolver.resolve(request, provisions: provisions.values, lists: lists.values)
        {
        case .success(let plan): return Array(AccessorValuesSource.text(of: plan).utf8)
        case .failure(let error): throw .fault(.unwired(error.faults))
        }
    }
}
