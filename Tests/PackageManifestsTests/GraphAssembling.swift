import Disk
import PackageResolution
import Targets
import Testing

@testable import PackageManifests

/// Suites that assemble graphs of packages in memory, below `/w`.
protocol GraphAssembling {}

extension GraphAssembling {
    func package(_ manifest: Manifest, at path: String = ".", _ role: LoadedManifest.Role = .member) -> LoadedManifest {
        let id: PackageID
        if case .external(let pin) = role { id = .external(pin.identity) } else { id = PackageID(path) }
        let folder = AbsolutePath(path, in: AbsolutePath("/w"))
        return LoadedManifest(
            id: id, role: role, identity: Identity.of(location: folder.string), folder: folder, path: path,
            manifestName: "Package.swift", manifest: manifest)
    }

    func assemble(
        _ packages: [LoadedManifest], traits: [String] = ["default"], files: [String: String]
    ) throws -> (graph: TargetGraph, notes: [WorkspaceNote]) {
        var table = PackageTable()
        for package in packages { table.add(package) }
        let roots = packages.filter { $0.role == .member }.map {
            (package: $0.id, traits: $0.manifest.traits.isEmpty ? ["default"] : traits)
        }
        let enabled = try EnabledTraits(
            roots: roots, packages: { table[$0] }, find: { table.package(meantBy: $1, of: $0) })
        let disk = InMemoryFileSystem(Dictionary(uniqueKeysWithValues: files.map { ("/w/" + $0.key, $0.value) }))
        let found = try GraphAssembly(table: table, traits: enabled, files: disk, environment: [:]).assembled()
        return (found.graph, found.notes)
    }

    func targets(_ manifest: Manifest, traits: [String] = ["default"], files: String...) throws -> [String: Target] {
        try targets(manifest, traits: traits, files: files)
    }

    func targets(_ manifest: Manifest, traits: [String] = ["default"], files: [String]) throws -> [String: Target] {
        let found = try assemble(
            [package(manifest)], traits: traits, files: Dictionary(uniqueKeysWithValues: files.map { ($0, "") }))
        return Dictionary(uniqueKeysWithValues: found.graph.targets.map { ($0.key.name, $0.value) })
    }

    func layoutProblem(_ manifest: Manifest, files: String...) -> LayoutProblem? {
        layoutProblem(manifest, files: files)
    }

    func layoutProblem(_ manifest: Manifest, files: [String]) -> LayoutProblem? {
        do {
            _ = try assemble([package(manifest)], files: Dictionary(uniqueKeysWithValues: files.map { ($0, "") }))
        } catch ManifestError.layout(_, _, AbsolutePath("/w/Package.swift"), let problem) {
            return problem
        } catch {
            Issue.record(error)
        }
        return nil
    }
}
