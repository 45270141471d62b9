import Disk
import Targets
import Testing

@testable import PackageManifests

/// Where resources lie in their bundle: as SwiftPM puts them on Linux.
@Suite struct ResourceBundleTests {
    private func bundle(
        _ resources: [DeclaredTarget.Resource], _ paths: [String], links: [String: String] = [:],
        tools: (Int, Int) = (6, 0)
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
            [
                .init(path: "tree", rule: .copy), .init(path: "flat", rule: .process),
                .init(path: "one.txt", rule: .copy),
            ],
            [
                "S/a.swift", "S/tree/x/y.txt", "S/tree/.hidden", "S/tree/code.swift", "S/flat/deep/z.txt",
                "S/flat/de.lproj/l.strings", "S/one.txt",
            ])
        #expect(
            found.resources.map(\.name) == [
                "de.lproj/l.strings", "one.txt", "tree/.hidden", "tree/code.swift", "tree/x/y.txt", "z.txt",
            ])
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
            [
                .init(path: "e", rule: .embedInCode), .init(path: "tree", rule: .embedInCode),
                .init(path: "tree/not", rule: .process),
            ],
            ["S/a.swift", "S/e", "S/tree/deep/b.txt", "S/tree/a.txt", "S/tree/not/c.txt"])
        #expect(found.embedded == ["S/e", "S/tree/a.txt", "S/tree/deep/b.txt"])
        #expect(found.resources.map(\.name) == ["c.txt"] && found.obstacles.isEmpty)
    }

    @Test("what is not there keeps the target from being built")
    func obstacles() throws {
        let found = try bundle(
            [.init(path: "e", rule: .embedInCode), .init(path: "gone", rule: .copy)], ["S/a.swift", "S/e"])
        #expect(found.resources.isEmpty && found.embedded == ["S/e"])
        #expect(found.obstacles == [.missingResources(["S/gone"])])
    }

    @Test("links stay links wherever they lead, and folders that hold nothing go along")
    func links() throws {
        let files = InMemoryFileSystem([
            "/p/S/a.swift": "", "/p/S/tree/a.txt": "", "/p/S/flat/b.txt": "", "/p/S/bare.txt": "",
        ])
        for path in ["tree/empty", "tree/.hidden/inner", "alone"] { try files.makeFolder(AbsolutePath("/p/S/" + path)) }
        let links = [
            "tree/in": "a.txt", "tree/out": "../../../x", "tree/again": "../tree", "tree/gone": "nowhere",
            "flat/link": "b.txt", "top": "bare.txt",
        ]
        for (path, destination) in links {
            try files.makeSymbolicLink(at: AbsolutePath("/p/S/" + path), to: destination)
        }
        var package = PackageFolder(root: AbsolutePath("/p"), files: files)
        let target = Sample.target(
            "T", path: "S",
            resources: [
                .init(path: "tree", rule: .copy), .init(path: "alone", rule: .copy), .init(path: "top", rule: .copy),
                .init(path: "flat", rule: .process),
            ])
        let found = try TargetFiles(of: target, in: "S", tools: ToolsVersion(6, 0), package: &package)
        let bundle = try ResourceBundle(of: target, in: "S", found.resources, package: &package)
        #expect(
            bundle.resources == [
                Resource(source: "S/alone", name: "alone", .emptyFolder),
                Resource(source: "S/flat/b.txt", name: "b.txt"),
                Resource(source: "S/flat/link", name: "link", .link(to: "b.txt")),
                Resource(source: "S/top", name: "top", .link(to: "bare.txt")),
                Resource(source: "S/tree/.hidden/inner", name: "tree/.hidden/inner", .emptyFolder),
                Resource(source: "S/tree/a.txt", name: "tree/a.txt"),
                Resource(source: "S/tree/again", name: "tree/again", .link(to: "../tree")),
                Resource(source: "S/tree/empty", name: "tree/empty", .emptyFolder),
                Resource(source: "S/tree/gone", name: "tree/gone", .link(to: "nowhere")),
                Resource(source: "S/tree/in", name: "tree/in", .link(to: "a.txt")),
                Resource(source: "S/tree/out", name: "tree/out", .link(to: "../../../x")),
            ])
        // Whoever remembers what a package's folders said must know of them.
        #expect(package.links.isSuperset(of: ["S/tree/gone", "S/tree/in", "S/top", "S/flat/link"]))
    }

    @Test("a link in what becomes code that leads back is an error, not endless code")
    func embeddedLinks() {
        #expect(throws: LayoutFailure.problem(.endlessLink("S/tree/again"))) {
            try bundle([.init(path: "tree", rule: .embedInCode)], ["S/tree/a.txt"], links: ["S/tree/again": "../tree"])
        }
    }
}
