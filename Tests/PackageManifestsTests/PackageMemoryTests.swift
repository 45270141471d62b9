import Disk
import FakeTools
import Glibc
import Targets
import Testing

@testable import PackageManifests

/// A workspace that was read before: the same as reading all of it again.
@Suite struct PackageMemoryTests {
    private static let memory = AbsolutePath("/w/.mono/state/packages")
    private static let second: Int64 = 1_000_000_000

    /// With a program that can be told from others, and times that are long past.
    private static func world() throws -> ThreePackages {
        let world = ThreePackages()
        try world.workspace.files.write("mono", to: AbsolutePath("/proc/self/exe"))
        world.workspace.files.advance(by: 10 * second)
        return world
    }

    /// What a load without any memory gives.
    private static func wholeLoad(_ world: ThreePackages) -> Result<LoadedWorkspace, any Error> {
        let files = world.workspace.files, kept = try? files.read(memory)
        try? files.remove(memory)
        defer {
            try? files.remove(memory)
            if let kept { try? files.write(kept, to: memory) }
        }
        return Result { try world.workspace.load() }
    }

    @Test(
        "any changes, at any times: the same graph, notes, links and errors as without a memory",
        arguments: Numbers.seeds)
    func anyChange(_ seed: Int) throws {
        var random = Numbers(seed)
        let world = try Self.world(), files = world.workspace.files
        for round in 0..<5 {
            for _ in 0..<Int.random(in: 0...2, using: &random) { try world.change(&random) }
            // Half of the time the next load comes in the instant of the change, and the next change in that of the
            // load.
            if Bool.random(using: &random) { files.advance(by: 10 * Self.second) }
            let whole = Self.wholeLoad(world), known = Result { try world.workspace.load() as LoadedWorkspace }
            switch (whole, known) {
            case (.success(let a), .success(let b)):
                #expect(
                    a.graph.packages == b.graph.packages && a.graph.targets == b.graph.targets
                        && a.graph.products == b.graph.products, "seed \(seed), \(round)")
                #expect(
                    a.graph.order == b.graph.order && a.notes == b.notes && a.links == b.links, "seed \(seed), \(round)"
                )
            case (.failure(let a), .failure(let b)): #expect("\(a)" == "\(b)", "seed \(seed), \(round)")
            default: Issue.record("seed \(seed), \(round): \(whole) and \(known)")
            }
        }
    }

    @Test("no manifest is read and no folder listed where nothing changed; where a folder did, its package is")
    func looks() throws {
        let world = try Self.world(), files = world.workspace.files, read = files.filesRead.count
        let first = try world.workspace.load()
        #expect(files.filesRead[read...].contains(AbsolutePath("/w/P1/Package.swift")))
        files.advance(by: 10 * Self.second)
        for folder in ["/w/P0", "/w/P1", "/w/P2"] { files.fail(.list, AbsolutePath(folder), code: EIO) }
        let start = files.filesRead.count, second = try world.workspace.load()
        #expect(!files.filesRead[start...].contains { $0.name == "Package.swift" })
        #expect(first.graph.targets == second.graph.targets && first.notes == second.notes)
        try files.write("", to: AbsolutePath("/w/P1/Sources/A1/new.swift"))
        #expect(throws: ManifestError.self) { try world.workspace.load() }
        files.heal()
        #expect(try world.workspace.load().graph.targets[TargetID(PackageID("P1"), "A1")]?.sources.count == 2)
    }

    @Test("the memory is not written where nothing is new")
    func written() throws {
        let world = try Self.world(), files = world.workspace.files
        _ = try world.workspace.load()
        let inode = files.status(Self.memory)?.inode
        #expect(inode != nil)
        files.advance(by: Self.second)
        _ = try world.workspace.load()
        #expect(files.status(Self.memory)?.inode == inode)
    }

    @Test(
        "what it depends on besides: then everything is read again",
        arguments: ["toolchain", "home", "mirrors", "program", "damage", "nothing"])
    func bindings(_ what: String) throws {
        let world = try Self.world(), files = world.workspace.files
        _ = try world.workspace.load()
        files.advance(by: 10 * Self.second)
        var toolchain = "6.3.1", environment = ["HOME": "/home/me", "PATH": "/bin"]
        switch what {
        case "toolchain": toolchain = "6.4"
        case "home": environment["HOME"] = "/home/you"
        case "mirrors": try files.write("{}", to: AbsolutePath("/home/me/.swiftpm/configuration/mirrors.json"))
        case "program": try files.write("mono", to: AbsolutePath("/proc/self/exe"))
        case "damage": try files.write(Array(try files.read(Self.memory).dropLast()), to: Self.memory)
        default: break
        }
        let start = files.filesRead.count
        _ = try world.workspace.load(environment: environment, toolchain: toolchain)
        #expect(files.filesRead[start...].contains(AbsolutePath("/w/P0/Package.swift")) == (what != "nothing"))
    }

    @Test("a variable that a manifest names")
    func variables() throws {
        let world = try Self.world(), files = world.workspace.files
        try world.workspace.put(
            "P0", DumpText(name: "P0", products: [DumpText.library("A0")], targets: [DumpText.target("A0")]),
            manifest: "// swift-tools-version: 6.0\n// Context.environment[\"FLAVOUR\"]")
        files.advance(by: 10 * Self.second)
        func manifestsRead(_ flavour: String?) throws -> Bool {
            let start = files.filesRead.count
            var environment = ["HOME": "/home/me", "PATH": "/bin"]
            environment["FLAVOUR"] = flavour
            _ = try world.workspace.load(environment: environment)
            files.advance(by: Self.second)
            return files.filesRead[start...].contains(AbsolutePath("/w/P0/Package.swift"))
        }
        #expect(try [nil, nil, "sweet", "sweet", nil].map(manifestsRead) == [true, false, true, false, true])
    }

    @Test("what was changed just before it was read is read again")
    func unsettled() throws {
        let world = try Self.world(), files = world.workspace.files
        try files.write("", to: AbsolutePath("/w/P1/Sources/A1/one.swift"))
        _ = try world.workspace.load()
        // In the same instant: no time tells.
        try files.write("", to: AbsolutePath("/w/P1/Sources/A1/two.swift"))
        files.advance(by: 10 * Self.second)
        #expect(try world.workspace.load().graph.targets[TargetID(PackageID("P1"), "A1")]?.sources.count == 3)
    }

    @Test("what has no form of its own is not remembered, and the rest is")
    func links() throws {
        let world = try Self.world(), files = world.workspace.files
        try files.makeSymbolicLink(
            at: AbsolutePath("/w/P1/Sources/A1/link.swift"), to: "../../../Shared/D/shared.swift")
        files.advance(by: 10 * Self.second)
        let first = try world.workspace.load()
        #expect(first.links == ["P1/Sources/A1/link.swift"])
        let start = files.filesRead.count
        #expect(try world.workspace.load().links == first.links)
        #expect(
            files.filesRead[start...].filter { $0.name == "Package.swift" } == [AbsolutePath("/w/P1/Package.swift")])
    }
}
