import Disk
import Targets
import Testing

@testable import PackageManifests

@Suite struct TargetFilesTests {
    /// The files of one target of a package whose folder holds `paths`.
    private func files(
        _ target: DeclaredTarget, in folder: String = "S", tools: (Int, Int) = (6, 0), _ paths: [String],
        links: [String: String] = [:]
    ) throws -> TargetFiles {
        let files = InMemoryFileSystem(Dictionary(uniqueKeysWithValues: paths.map { ("/p/" + $0, "") }))
        for (path, destination) in links { try files.makeSymbolicLink(at: AbsolutePath("/p/" + path), to: destination) }
        var package = PackageFolder(root: AbsolutePath("/p"), files: files)
        return try TargetFiles(of: target, in: folder, tools: ToolsVersion(tools.0, tools.1), package: &package)
    }

    private func files(tools: (Int, Int) = (6, 0), _ paths: [String], links: [String: String] = [:]) throws
        -> TargetFiles
    {
        try files(Sample.target("T", path: "S"), tools: tools, paths, links: links)
    }

    @Test("files are sources, headers, or nothing that anybody knows, by extension")
    func extensions() throws {
        let found = try files([
            "S/a.swift", "S/c.c", "S/m.m", "S/mm.mm", "S/cc.cc", "S/cpp.cpp", "S/cxx.cxx", "S/s.s", "S/S.S", "S/h.h",
            "S/hpp.hpp", "S/i.ipp", "S/d.def",
            "S/x.inc", "S/README.md", "S/x.swift.orig", "S/.hidden.swift", "S/.folder/a.swift", "S/m.modulemap",
            "S/n.apinotes", "S/swift",
            "S/end.", "S/P.xcprivacy",
        ])
        #expect(
            found.sources == [
                "S/S.S", "S/a.swift", "S/c.c", "S/cc.cc", "S/cpp.cpp", "S/cxx.cxx", "S/m.m", "S/mm.mm", "S/s.s",
            ])
        #expect(found.headers == ["S/d.def", "S/h.h", "S/hpp.hpp", "S/i.ipp"])
        #expect(found.unhandled == ["S/README.md", "S/end.", "S/swift", "S/x.inc", "S/x.swift.orig"])
        #expect(found.resources == [])
    }

    @Test("names with spaces and of any script, folders in folders, sorted by bytes")
    func names() throws {
        let found = try files(["S/b c/ä ö.swift", "S/b c/d/日本.swift", "S/Z.swift", "S/a.swift", "S/b.swift"])
        #expect(found.sources == ["S/Z.swift", "S/a.swift", "S/b c/d/日本.swift", "S/b c/ä ö.swift", "S/b.swift"])
    }

    @Test("what is excluded is gone, files and folders")
    func exclude() throws {
        let target = Sample.target("T", exclude: ["gone", "x.swift", "./deep/../also", "../elsewhere"])
        #expect(
            try files(target, ["S/a.swift", "S/gone/b.swift", "S/x.swift", "S/also/c.swift", "S/deep/x.swift"]).sources
                == ["S/a.swift", "S/deep/x.swift"])
    }

    @Test(
        "a target whose own folder is hidden, of other tools, or excluded has no files; folders above it count for nothing"
    )
    func ownFolder() throws {
        for folder in [".hidden", "deep/.hidden", "x.playground", "x.xcodeproj"] {
            #expect(try files(Sample.target("T"), in: folder, [folder + "/a.swift"]).sources.isEmpty, "\(folder)")
        }
        #expect(try files(Sample.target("T", exclude: ["."]), ["S/a.swift"]).sources.isEmpty)
        #expect(
            try files(Sample.target("T"), in: ".hidden/deep", [".hidden/deep/a.swift"]).sources == [
                ".hidden/deep/a.swift"
            ])
        #expect(
            try files(Sample.target("T"), in: "x.xcassets", ["x.xcassets/a.swift"]).sources == ["x.xcassets/a.swift"])
        // The package's folder itself goes by its name.
        let system = InMemoryFileSystem(["/.p/a.swift": "", "/p/a.swift": ""])
        for (root, sources) in ["/.p": [], "/p": ["a.swift"]] {
            var package = PackageFolder(root: AbsolutePath(root), files: system)
            #expect(
                try TargetFiles(of: Sample.target("T"), in: ".", tools: ToolsVersion(6, 0), package: &package).sources
                    == sources)
        }
    }

    @Test("declared sources are all there are; headers come with them")
    func sources() throws {
        let target = Sample.target("T", sources: ["in", "one.c"])
        let found = try files(
            target, ["S/in/a.c", "S/in/a.h", "S/in/sub/b.c", "S/in/notes.txt", "S/one.c", "S/two.c", "S/two.h"])
        // From 5.3 on everything that is declared is compiled, whatever it is.
        #expect(found.sources == ["S/in/a.c", "S/in/notes.txt", "S/in/sub/b.c", "S/one.c"])
        #expect(found.headers == ["S/in/a.h", "S/two.h"])
        #expect(found.unhandled == ["S/two.c"])
        #expect(
            try files(target, tools: (5, 2), ["S/in/a.c", "S/in/notes.txt", "S/one.c"]).sources == [
                "S/in/a.c", "S/one.c",
            ])
    }

    @Test("declared resources are none of the sources, and count from 6.0 on even where nothing is there")
    func resources() throws {
        let target = Sample.target(
            "T",
            resources: [
                .init(path: "data", rule: .copy), .init(path: "t", rule: .process), .init(path: "gone", rule: .copy),
            ])
        let paths = ["S/a.swift", "S/data/x.swift", "S/t/one.txt", "S/t/two.swift"]
        #expect(try files(target, paths).resources == ["S/data", "S/gone", "S/t/one.txt", "S/t/two.swift"])
        #expect(try files(target, tools: (5, 9), paths).resources == ["S/data", "S/t/one.txt", "S/t/two.swift"])
        #expect(try files(target, paths).sources == ["S/a.swift"])
    }

    @Test("what only Xcode knows is a resource up to 5.4, and nothing later")
    func xcodeFiles() throws {
        let paths = ["S/a.swift", "S/v.xib", "S/A.xcassets/x.json", "S/D.docc/d.md", "S/de.lproj/l.strings"]
        #expect(try files(tools: (5, 4), paths).resources == ["S/A.xcassets", "S/de.lproj/l.strings", "S/v.xib"])
        let found = try files(tools: (5, 9), paths)
        #expect(found.resources == ["S/de.lproj/l.strings"])
        #expect(found.unhandled == ["S/A.xcassets", "S/v.xib"])
    }

    @Test("folders with an extension: looked into before 5.3, closed until 5.6, then only those that are known")
    func foldersWithExtensions() throws {
        let paths = ["S/v1.0/a.swift", "S/D.docc/b.swift", "S/P.xcodeproj/c.swift"]
        #expect(try files(tools: (5, 2), paths).sources == ["S/D.docc/b.swift", "S/v1.0/a.swift"])
        #expect(try files(tools: (5, 5), paths).sources == [])
        #expect(try files(tools: (5, 6), paths).sources == ["S/v1.0/a.swift"])
        let declared = Sample.target("T", sources: ["v1.0"])
        #expect(try files(declared, tools: (5, 5), paths).sources == ["S/v1.0/a.swift"])
    }

    @Test("assembly counts from 5.0 on")
    func assembly() throws { #expect(try files(tools: (4, 2), ["S/a.S", "S/b.c"]).sources == ["S/b.c"]) }

    @Test("in the package's own folder, manifests and the lock are no sources")
    func packageFolder() throws {
        let paths = ["Package.swift", "Package@swift-5.9.swift", "Package.resolved", "main.swift", "sub/Package.swift"]
        let found = try files(Sample.target("T", path: "."), in: ".", paths)
        #expect(found.sources == ["main.swift", "sub/Package.swift"] && found.unhandled == [])
    }

    @Test("links to files and folders are what they lead to; dead ones are nothing")
    func links() throws {
        let found = try files(
            ["S/a.swift", "other/b.swift", "other/c.swift"],
            links: ["S/link.swift": "../other/b.swift", "S/folder": "../other", "S/dead.swift": "nowhere"])
        #expect(found.sources == ["S/a.swift", "S/folder/b.swift", "S/folder/c.swift", "S/link.swift"])
    }

    @Test("a link to a folder above ends the walk with an error, not never")
    func endlessLink() {
        #expect(throws: LayoutFailure.problem(.endlessLink("S/sub/up"))) {
            try files(["S/sub/a.swift"], links: ["S/sub/up": ".."])
        }
    }

    @Test("two folders with links to each other are an endless walk too; two with links to a third are not")
    func linksToEachOther() throws {
        #expect(throws: LayoutFailure.problem(.endlessLink("S/a/b/a"))) {
            try files(["S/a/x.swift", "T/y.swift"], links: ["S/a/b": "../../T", "T/a": "../S/a"])
        }
        let found = try files(
            ["S/a/x.swift", "S/c/z.swift", "T/y.swift"], links: ["S/a/b": "../../T", "S/c/b": "../../T"])
        #expect(found.sources == ["S/a/b/y.swift", "S/a/x.swift", "S/c/b/y.swift", "S/c/z.swift"])
    }

    @Test("a folder that cannot be read is an error")
    func unreadable() {
        let files = InMemoryFileSystem(["/p/S/sub/a.swift": ""])
        files.fail(.list, AbsolutePath("/p/S/sub"), code: 13)
        var package = PackageFolder(root: AbsolutePath("/p"), files: files)
        #expect(throws: LayoutFailure.file(FileError(.list, AbsolutePath("/p/S/sub"), code: 13))) {
            try TargetFiles(of: Sample.target("T"), in: "S", tools: ToolsVersion(6, 0), package: &package)
        }
    }
}
