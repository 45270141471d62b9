import Targets

/// Resources that become code: a source that holds their bytes.
struct EmbeddedResources: SourceFeature {
    let source = "DerivedSources/embedded_resources.swift"

    func isFor(_ target: Target) -> Bool { !target.embeddedResources.isEmpty }

    func work(
        for target: Target, in planner: ActionPlanner
    ) -> (work: any BuiltInWork, sources: [String]) {
        let folder = planner.package(of: target).folder
        let resources = target.embeddedResources.map { path in
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return EmbeddingWork.Resource(source: BuildLayout.joined(folder, path), name: Target.moduleName(for: name))
        }
        return (EmbeddingWork(resources: resources), resources.map(\.source))
    }
}

extension Action.Kind {
    /// Writes the source that holds a target's embedded resources.
    public static let embed = Action.Kind.builtIn("embed-resources")
}

struct EmbeddingWork: BuiltInWork {
    struct Resource: Hashable, Sendable {
        var source: String
        /// What code calls its bytes.
        var name: String
    }

    var resources: [Resource]

    var name: String { Action.Kind.embed.rawValue }

    var components: [Fingerprint.Component] {
        [.init(.own("embedded resources"), Fingerprint.joined(["1"] + resources.flatMap { [$0.source, $0.name] }))]
    }

    /// The source that SwiftPM would write. It lies in memory as a whole: compilers take a second for a hundred
    /// kilobytes of it.
    func content(in place: WorkPlace, parts: [[UInt8]?]) throws(FeatureFailure) -> [UInt8] {
        var text = Array<UInt8>("struct PackageResources {\n".utf8)
        for resource in resources {
            let bytes: [UInt8]
            do {
                bytes = try place.files.read(place.path(resource.source))
            } catch { throw .unreadable(path: error.path.string, code: error.code) }
            text += "static let \(resource.name): [UInt8] = [".utf8
            for (index, byte) in bytes.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                text += String(byte).utf8
            }
            text += "]\n".utf8
        }
        return text + "}\n".utf8
    }
}
