import Targets
import Wiring

/// Accessors of modules with marked protocols: a source that is made of the module's own.
struct Accessors: SourceFeature {
    let plan: WiringPlan
    static let output = "mono_accessors.swift"
    let source = "DerivedSources/\(output)"

    func isFor(_ target: Target) -> Bool { plan.accessible.contains(target.id) }

    func work(
        for target: Target, in planner: ActionPlanner
    ) -> (work: any BuiltInWork, sources: [String]) {
        let sources = planner.sourcesToRead(of: target)
        return (
            AccessorListing(moduleName: target.moduleName, markers: plan.settings.module, sources: sources), sources
        )
    }
}

extension Action.Kind {
    /// Writes the accessors of a module's marked protocols.
    public static let accessors = Action.Kind.builtIn("accessors")
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
