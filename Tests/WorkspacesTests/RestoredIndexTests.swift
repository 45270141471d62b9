import BuildPlanning
import Digests
import Disk
import Targets
import Testing
import Toolchains

@testable import Workspaces

/// Index data from a cache: anyone may have written it.
@Suite struct RestoredIndexTests {
    private let objects = ["b/objects/a.swift.o", "b/objects/f/a.swift.o"]
    private let action = ActionID("index p:t")

    private func unit(_ object: String) -> [UInt8] {
        Array("\(IndexedPlace.root)/p\(BuildLayout.indexUnit(ofObject: object))".utf8)
    }

    private func data(_ entries: [(String, FileTree.Content)]) -> IndexData? {
        let tree = FileTree(entries: entries.map { .init(path: $0.0, content: $0.1) })
        return IndexData(tree.encoded, of: objects)
    }

    private func file(_ content: [UInt8]) -> FileTree.Content { .file(content, isExecutable: false) }

    private var whole: [(String, FileTree.Content)] {
        [
            ("v5/records/AB/a.swift-AB", file([1])), ("v5/units/a.swift.o-1", file(unit(objects[0]))),
            ("v5/units/a.swift.o-2", file(unit(objects[1]))),
        ]
    }

    @Test func whatACompilerWrote() throws {
        let data = try #require(self.data(whole))
        #expect(data.units.map(\.path) == ["v5/units/a.swift.o-1", "v5/units/a.swift.o-2"])
        #expect(data.records.map(\.path) == ["v5/records/AB/a.swift-AB"])
    }

    @Test("a source that declares nothing has a unit without a record")
    func empty() throws {
        let data = try #require(
            self.data([("v5/records", .emptyFolder), ("v5/units/a.swift.o-1", file(unit(objects[0])))]))
        #expect(data.units.map(\.path) == ["v5/units/a.swift.o-1"] && data.records.isEmpty)
    }

    @Test("a unit of another target, a second one of the same source, and other files are refused")
    func hostile() {
        #expect(data([("v5/units/a.swift.o-1", file(unit("b/objects/other.swift.o")))]) == nil)
        #expect(data([("v5/units/c.swift.o-1", file(unit(objects[0])))]) == nil)
        #expect(
            data([
                ("v5/units/a.swift.o-1", file(unit(objects[0]))), ("v5/units/a.swift.o-3", file(unit(objects[0]))),
            ]) == nil)
        for path in ["mono/p+t", "v5/units", "v5/units/x/a.swift.o-1", "v5/units/a.swift.o", "w5/units/a.swift.o-1"] {
            #expect(data([(path, file(unit(objects[0])))]) == nil, "\(path)")
        }
        #expect(data([("v5/records/AB/../../../../x", file([1]))]) == nil)
        #expect(data([("v5/records/AB/r", .link("/etc/passwd"))]) == nil)
        #expect(data([("v5/records/AB/r", .file([1], isExecutable: true))]) == nil)
        #expect(IndexData([1, 2, 3], of: objects) == nil)
    }

    @Test("data is written once, with the workspace's own path in its units")
    func writing() throws {
        let files = InMemoryFileSystem(), root = AbsolutePath("/w"), digest = ContentDigest(of: "d")
        let index = RestoredIndex(root: root, files: files), data = try #require(self.data(whole))
        #expect(!index.holds(digest, of: action))
        #expect(try index.write(data, digest, of: action) { true })
        #expect(index.holds(digest, of: action) && !index.holds(ContentDigest(of: "e"), of: action))
        let store = root / BuildLayout.indexStore
        #expect(try files.read(store / "v5/records/AB/a.swift-AB") == [1])
        let unit = String(decoding: try files.read(store / "v5/units/a.swift.o-2"), as: UTF8.self)
        #expect(unit.hasPrefix("/w//") && unit.hasSuffix("/p/mono-index/b/objects/f/a.swift.o"))
    }

    @Test("nothing is left of units whose sources changed meanwhile")
    func changed() throws {
        let files = InMemoryFileSystem(), root = AbsolutePath("/w"), digest = ContentDigest(of: "d")
        let index = RestoredIndex(root: root, files: files)
        #expect(try !index.write(#require(data(whole)), digest, of: action) { false })
        #expect(!index.holds(digest, of: action))
        #expect(!files.exists(root / BuildLayout.indexStore / "v5/units/a.swift.o-1"))
    }

    @Test func rootsThatAreTooLong() throws {
        let files = InMemoryFileSystem(), root = AbsolutePath("/" + String(repeating: "w", count: 240))
        let index = RestoredIndex(root: root, files: files)
        #expect(try !index.write(#require(data(whole)), ContentDigest(of: "d"), of: action) { true })
        #expect(!files.exists(root / BuildLayout.indexStore))
    }

    @Test("data counts while sources, headers that were read, and those that were missing are as they were")
    func freshness() throws {
        let files = InMemoryFileSystem(), root = AbsolutePath("/w")
        let index = RestoredIndex(root: root, files: files)
        for name in ["a.c", "a.h"] { try files.write("text", to: root / name) }
        var read = Fingerprint()
        read.add(.read("a.h"), ContentDigest(of: "text"))
        read.add(.read("b.h"), nil)
        read.add(.read("/usr/include/c.h"), ContentDigest(of: "of the system"))
        let action = Action(
            id: action, subject: .target(TargetID(PackageID("p"), "t")), folder: ".", sources: ["a.c"],
            work: .tool(.init(.checkTypes, .clang)))
        func isStill() -> Bool {
            files.advance(by: 1000)
            return index.isStill(action, read, since: files.now)
        }
        #expect(isStill())
        #expect(isStill())
        let moment = files.now
        for name in ["a.c", "a.h", "b.h"] {
            files.advance(by: 1000)
            try files.write("text", to: root / name)
            #expect(!index.isStill(action, read, since: name == "b.h" ? files.now + 1 : moment), "\(name)")
        }
        try files.remove(root / "b.h")
        #expect(isStill())
        try files.remove(root / "a.h")
        #expect(!isStill())
    }
}
