import ArchitectureRules
import Configuration
import Disk
import PackageManifests
import Targets

/// A workspace in memory, told in lines: `Menu: MenuInterface CartInterface` is a target with what it depends on. What
/// a target is follows from its name's end.
struct FeatureWorld {
    static let root = AbsolutePath("/w")

    var settings = ArchitectureSettings()
    /// More sources, by target.
    var sources: [String: String] = [:]
    var targets: [(name: String, needs: [String])]
    var manifest = ""

    init(_ lines: String) {
        targets = lines.split(separator: "\n").map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), parts.count > 1 ? parts[1].split(separator: " ").map(String.init) : [])
        }
    }

    static func id(_ name: String) -> TargetID { TargetID(PackageID("."), name) }

    private static func kind(of name: String) -> Target.Kind {
        name.hasSuffix("Tests") ? .test : name.hasSuffix("Example") || name == "app" ? .executable : .library
    }

    private static func source(of name: String) -> String { "Sources/\(name)/\(name).swift" }

    func graph() throws -> TargetGraph {
        let package = Package(
            id: PackageID("."), displayName: "w", identity: "w", folder: ".", toolsVersion: ToolsVersion(6, 0))
        let targets = targets.map { name, needs in
            Target(
                id: FeatureWorld.id(name), kind: FeatureWorld.kind(of: name), language: .swift,
                folder: "Sources/\(name)", sources: [FeatureWorld.source(of: name)],
                dependencies: needs.map { Conditional(.target(FeatureWorld.id($0))) })
        }
        return try TargetGraph(packages: [package], targets: targets, products: [])
    }

    /// Every dependency is imported, unless the target has a source of its own.
    func findings(about: Set<TargetID>? = nil) throws -> [Finding] {
        var files = ["Package.swift": manifest]
        for (name, needs) in targets {
            files[FeatureWorld.source(of: name)] = sources[name] ?? needs.map { "import \($0)\n" }.joined()
        }
        let disk = InMemoryFileSystem(Dictionary(uniqueKeysWithValues: files.map { ("/w/\($0.key)", $0.value) }))
        let outlines = SourceOutlines(
            files: disk, digests: FileDigests(files: disk, memory: nil),
            path: FeatureWorld.root / ".mono/state/outlines")
        return ArchitectureCheck(
            LoadedWorkspace(root: FeatureWorld.root, graph: try graph()), settings, files: disk, outlines: outlines
        ).findings(about: about)
    }

    /// `rule target -> subject`, in order.
    func told() throws -> [String] {
        try findings().map { finding in
            let about: String
            switch finding.fact {
            case .ownEdge(_, _, let to), .concreteEdge(let to, _, _), .testingEdge(let to, _), .leafEdge(let to, _),
                .layerEdge(let to, _, _, _), .interfaceEdge(let to, _),
                .undeclared(let to, _, _), .unused(.target(let to), _):
                about = to.name
            case .cycle(let steps): about = steps.map(\.feature).joined(separator: " ")
            case .named(let text, _, _, _): about = text
            case .longBody(let name, let lines): about = "\(name) \(lines)"
            case .global(let name, _, _): about = name
            case .unused(.product(let product), _): about = product.name
            case .denied(let way, let reason, _):
                about = way.dropFirst().map(\.name).joined(separator: " ") + (reason.isEmpty ? "" : " (\(reason))")
            }
            return "\(finding.rule) \(finding.target.name) -> \(about)"
        }.sorted()
    }
}
