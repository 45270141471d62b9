import BuildPlanning
import PackageManifests
import Targets

/// The system libraries of a build that pkg-config's files do not name: each is told before the work, and again beside
/// what fails for want of it.
struct MissingLibraries: Sendable {
    private struct Missing: Sendable {
        var target: TargetID
        var name: String
        var providers: [String]
    }

    private let missing: [Missing]
    private let graph: TargetGraph

    init(_ notes: [WorkspaceNote], in graph: TargetGraph) {
        self.graph = graph
        missing = notes.compactMap { note in
            guard case .systemLibrary(let target, .unknown(let name), let providers) = note else { return nil }
            return Missing(target: target, name: name, providers: providers)
        }
    }

    /// What to do where `subject` could not be made; nil where it needs no such library.
    func help(for subject: Action.Subject) -> String? {
        if missing.isEmpty { return nil }
        let roots: [TargetID]
        switch subject {
        case .target(let id): roots = [id]
        case .product(let id): roots = graph.products[id]?.targets ?? []
        }
        let needed = Set(graph.closure(of: roots))
        let lacking = missing.filter { needed.contains($0.target) }
        if lacking.isEmpty { return nil }
        let names = lacking.map { "'\($0.target.name)', which it needs, has no '\($0.name).pc' here" }.joined(
            separator: "; ")
        let commands = lacking.compactMap { MissingLibraries.installation($0.providers) }
        return names + (commands.isEmpty ? "" : "; " + commands.joined(separator: ", and "))
    }

    /// What the manifest says of how Linux systems install a library.
    static func installation(_ providers: [String]) -> String? {
        let commands = providers.compactMap { provider -> String? in
            let parts = provider.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, ["apt", "yum"].contains(parts[0]) else { return nil }
            return "\(parts[0])\(parts[0] == "apt" ? "-get" : "") install\(parts[1])"
        }
        return commands.isEmpty ? nil : "install it: \(Words.alternatives(commands))"
    }
}
