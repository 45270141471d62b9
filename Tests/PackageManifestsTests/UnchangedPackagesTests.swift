import Disk
import Targets
import Testing

@testable import PackageManifests

/// A workspace as it was, read by what is different from the one that is there: the same as reading all of it.
@Suite struct UnchangedPackagesTests {
    @Test("any change: the same graph, notes, links and errors as without knowing anything", arguments: Numbers.seeds)
    func anyChange(_ seed: Int) throws {
        var random = Numbers(seed)
        let world = ThreePackages()
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
            #expect(
                a.graph.packages == b.graph.packages && a.graph.targets == b.graph.targets
                    && a.graph.products == b.graph.products, "seed \(seed)")
            #expect(
                a.graph.order == b.graph.order && a.notes == b.notes && a.links == b.links && a.lockFile == b.lockFile,
                "seed \(seed)")
        case (.failure(let a), .failure(let b)): #expect("\(a)" == "\(b)", "seed \(seed)")
        default: Issue.record("seed \(seed): \(whole) and \(known)")
        }
    }

    @Test("where bodies alone were edited, the graph is that of now, and no manifest is read")
    func bodies() throws {
        let world = ThreePackages()
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
        let world = ThreePackages()
        let before = InMemoryFileSystem(), copy = InMemoryFileSystem()
        for files in [before, copy] { try world.copy(to: files) }
        try world.putManifest(2, variant: 1)
        try world.workspace.files.write("", to: AbsolutePath("/w/P1/Sources/A1/new.swift"))
        let now = try world.workspace.load()
        let known = try world.loadEarlier(before, now, changes: world.changes(since: copy))
        #expect(
            !before.filesRead.contains(AbsolutePath("/w/P0/Package.swift"))
                && before.filesRead.contains(AbsolutePath("/w/P2/Package.swift")))
        #expect(known.graph.targets[TargetID(PackageID("P1"), "A1")]?.sources == ["Sources/A1/a.swift"])
        #expect(
            now.graph.targets[TargetID(PackageID("P1"), "A1")]?.sources == [
                "Sources/A1/a.swift", "Sources/A1/new.swift",
            ])
        #expect(
            known.graph.targets[TargetID(PackageID("P2"), "A2")]?.settings == []
                && now.graph.targets[TargetID(PackageID("P2"), "A2")]?.settings != [])
    }

    @Test("an attribute in an executable's only source is a part of its definition")
    func attribute() throws {
        let world = ThreePackages()
        let before = InMemoryFileSystem()
        try world.copy(to: before)
        try world.workspace.files.write("@main struct M {}", to: AbsolutePath("/w/P0/Sources/B0/b.swift"))
        let now = try world.workspace.load()
        let id = TargetID(PackageID("P0"), "B0")
        #expect(now.graph.targets[id]?.hasMainAttribute == true)
        #expect(
            try world.loadEarlier(before, now, changes: world.changes(since: before)).graph.targets[id]?
                .hasMainAttribute == false)
    }
}
