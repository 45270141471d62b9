import Disk
import GitHistory
import PackageManifests
import PackageResolution
import Targets
import Testing
import Wiring

@testable import AffectedTargets

@Suite struct AffectedQueryTests {
    private let world = SmallWorkspace.chain

    @Test(
        "files",
        arguments: [
            ("Sources/A/a.swift", "A AT B app"), ("Sources/B/b.swift", "B app"), ("Tests/AT/t.swift", "AT"),
            ("Sources/C/c.swift", "C"),
            ("Sources/CLib/include/c.h", "B CLib app"), ("Sources/CLib/any.inc", "B CLib app"), ("README.md", ""),
            ("Sources/A/any.txt", ""),
            ("Sources/Nobody/x.swift", ""), ("Other/Sources/D/d.swift", "D"), ("Other/README.md", ""),
            ("Package.swift", ""),
            ("Package@swift-6.0.swift", ""), ("Package.resolved", ""), ("mono.json", ""),
            ("Other/Package.swift", ""), ("Other/mono.json", ""),
            ("Sources/A/Package.swift", ""),
        ])
    func files(_ path: String, _ expected: String) throws {
        #expect(try world.affected { $0.files[path] = "2" }.joined(separator: " ") == expected)
    }

    @Test("both ends of a file that moved, and what a target was made of that is gone")
    func bothEnds() throws {
        #expect(
            try world.affected { world in
                world.files["Sources/A/b.swift"] = nil
                world.files["Sources/C/b.swift"] = "1"
                world.targets["A"].sources = ["Sources/A/a.swift"]
                world.targets["C"].sources = ["Sources/C/b.swift", "Sources/C/c.swift"]
            } == ["A", "AT", "B", "C", "app"])
        // The list of the target alone is different: `exclude:`.
        #expect(try world.affected { $0.targets["A"].sources.removeLast() } == ["A", "AT", "B", "app"])
        // The target is gone, with its files: nobody needed it.
        #expect(
            try world.affected { world in
                world.files["Sources/C/c.swift"] = nil
                world.targets.removeAll { $0.id.name == "C" }
            } == [])
    }

    @Test(
        "definitions",
        arguments: [
            { $0.targets["C"].settings.append(Conditional(.linkedLibrary("z"))) },
            { $0.targets["C"].kind = .executable },
            { $0.targets["C"].moduleName = "K" }, { $0.targets["C"].folder = "Elsewhere" },
            { $0.targets["C"].packageAccess = false },
            { $0.targets["C"].resources = [Resource(source: "Sources/C/data", name: "data")] },
            { $0.targets["C"].dependencies = [Conditional(.target(TargetID(PackageID("Other"), "D")))] },
            { $0.targets["C"].hasMainAttribute = true }, { $0.targets["C"].publicHeaders = "include" },
            { $0.targets["C"].language = .clang },
            { $0.targets["C"].settings = [Conditional(.swift(.define("X")), when: .debug)] },
        ] as [@Sendable (inout SmallWorkspace) -> Void])
    func definitions(_ change: @Sendable (inout SmallWorkspace) -> Void) throws {
        #expect(try world.affected(by: change) == ["C"])
    }

    @Test("what the package says reaches all of its targets")
    func packages() throws {
        for change: (inout Package) -> Void in [
            { $0.toolsVersion = ToolsVersion(6, 0) }, { $0.traits = ["T"] }, { $0.swiftLanguageModes = ["5"] },
            { $0.cxxLanguageStandard = "c++17" },
        ] {
            #expect(try world.affected { change(&$0.packages[1]) } == ["D", "DT"])
        }
        #expect(try world.affected { $0.packages[1].manifest = "Package@swift-6.0.swift" } == [])
    }

    @Test("products: what they hold reaches their users, how they are linked their own targets")
    func products() throws {
        let d = TargetID(PackageID("Other"), "D"), id = ProductID(PackageID("Other"), "P")
        var world = world
        world.addTarget("E", in: "Other", files: ["Sources/E/e.swift"])
        world.products = [Product(id: id, kind: .automaticLibrary, targets: [d])]
        world.targets["C"].dependencies = [Conditional(.product(id))]
        #expect(try world.affected { $0.files["Other/Sources/D/d.swift"] = "2" } == ["C", "D"])
        #expect(try world.affected { $0.products[0].targets.append(TargetID(PackageID("Other"), "E")) } == ["C"])
        #expect(try world.affected { $0.products[0].kind = .dynamicLibrary } == ["C", "D"])
        #expect(
            try world.affected {
                $0.products.append(Product(id: ProductID(PackageID("Other"), "exe"), kind: .executable, targets: [d]))
            } == ["C", "D"])
    }

    @Test("pins: the users of that package, and nobody else; nobody's business where there was no lock file")
    func pins() throws {
        func pin(_ identity: String, _ version: String, _ revision: String) -> Pin {
            Pin(
                identity: identity, kind: .remoteSourceControl, location: "https://e/\(identity)", revision: revision,
                state: .version(Version(version)!))
        }
        var world = world
        for identity in ["log", "nio"] {
            let package = PackageID.external(identity)
            world.packages.append(
                Package(
                    id: package, displayName: identity, identity: identity, folder: ".mono/checkouts/\(identity)",
                    toolsVersion: ToolsVersion(5, 9)))
            world.targets.append(
                Target(
                    id: TargetID(package, identity), kind: .library, language: .swift, folder: "Sources",
                    sources: ["Sources/x.swift"]))
        }
        world.targets["C"].dependencies = [Conditional(.target(TargetID(.external("log"), "log")))]
        world.targets["B"].dependencies.append(Conditional(.target(TargetID(.external("nio"), "nio"))))
        world.pins = [pin("log", "1.0.0", "a"), pin("nio", "2.0.0", "b")]
        world.hasLock = true
        #expect(try world.affected { $0.pins[0] = pin("log", "1.1.0", "c") } == ["C"])
        #expect(try world.affected { $0.pins[1] = pin("nio", "2.0.0", "moved") } == ["B", "app"])
        #expect(try world.affected { $0.files["Package.resolved"] = "another order" } == [])
        #expect(try world.affected { $0.pins.removeLast() } == [])
        var other = world
        other.pins[0] = pin("log", "1.1.0", "c")
        let answer = try world.answer(to: other)
        #expect(
            answer.direct == [
                TargetID(.external("log"), "log"): [.pin(PinChange(identity: "log", before: "1.0.0", after: "1.1.0"))]
            ])
        #expect(answer.way(from: TargetID(PackageID("."), "C")).map(\.name) == ["C", "log"])

        var without = world
        (without.hasLock, without.pins) = (false, [])
        #expect(try without.answer(to: world).targets.map(\.name) == [])
        world.files["Package.resolved"] = "lock"
        #expect(try without.answer(to: world).targets.map(\.name) == ["B", "C", "app"])
        #expect(try world.answer(to: without).targets.map(\.name) == ["B", "C", "app"])
    }

    @Test("everything, where there was no workspace, and where the toolchain is chosen otherwise")
    func everything() throws {
        let all = ["A", "AT", "B", "C", "CLib", "D", "DT", "app"]
        let end = try world.end()
        #expect(AffectedQuery(before: nil, after: end, changes: []).answer().targets.map(\.name).sorted() == all)
        for (path, expected) in [
            ("/r/w/.swift-version", all), ("/r/.swift-version", all), ("/r/w/Other/.swift-version", []),
            ("/r/other/.swift-version", []),
        ] {
            let change = ChangedFile(path: AbsolutePath(path), earlier: nil, now: .file)
            #expect(
                AffectedQuery(before: end, after: end, changes: [change]).answer().targets.map(\.name).sorted()
                    == expected, "\(path)")
        }
        #expect(AffectedAnswer.everything(in: end.workspace.graph).targets.map(\.name).sorted() == all)
    }

    @Test("a manifest that mono cannot know, with any change and without one")
    func unknownManifests() throws {
        var world = world
        world.notes = [
            .manifestNotRemembered(PackageID("Other"), manifest: SmallWorkspace.root / "Other/Package.swift")
        ]
        #expect(try world.affected { _ in } == [])
        #expect(try world.affected { $0.files["Sources/C/c.swift"] = "2" } == ["C", "D", "DT"])
    }

    @Test("plugins and flags that name files: any file that is nobody's, and the plugin itself")
    func plugins() throws {
        var world = world
        world.addTarget("Plug", .plugin, folder: "Plugins/Plug", files: ["Plugins/Plug/p.swift"])
        world.targets["C"].plugins = [world.targets["Plug"].id]
        world.targets["A"].settings = [Conditional(.swift(.unsafeFlags(["-import-objc-header", "x.h"])))]
        world.targets["D"].settings = [Conditional(.swift(.unsafeFlags(["-Xfrontend", "-warn-long"])))]
        #expect(try world.affected { $0.files["Plugins/Plug/p.swift"] = "2" } == ["C", "Plug"])
        #expect(try world.affected { $0.files["x.h"] = "2" } == ["A", "AT", "B", "C", "app"])
        // A command of C's plugin may name any source of the package as an input.
        #expect(try world.affected { $0.files["Sources/B/b.swift"] = "2" } == ["B", "C", "app"])
    }

    @Test("a folder of which git says nothing more")
    func folders() throws {
        let end = try world.end()
        for (path, expected) in [
            ("Other", ["D", "DT"]), ("Sources/A/inner", ["A", "AT", "B", "app"]),
            ("Sources", ["A", "AT", "B", "C", "CLib", "app"]),
        ] {
            let change = ChangedFile(path: SmallWorkspace.root / path, earlier: nil, now: .folder)
            #expect(
                AffectedQuery(before: end, after: end, changes: [change]).answer().targets.map(\.name).sorted()
                    == expected, "\(path)")
        }
    }

    @Test("what tests read: what they were seen to ask for, programs, what mono.json declares")
    func testReads() throws {
        let root = SmallWorkspace.root
        func affected(_ path: String, _ reading: AffectedQuery.TestReading?) throws -> [String] {
            var other = world
            other.files[path] = "2"
            return AffectedQuery(before: try world.end(), after: try other.end(), changes: world.changes(to: other)) {
                _ in reading
            }
            .answer().targets.map(\.name)
        }
        #expect(try affected("Sources/C/c.swift", .init()) == ["C"])
        #expect(try affected("Sources/C/c.swift", nil) == ["AT", "C", "DT"])
        #expect(try affected("Sources/C/c.swift", .init(files: [root / "Sources/C/c.swift"])) == ["AT", "C", "DT"])
        #expect(try affected("Sources/C/c.swift", .init(files: [root / "README.md"])) == ["C"])
        #expect(try affected("new", .init(absent: [root / "new"])) == [])
        #expect(try affected("new", .init(files: [root / "new"], absent: [root / "new"])) == ["AT", "DT"])
        #expect(try affected("new/file", .init(absent: [root / "new"])) == ["AT", "DT"])
        #expect(try affected("new/file", .init(listed: [root])) == ["AT", "DT"])
        #expect(try affected("Sources/C/c.swift", .init(listed: [root / "Sources/C"])) == ["C"])
        #expect(try affected("Sources/C/new.txt", .init(listed: [root / "Sources/C"])) == ["AT", "DT"])
        #expect(
            try affected("Sources/CLib/c.c", .init(starts: [TargetID(PackageID("."), "app")])) == [
                "AT", "B", "CLib", "app", "DT",
            ])
        var before = try world.end(), after = try world.end()
        after.testInputs.environment = ["A"]
        #expect(AffectedQuery(before: before, after: after, changes: []).answer().targets.map(\.name) == ["AT", "DT"])
        before.testInputs.files = ["Fixtures"]
        after.testInputs = before.testInputs
        let change = ChangedFile(path: SmallWorkspace.root / "Fixtures/a", earlier: nil, now: .file)
        #expect(
            AffectedQuery(before: before, after: after, changes: [change]).answer().targets.map(\.name) == ["AT", "DT"])
    }

    @Test("what mono.json says of object graphs reaches the programs that see the marker module, wherever it stands")
    func wiring() throws {
        func affected(_ old: WiringSettings?, _ new: WiringSettings?) throws -> [String] {
            var before = try world.end(), after = before
            before = .init(workspace: before.workspace, files: before.files, wiring: old)
            after = .init(workspace: after.workspace, files: after.files, wiring: new)
            return AffectedQuery(before: before, after: after, changes: []).answer().targets.map(\.name)
        }
        func settings(_ type: String, line: Int = 1) -> WiringSettings {
            var app = WiringSettings.App()
            app.bind = [.init(of: .init("A.P", line: line), type: type)]
            return WiringSettings(module: "A", apps: ["app": app])
        }
        let programs = try affected(nil, settings("B.T"))
        #expect(programs.contains("app") && !programs.contains("A") && !programs.contains("D"), "\(programs)")
        #expect(try affected(settings("B.T"), settings("B.U")) == programs)
        #expect(try affected(settings("B.T"), nil) == programs)
        #expect(try affected(settings("B.T"), settings("B.T", line: 7)) == [])
    }

    @Test("reasons, and the shortest way")
    func reasons() throws {
        var other = world
        other.files["Sources/A/a.swift"] = "2"
        other.files["Sources/A/new.swift"] = "1"
        other.targets["A"].sources = ["Sources/A/a.swift", "Sources/A/b.swift", "Sources/A/new.swift"]
        other.targets["A"].settings = [Conditional(.linkedLibrary("z"))]
        let answer = try world.answer(to: other)
        func id(_ name: String) -> TargetID { TargetID(PackageID("."), name) }
        #expect(
            answer.direct == [
                id("A"): [
                    .file("Sources/A/a.swift", .edited), .file("Sources/A/new.swift", .added), .definition([.settings]),
                ]
            ])
        #expect(answer.way(from: id("app")) == [id("app"), id("B"), id("A")])
        #expect(answer.way(from: id("A")) == [id("A")])
        #expect(answer.through[id("C")] == nil)
    }
}
