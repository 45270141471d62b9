import Disk
import PackageResolution
import Targets

/// A package whose manifest is known: what stands between reading manifests and making targets of them.
struct LoadedManifest: Hashable, Sendable {
    enum Role: Hashable, Sendable {
        /// Listed in the workspace: all its targets count.
        case member
        /// Needed by a path dependency: what its products hold counts.
        case local
        /// From elsewhere: what the workspace uses counts.
        case external(Pin)
    }

    var id: PackageID
    var role: Role
    var identity: String
    /// Where it lies on this machine.
    var folder: AbsolutePath
    /// Relative to the workspace's root.
    var path: String
    /// The name of the manifest that SwiftPM chose.
    var manifestName: String
    var manifest: Manifest

    var manifestPath: AbsolutePath { folder / manifestName }
    var isExternal: Bool { if case .external = role { true } else { false } }

    /// The targets that count in a build that has no wish of its own: all of them, or those that products hold or need.
    var targetsInUse: [DeclaredTarget] {
        if role == .member { return manifest.targets }
        let names = Set(manifest.targets.map(\.name))
        var found: Set<String> = []
        var open = manifest.products.flatMap(\.targets)
        while let next = open.popLast() {
            guard found.insert(next).inserted, let target = manifest.targets.first(where: { $0.name == next }) else {
                continue
            }
            for dependency in target.dependencies {
                switch dependency.reference {
                case .target(let name), .either(let name): if names.contains(name) { open.append(name) }
                case .product: continue
                }
            }
            for plugin in target.plugins where plugin.package == nil {
                if names.contains(plugin.name) {
                    open.append(plugin.name)
                } else {
                    open += manifest.products.first { $0.name == plugin.name }?.targets.prefix(1) ?? []
                }
            }
        }
        return manifest.targets.filter { found.contains($0.name) }
    }
}
