import Disk
import Targets
import Testing

@testable import AffectedTargets

/// Targets that reach their files through symbolic links.
@Suite struct AffectedLinksTests {
    private let world = SmallWorkspace.chain

    @Test("through links, those that lead into links too")
    func links() throws {
        var world = world
        world.files["Shared/x.swift"] = "1"
        world.targets["C"].sources = ["Sources/C/c.swift", "Sources/C/link/x.swift"]
        world.links = ["Sources/C/link": "../../Now", "Now": "Shared"]
        #expect(try world.affected { $0.files["Shared/x.swift"] = "2" } == ["C"])
        for (link, destination) in [("Now", "Else"), ("Sources/C/link", "../../Shared")] {
            #expect(try world.affected { $0.links[link] = destination } == ["C"], "\(link)")
        }
        #expect(try world.affected { $0.links["Beside"] = "Shared" } == [])
        let end = try world.end()
        #expect(FileOwners(of: end.workspace, files: end.files).placesOutside == [])
        world.links["Now"] = "../out/now"
        world.links["../out/now"] = "there"
        let other = try world.end()
        #expect(
            FileOwners(of: other.workspace, files: other.files).placesOutside == [
                AbsolutePath("/r/out/now"), AbsolutePath("/r/out/there"),
            ])
    }

    @Test("packages, declared folders, resources and folders of headers behind links that nobody listed")
    func unlistedLinks() throws {
        var world = world
        world.hasListedLinks = false
        world.links = [
            "Other": "Real/Other", "Deep/Way": "../Real/Deep", "Assets/now": "../Real/Assets",
            "headers": "Real/headers",
        ]
        world.files = world.files.filter { !$0.key.hasPrefix("Other/") }
        for path in ["Other/Sources/D/d.swift", "Deep/c/c.swift", "Assets/a.txt", "headers/x.h"] {
            world.files["Real/" + path] = "1"
        }
        (world.targets["C"].folder, world.targets["C"].sources) = ("Deep/Way/c", ["Deep/Way/c/c.swift"])
        world.targets["B"].resources = [Resource(source: "Assets/now/a.txt", name: "a.txt")]
        world.targets["CLib"].settings = [Conditional(.clangHeaderSearchPath(.c, "headers"))]
        for (path, expected) in [
            ("Other/Sources/D/d.swift", ["D"]), ("Deep/c/c.swift", ["C"]), ("Assets/a.txt", ["B", "app"]),
            ("headers/x.h", ["B", "CLib", "app"]),
        ] {
            #expect(
                try world.affected { $0.files["Real/" + path] = "2" }.filter { !$0.hasSuffix("T") } == expected,
                "\(path)")
        }
        for (link, expected) in [
            ("Other", ["D"]), ("Deep/Way", ["C"]), ("Assets/now", ["B", "app"]), ("headers", ["B", "CLib", "app"]),
        ] {
            #expect(
                try world.affected { $0.links[link] = link.contains("/") ? "../Else" : "Else" }.filter {
                    !$0.hasSuffix("T")
                } == expected, "\(link)")
        }
    }

    @Test("a way is followed as the system does it")
    func ways() throws {
        let disk = InMemoryFileSystem(["/r/w/a/b/x": "1", "/r/w/c/d/y": "1"])
        for (path, destination) in [
            ("/r/w/l", "c/d"), ("/r/w/a/m", "../l"), ("/r/w/loop", "loop"), ("/r/w/out", "/r/else/./z"),
        ] {
            try disk.makeSymbolicLink(at: AbsolutePath(path), to: destination)
        }
        let lookup = PathLookup(files: disk, root: AbsolutePath("/r/w"))
        func way(_ path: String) -> [String] {
            let way = lookup.way(along: path, from: AbsolutePath("/r/w"))
            return [way.end.string] + way.links.map(\.string)
        }
        #expect(way("a/b/x") == ["/r/w/a/b/x"])
        #expect(way("a/m/y") == ["/r/w/c/d/y", "/r/w/a/m", "/r/w/l"])
        #expect(way("l/../x") == ["/r/w/c/x", "/r/w/l"])
        #expect(way("out/./q") == ["/r/else/z/q", "/r/w/out"])
        #expect(way("no/../no/x") == ["/r/w/no/x"])
        #expect(way("loop/x")[0] == "/r/w/loop/x")
        #expect(way("..") == ["/r"] && way("/") == ["/"] && way("") == ["/r/w"])
    }

    @Test("what tests read behind links: a package's files, what mono.json declares")
    func testReadsBehindLinks() throws {
        var world = world
        world.links = ["Linked": "Real", "Fixtures": "Data"]
        world.addPackage("Linked")
        world.files["Real/README.md"] = "1"
        world.files["Data/a"] = "1"
        func affected(_ path: String) throws -> [String] {
            var other = world
            other.files[path] = "2"
            var before = try world.end(), after = try other.end()
            (before.testInputs.files, after.testInputs.files) = (["Fixtures"], ["Fixtures"])
            return AffectedQuery(before: before, after: after, changes: world.changes(to: other)) { _ in
                .init(files: [SmallWorkspace.root / "Real/README.md"])
            }
            .answer().targets.map(\.name)
        }
        #expect(try affected("Real/README.md") == ["AT", "DT"])
        #expect(try affected("Data/a") == ["AT", "DT"])
        #expect(try affected("Other/a") == [])
    }
}
