import Disk
import Targets
import Testing

@testable import PackageManifests

/// A workspace as it was, read by what is different from the one that is there: the same as reading all of it.
@Suite struct UnchangedPackagesTests {
    @Test("any change: the same graph, notes, links and errors as without knowing anything", arguments: 0..<150)
    func anyChange(_ seed: Int) throws {
        var random = Numbers(seed)
        let world = World()
        for package in 0..<3 { try world.putManifest(package, variant: Int.random(in: 0..<4, using: &random)) }
        for _ in 0..<Int.random(in: 0...6, using: &random) { try world.change(&random) }
        let before = InMemoryFileSystem()
        try world.copy(to: before)
        for _ in 0..<Int.random(in: 0...4, using: &random) { try world.change(&random) }
        guard let now = try? world.workspace.load() else { return }
        let whole = Result { try world.loadEarlier(before, now, changes: nil) }
        let known = Result { try world.loadEarlier(before, now, changes: world.changes(since: before)) }
        switch (whole, known) {
        case (.success(let a), .success(let b)):
            #expect(a.graph.packages == b.graph.packages && a.graph.targets == b.graph.targets && a.graph.products == b.graph.products, "seed \(seed)")
            #expect(a.graph.order == b.graph.order && a.notes == b.notes && a.links == b.links && a.lockFile == b.lockFile, "seed \(seed)")
        case (.failure(let a), .failure(let b)): #expect("\(a)" == "\(b)", "seed \(seed)")
        default: Issue.record("seed \(seed): \(whole) and \(known)")
        }
    }

    @Test("where bodies alone were edited, the graph is that of now, and no manifest is read")
    func bodies() throws {
        let world = World()
        let before = InMemoryFileSystem(), copy = InMemoryFileSystem()
        for files in [before, copy] { try world.copy(to: files) }
        try world.workspace.files.write("// edited", to: AbsolutePath("/w/P1/Sources/A1/a.swift"))
        let now = try world.workspace.load()
        let known = try world.loadEarlier(before, now, changes: world.changes(since: copy))
        let isCopy = known.graph.isCopy(of: now.graph)
        #expect(isCopy)
        #expect(!before.filesRead.contains(AbsolutePath("/w/P0/Package.swift")))
        // What it was is read where nobody says what changed.
        let isCopyToo = try world.loadEarlier(before, now, changes: nil).graph.isCopy(of: now.graph)
        #expect(!isCopyToo)
        #expect(before.filesRead.contains(AbsolutePath("/w/P0/Package.swift")))
    }

    @Test("another manifest, another list of files: the others are not read")
    func others() throws {
        let world = World()
        let before = InMemoryFileSystem(), copy = InMemoryFileSystem()
        for files in [before, copy] { try world.copy(to: files) }
        try world.putManifest(2, variant: 1)
        try world.workspace.files.write("", to: AbsolutePath("/w/P1/Sources/A1/new.swift"))
        let now = try world.workspace.load()
        let known = try world.loadEarlier(before, now, changes: world.changes(since: copy))
        #expect(!before.filesRead.contains(AbsolutePath("/w/P0/Package.swift")) && before.filesRead.contains(AbsolutePath("/w/P2/Package.swift")))
        #expect(known.graph.targets[TargetID(PackageID("P1"), "A1")]?.sources == ["Sources/A1/a.swift"])
        #expect(now.graph.targets[TargetID(PackageID("P1"), "A1")]?.sources == ["Sources/A1/a.swift", "Sources/A1/new.swift"])
        #expect(known.graph.targets[TargetID(PackageID("P2"), "A2")]?.settings == [] && now.graph.targets[TargetID(PackageID("P2"), "A2")]?.settings != [])
    }

    @Test("an attribute in an executable's only source is a part of its definition")
    func attribute() throws {
        let world = World()
        let before = InMemoryFileSystem()
        try world.copy(to: before)
        try world.workspace.files.write("@main struct M {}", to: AbsolutePath("/w/P0/Sources/B0/b.swift"))
        let now = try world.workspace.load()
        let id = TargetID(PackageID("P0"), "B0")
        #expect(now.graph.targets[id]?.hasMainAttribute == true)
        #expect(try world.loadEarlier(before, now, changes: world.changes(since: before)).graph.targets[id]?.hasMainAttribute == false)
    }
}

/// Three packages, each with a library, a program, a C library, tests, and a target with a path of its own.
private final class World {
    let workspace = FakeWorkspace()
    private var made = 0

    init() {
        let files = workspace.files
        try! files.write("{\"packages\": [\"P*\"]}", to: AbsolutePath("/w/mono.json"))
        try! files.write("", to: AbsolutePath("/w/Shared/D/shared.swift"))
        for package in 0..<3 {
            for path in ["Sources/A\(package)/a.swift", "Sources/B\(package)/b.swift", "Sources/C\(package)/c.c", "Sources/C\(package)/include/c.h",
                "Tests/T\(package)/t.swift", "Other/Deep/D/d.swift"]
            {
                try! files.write("", to: AbsolutePath("/w/P\(package)/\(path)"))
            }
            try! putManifest(package, variant: 0)
        }
    }

