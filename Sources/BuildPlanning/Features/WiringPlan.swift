import Targets
import Wiring

/// Who takes part in wiring: modules that may provide something, and programs that ask for an object graph.
struct WiringPlan: Sendable {
    let settings: WiringSettings
    /// Swift libraries of the workspace that see the marker protocols.
    let providing: Set<TargetID>
    /// Programs and tests that depend on the markers' module directly.
    let asking: Set<TargetID>

    /// `graph`: where no target of the workspace has the markers' module, nobody takes part.
    init(_ settings: WiringSettings, in graph: TargetGraph, _ configuration: BuildConfiguration) {
        self.settings = settings
        var seeing: Set<TargetID> = [], providing: Set<TargetID> = [], asking: Set<TargetID> = []
        let markers = Set(
            graph.targets.values.filter {
                $0.moduleName == settings.module && $0.language == .swift && !$0.id.package.isExternal
            }.map(\.id))
        if !markers.isEmpty {
            for id in graph.order where !id.package.isExternal && !markers.contains(id) {
                let needed = graph.dependencies(of: id, in: configuration)
                guard needed.contains(where: { markers.contains($0) || seeing.contains($0) }) else { continue }
                seeing.insert(id)
                let target = graph[id]
                guard target.language == .swift else { continue }
                switch target.kind {
                case .library: providing.insert(id)
                case .executable, .snippet, .test: if needed.contains(where: markers.contains) { asking.insert(id) }
                case .macro, .plugin, .system, .binary: break
                }
            }
        }
        (self.providing, self.asking) = (providing, asking)
    }
}
