import AffectedTargets
import Disk
import GitHistory
import PackageManifests
import PackageResolution
import Targets

/// A workspace as values: what is in its files, and what its manifests say.
struct SmallWorkspace {
    static let root = AbsolutePath("/r/w")

    /// By path from the root.
    var files: [String: String] = [:]
    var packages: [Package] = []
    var targets: [Target] = []
    var products: [Product] = []
    var pins: [Pin] = []
    var hasLock = false
    var notes: [WorkspaceNote] = []
    var links: [String: String] = [:]
    /// Whether the load met the links.
    var hasListedLinks = true

    mutating func addPackage(_ folder: String) {
        packages.append(
            Package(
                id: PackageID(folder), displayName: folder, identity: folder, folder: folder,
                toolsVersion: ToolsVersion(5, 9)))
    }

    /// A target with its files, which are relative to its package's folder.
    mutating func addTarget(
        _ name: String, in package: String = ".", _ kind: Target.Kind = .library, language: Target.Language = .swift,
        folder: String? = nil,
        files: [String], headers: [String] = [], needs: [TargetDependency] = [], settings: [Setting] = [],
        obstacles: [Obstacle] = []
    ) {
        for file in files + headers { self.files[package == "." ? file : package + "/" + file] = "1" }
        targets.append(
            Target(
                id: TargetID(PackageID(package), name), kind: kind, language: language,
                folder: folder ?? "Sources/\(name)", sources: files,
                headers: headers, dependencies: needs.map { Conditional($0) },
                settings: settings.map { Conditional($0) }, obstacles: obstacles))
    }

    func end() throws -> AffectedQuery.End {
        let disk = InMemoryFileSystem(
            Dictionary(uniqueKeysWithValues: files.map { ((Self.root / $0.key).string, $0.value) }))
        for (path, destination) in links { try disk.makeSymbolicLink(at: Self.root / path, to: destination) }
        return AffectedQuery.End(
            workspace: LoadedWorkspace(
                root: Self.root, graph: try TargetGraph(packages: packages, targets: targets, products: products),
                pins: pins,
                lockFile: hasLock ? Self.root / "Package.resolved" : nil, notes: notes,
                links: hasListedLinks ? links.keys.sorted() : []),
            files: disk)
    }

    /// What git would say has changed from here to `other`.
    func changes(to other: SmallWorkspace) -> [ChangedFile] {
        let blob = GitBlob(object: "", repository: Self.root)
        let links = Set(links.keys).union(other.links.keys).sorted().filter { self.links[$0] != other.links[$0] }.map {
            path in
            ChangedFile(
                path: Self.root / path, earlier: self.links[path] == nil ? nil : .link(blob),
                now: other.links[path] == nil ? nil : .file)
        }
        return links
            + Set(files.keys).union(other.files.keys).sorted().compactMap { path in
                guard files[path] != other.files[path] else { return nil }
                return ChangedFile(
                    path: Self.root / path, earlier: files[path] == nil ? nil : .file(blob, isExecutable: false),
                    now: other.files[path] == nil ? nil : .file)
            }
    }

    func answer(to other: SmallWorkspace, more: [ChangedFile] = []) throws -> AffectedAnswer {
        AffectedQuery(before: try end(), after: try other.end(), changes: changes(to: other) + more).answer()
    }

    /// The same where this workspace's graph is made of the other's, by replacing what is different; nil where the
    /// graphs have not the same shape.
    func answerByReplacing(to other: SmallWorkspace) throws -> AffectedAnswer? {
        var before = try end()
        let after = try other.end(), old = before.workspace.graph, new = after.workspace.graph
        guard old.packages.keys == new.packages.keys, old.products == new.products, old.order == new.order,
            old.targets.values.allSatisfy({
                new.targets[$0.id]?.kind == $0.kind && new.targets[$0.id]?.dependencies == $0.dependencies
            })
        else { return nil }
        let replaced = new.replacing(
            old.packages.values.filter { new.packages[$0.id] != $0 },
            old.targets.values.filter { new.targets[$0.id] != $0 })
        guard let replaced else { return nil }
        before.workspace.graph = replaced
        return AffectedQuery(before: before, after: after, changes: changes(to: other)).answer()
    }

    /// The names of what is affected between here and the workspace that `change` makes of it.
    func affected(by change: (inout SmallWorkspace) throws -> Void) throws -> [String] {
        var other = self
        try change(&other)
        return try answer(to: other).targets.map(\.name)
    }
}

extension [Target] {
    subscript(name: String) -> Target {
        get { first { $0.id.name == name }! }
        set { self[firstIndex { $0.id.name == name }!] = newValue }
    }
}

extension SmallWorkspace {
    /// A <- B <- app, C apart; AT tests A. CLib is C, seen by B.
    static let chain: SmallWorkspace = {
        var world = SmallWorkspace()
        world.addPackage(".")
        world.addPackage("Other")
        func target(_ name: String) -> TargetDependency { .target(TargetID(PackageID("."), name)) }
        world.addTarget("A", files: ["Sources/A/a.swift", "Sources/A/b.swift"])
        world.addTarget("CLib", language: .clang, files: ["Sources/CLib/c.c"], headers: ["Sources/CLib/include/c.h"])
        world.addTarget("B", files: ["Sources/B/b.swift"], needs: [target("A"), target("CLib")])
        world.addTarget("C", files: ["Sources/C/c.swift"])
        world.addTarget("app", .executable, files: ["Sources/app/main.swift"], needs: [target("B")])
        world.addTarget("AT", .test, folder: "Tests/AT", files: ["Tests/AT/t.swift"], needs: [target("A")])
        world.addTarget("D", in: "Other", files: ["Sources/D/d.swift"])
        world.addTarget("DT", in: "Other", .test, folder: "Tests/DT", files: ["Tests/DT/t.swift"])
        return world
    }()
}