    func putManifest(_ package: Int, variant: Int) throws {
        let needs = package == 0 ? [] : [DumpText.product("A\(package - 1)", "p\(package - 1)")]
        let settings = "\"settings\": [{\"tool\": \"swift\", \"kind\": {\"define\": {\"_0\": \"EDITED\"}}}]"
        var targets = [
            DumpText.target("A\(package)", needs: needs), DumpText.target("B\(package)", "executable", needs: [DumpText.byName("A\(package)")]),
            DumpText.target("T\(package)", "test", needs: [DumpText.byName("A\(package)")]),
            DumpText.target("D\(package)", more: "\"path\": \"Other/Deep/D\""),
        ]
        if variant == 1 { targets[0] = targets[0].replacing("\"settings\": []", with: settings) }
        if variant != 2 { targets.append(DumpText.target("C\(package)")) }
        try workspace.put(
            "P\(package)",
            DumpText(
                name: variant == 3 ? "renamed" : "P\(package)",
                dependencies: package == 0 ? [] : [DumpText.path("/w/P\(package - 1)", identity: "p\(package - 1)")],
                products: [DumpText.library("A\(package)")], targets: targets))
    }

    func change(_ random: inout Numbers) throws {
        let package = Int.random(in: 0..<3, using: &random), home = AbsolutePath("/w/P\(package)"), files = workspace.files
        let folder = ["Sources/A\(package)", "Sources/B\(package)", "Sources/C\(package)", "Sources/C\(package)/include", "Tests/T\(package)", "Other/Deep/D"]
            .randomElement(using: &random)!
        made += 1
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: try files.write("// \(made)", to: home / folder / "new\(made).swift")
        case 2: try files.write("// \(made)\n@main struct M {}", to: home / "Sources/B\(package)/b.swift")
        case 3: try files.write("// \(made)", to: home / "Sources/A\(package)/a.swift")
        case 4: try putManifest(package, variant: Int.random(in: 0..<4, using: &random))
        case 5:
            let names = try files.list(home / folder).filter { $0.kind == .file && !$0.name.hasSuffix(".h") }.map(\.name)
            if names.count > 1 { try files.remove(home / folder / names.randomElement(using: &random)!) }
        case 6:
            // A folder that no listing shows becomes a link, or is one no more.
            try files.remove(home / "Other/Deep")
            if Bool.random(using: &random) {
                try files.makeSymbolicLink(at: home / "Other/Deep", to: "../../Shared")
            } else {
                try files.write("", to: home / "Other/Deep/D/d.swift")
            }
        case 7: try files.write("", to: AbsolutePath("/w/Shared/D/shared\(made).swift"))
        case 8: try files.makeSymbolicLink(at: home / "Sources/A\(package)/link\(made).swift", to: "../../../Shared/D/shared.swift")
        case 9: try files.write("{}", to: home / ".swiftpm/configuration/mirrors.json")
        case 10: try files.write("module C\(package) {}", to: home / "Sources/C\(package)/include/module.modulemap")
        default: try files.write("data", to: home / folder / "notes\(made).txt")
        }
    }

    func loadEarlier(_ before: InMemoryFileSystem, _ now: LoadedWorkspace, changes: EarlierChanges?) throws -> LoadedWorkspace {
        let configuration = try WorkspaceConfiguration.find(from: workspace.root, files: before)
        return try workspace.loader().loadEarlier(configuration, in: before, now: now, changes: changes)
    }

    // MARK: Two states

    private enum Node: Hashable {
        case file([UInt8])
        case link(String)
    }

    func copy(to other: InMemoryFileSystem) throws {
        for (path, node) in try nodes(in: workspace.files) {
            switch node {
            case .file(let content): try other.write(content, to: path)
            case .link(let destination): try other.makeSymbolicLink(at: path, to: destination)
            }
        }
    }

    func changes(since before: InMemoryFileSystem) throws -> EarlierChanges {
        let old = try nodes(in: before), new = try nodes(in: workspace.files)
        var edited: [AbsolutePath] = [], rearranged: [AbsolutePath] = []
        for path in Set(old.keys).union(new.keys) where old[path] != new[path] {
            if case .file? = old[path], case .file? = new[path] { edited.append(path) } else { rearranged.append(path) }
        }
        return EarlierChanges(edited: edited, rearranged: rearranged)
    }

    private func nodes(in files: InMemoryFileSystem) throws -> [AbsolutePath: Node] {
        var found: [AbsolutePath: Node] = [:], open = [workspace.root]
        while let folder = open.popLast() {
            for entry in try files.list(folder) where entry.name != ".mono" {
                let path = folder / entry.name
                switch entry.kind {
                case .folder: open.append(path)
                case .symbolicLink: found[path] = .link(try files.destination(ofLink: path))
                default: found[path] = .file(try files.read(path))
                }
            }
        }
        return found
    }
}

private struct Numbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        return z ^ (z >> 31)
    }
}
