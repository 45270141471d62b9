import Disk
import Targets

/// Refuses to write what a command reports over something that the workspace is made of.
struct ReportPlaces {
    let graph: TargetGraph
    let root: AbsolutePath

    /// Throws where `path` is a manifest, `mono.json`, or a source or header of a target. `option`: as it is typed.
    func check(_ path: AbsolutePath, for option: String) throws(ErrorReport) {
        guard path.isInside(root), let owner = owner(of: path) else { return }
        throw ErrorReport(
            code: .usage, what: "'\(option)' would write over '\(path.relative(to: root))', \(owner)",
            help: "name another file")
    }

    private func owner(of path: AbsolutePath) -> String? {
        if path == root / "mono.json" { return "the workspace's configuration" }
        for package in graph.packages.values where !package.isExternal && path == root / package.manifest {
            return "a manifest"
        }
        for (id, target) in graph.targets where !id.package.isExternal {
            guard let home = graph.packages[id.package].map({ root / $0.folder }), path.isInside(home) else { continue }
            let inside = path.relative(to: home)
            if target.sources.contains(inside) || target.headers.contains(inside) { return "a source of '\(id.name)'" }
        }
        return nil
    }
}
