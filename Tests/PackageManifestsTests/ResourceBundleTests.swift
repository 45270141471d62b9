import Disk
import Targets
import Testing

@testable import PackageManifests

/// Where resources lie in their bundle: as SwiftPM puts them on Linux.
@Suite struct ResourceBundleTests {
    private func bundle(
        _ resources: [DeclaredTarget.Resource], _ paths: [String], links: [String: String] = [:], tools: (Int, Int) = (6, 0)
    ) throws -> ResourceBundle {
        let files = InMemoryFileSystem(Dictionary(uniqueKeysWithValues: paths.map { ("/p/" + $0, "") }))
        for (path, destination) in links { try files.makeSymbolicLink(at: AbsolutePath("/p/" + path), to: destination) }
        var package = PackageFolder(root: AbsolutePath("/p"), files: files)
        let target = Sample.target("T", path: "S", resources: resources)
        let found = try TargetFiles(of: target, in: "S", tools: ToolsVersion(tools.0, tools.1), package: &package)
        return try ResourceBundle(of: target, in: "S", found.resources, package: &package)
    }

    @Test("what is copied keeps its folders, hidden files too; what is processed lies side by side, but for languages")
    func names() throws {
        let found = try bundle(
            [.init(path: "tree", rule: .copy), .init(path: "flat", rule: .process), .init(path: "one.txt", rule: .copy)],
            ["S/a.swift", "S/tree/x/y.txt", "S/tree/.hidden", "S/tree/code.swift", "S/flat/deep/z.txt", "S/flat/de.lproj/l.strings", "S/one.txt"])
        #expect(found.resources.map(\.name) == ["de.lproj/l.strings", "one.txt", "tree/.hidden", "tree/code.swift", "tree/x/y.txt", "z.txt"])
        #expect(found.resources.map(\.source).contains("S/flat/deep/z.txt"))
        #expect(found.obstacles.isEmpty)
    }

    @Test("two resources of one name are an error")
    func clash() {
        #expect(throws: LayoutFailure.problem(.sameResourceName("z.txt", ["S/r/a/z.txt", "S/r/b/z.txt"]))) {
            try bundle([.init(path: "r", rule: .process)], ["S/r/a/z.txt", "S/r/b/z.txt"])
        }
    }

    @Test("what becomes code lies in no bundle: a file, or each file of a folder")
    func embedded() throws {
        let found = try bundle(
            [.init(path: "e", rule: .embedInCode), .init(path: "tree", rule: .embedInCode), .init(path: "tree/not", rule: .process)],
            ["S/a.swift", "S/e", "S/tree/deep/b.txt", "S/tree/a.txt", "S/tree/not/c.txt"])
        #expect(found.embedded == ["S/e", "S/tree/a.txt", "S/tree/deep/b.txt"])
        #expect(found.resources.map(\.name) == ["c.txt"] && found.obstacles.isEmpty)
    }

    @Test("what is not there keeps the target from being built")
    func obstacles() throws {
        let found = try bundle([.init(path: "e", rule: .embedInCode), .init(path: "gone", rule: .copy)], ["S/a.swift", "S/e"])
        #expect(found.resources.isEmpty && found.embedded == ["S/e"])
        #expect(found.obstacles == [.missingResources(["S/gone"])])
    }

    @Test("a link in what is copied that leads back is an error, not an endless bundle")
    func links() {
        #expect(throws: LayoutFailure.problem(.endlessLink("S/tree/again"))) {
            try bundle([.init(path: "tree", rule: .copy)], ["S/tree/a.txt"], links: ["S/tree/again": "../tree"])
        }
    }
}
