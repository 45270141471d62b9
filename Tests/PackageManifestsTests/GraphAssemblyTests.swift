import Disk
import PackageResolution
import Targets
import Testing

@testable import PackageManifests

/// From manifests and files to targets and products.
@Suite struct GraphAssemblyTests: GraphAssembling {
    @Test("system libraries are found with what pkg-config's files say; one that is not known is told and no error")
    func systemLibraries() throws {
        var known = Sample.target("Known", .system), unknown = Sample.target("Unknown", .system)
        (known.pkgConfig, unknown.pkgConfig, unknown.providers) = ("known", "unknown", ["apt: libunknown-dev"])
        var table = PackageTable()
        table.add(package(Sample.manifest(targets: [known, unknown])))
        let disk = InMemoryFileSystem([
            "/w/Sources/Known/module.modulemap": "", "/w/Sources/Unknown/module.modulemap": "",
            "/pc/known.pc": "Cflags: -I/opt/known\nLibs: -L/opt/lib -lknown",
        ])
        let enabled = try EnabledTraits(
            roots: [(package: PackageID("."), traits: ["default"])], packages: { table[$0] },
            find: { table.package(meantBy: $1, of: $0) })
        let found = try GraphAssembly(
            table: table, traits: enabled, files: disk, environment: ["PKG_CONFIG_LIBDIR": "/pc"]
        ).assembled()
        let (graph, notes) = (found.graph, found.notes)
        #expect(
            graph.targets[TargetID(PackageID("."), "Known")]?.settings.map(\.value) == [
                .clangUnsafeFlags(.c, ["-I/opt/known"]), .linkerUnsafeFlags(["-L/opt/lib", "-lknown"]),
            ])
        let id = TargetID(PackageID("."), "Unknown")
        #expect(notes == [.systemLibrary(id, .unknown("unknown"), providers: ["apt: libunknown-dev"])])
        #expect(graph.targets[id]?.settings == [] && graph.targets[id]?.obstacles == [])
    }

    @Test("kinds and languages follow from what is declared and from what is there")
    func kinds() throws {
        let manifest = Sample.manifest(targets: [
            Sample.target("Lib"), Sample.target("Exe", .executable), Sample.target("OldExe"), Sample.target("C"),
            Sample.target("CExe"), Sample.target("Sys", .system),
            Sample.target("Tests", .test), Sample.target("Mac", .macro), Sample.target("Plug", .plugin),
            Sample.target("Bin", .binary, path: "b.zip"),
        ])
        let found = try targets(
            manifest, files: "Sources/Lib/a.swift", "Sources/Exe/a.swift", "Sources/OldExe/sub/Main.swift",
            "Sources/C/c.c", "Sources/C/include/C.h",
            "Sources/CExe/main.c", "Sources/Sys/module.modulemap", "Sources/Sys/shim.h", "Tests/Tests/t.swift",
            "Sources/Mac/m.swift", "Plugins/Plug/p.swift")
        #expect(
            found.mapValues(\.kind) == [
                "Lib": .library, "Exe": .executable, "OldExe": .executable, "C": .library, "CExe": .executable,
                "Sys": .system, "Tests": .test, "Mac": .macro,
                "Plug": .plugin, "Bin": .binary,
            ])
        #expect(
            found.filter { $0.value.language != .swift }.mapValues(\.language) == [
                "C": .clang, "CExe": .clang, "Sys": .none, "Bin": .none,
            ])
        #expect(found.filter { !$0.value.obstacles.isEmpty }.mapValues(\.obstacles) == ["Bin": [.binary]])
        #expect(
            found["C"]?.moduleMap == .umbrellaHeader("Sources/C/include/C.h")
                && found["C"]?.publicHeaders == "Sources/C/include")
        #expect(found["CExe"]?.moduleMap == ModuleMap.none && found["CExe"]?.publicHeaders == nil)
        #expect(
            found["Sys"]?.moduleMap == .own("Sources/Sys/module.modulemap")
                && found["Sys"]?.headers == ["Sources/Sys/module.modulemap", "Sources/Sys/shim.h"])
    }

    @Test("folders: the predefined ones, a path, and the whole folder for a lone target from 5.9 on")
    func folders() throws {
        #expect(
            try targets(Sample.manifest(targets: [Sample.target("A")]), files: "src/A/a.swift")["A"]?.folder == "src/A")
        #expect(
            try targets(Sample.manifest(targets: [Sample.target("A", path: "x/./y")]), files: "x/y/a.swift")["A"]?
                .folder == "x/y")
        #expect(
            try targets(Sample.manifest(targets: [Sample.target("A", path: "")]), files: "a.swift", "Package.swift")[
                "A"]?.sources == ["a.swift"])
        let lone = [Sample.target("A"), Sample.target("T", .test)]
        let found = try targets(
            Sample.manifest(targets: lone), files: "Sources/a.swift", "Sources/Sub/b.swift", "Tests/t.swift")
        #expect(found["A"]?.sources == ["Sources/Sub/b.swift", "Sources/a.swift"] && found["T"]?.folder == "Tests")
        #expect(
            layoutProblem(Sample.manifest(tools: (5, 8), targets: [Sample.target("A")]), files: "Sources/a.swift")
                == .noFolder(searched: ["Sources/A", "Sources"]))
        #expect(
            layoutProblem(
                Sample.manifest(targets: [Sample.target("A"), Sample.target("B")]), files: "Sources/A/a.swift")
                == .noFolder(searched: ["Sources/B"]))
        #expect(
            layoutProblem(Sample.manifest(targets: [Sample.target("A", path: "../out")]), files: "x")
                == .pathOutsidePackage("../out"))
        #expect(
            layoutProblem(Sample.manifest(targets: [Sample.target("A", path: "/abs")]), files: "x")
                == .pathOutsidePackage("/abs"))
        #expect(
            layoutProblem(Sample.manifest(targets: [Sample.target("A", path: "gone")]), files: "x")
                == .pathIsNoFolder("gone"))
    }

    @Test("a package's own list of tests is looked for beside its test targets and above them, and not in them")
    func testLists() throws {
        let manifest = Sample.manifest(targets: [
            Sample.target("Lib"), Sample.target("One", .test), Sample.target("Two", .test, path: "Checks/Two"),
        ])
        let files = ["Sources/Lib/a.swift", "Tests/One/a.swift", "Checks/Two/a.swift"]
        func list(_ added: String...) throws -> [String: TestList] {
            try targets(manifest, files: files + added).compactMapValues(\.testList)
        }
        for path in ["Tests/LinuxMain.swift", "Checks/XCTMain.swift", "LinuxMain.swift"] {
            let found = TestList(path: path, hasMainAttribute: false)
            #expect(try list(path) == ["One": found, "Two": found])
        }
        #expect(try list("Tests/One/LinuxMain.swift", "Sources/LinuxMain.swift", "Tests/linuxmain.swift").isEmpty)
        #expect(
            layoutProblem(manifest, files: files + ["Tests/LinuxMain.swift", "Checks/LinuxMain.swift"])
                == .severalTestLists(["Checks/LinuxMain.swift", "Tests/LinuxMain.swift"]))
    }

    @Test("what is wrong with a target's files is told")
    func problems() {
        let one = Sample.target("A", path: "S"), two = Sample.target("B", path: "S")
        #expect(
            layoutProblem(Sample.manifest(targets: [one, two]), files: "S/a.swift")
                == .overlap(path: "S/a.swift", otherTarget: "A"))
        #expect(
            layoutProblem(Sample.manifest(targets: [Sample.target("C")]), files: "Sources/C/c.c")
                == .noPublicHeaders("Sources/C/include"))
        #expect(
            layoutProblem(
                Sample.manifest(targets: [Sample.target("C", publicHeadersPath: "../x")]), files: "Sources/C/c.c")
                == .publicHeadersOutsideTarget("../x"))
        #expect(
            layoutProblem(Sample.manifest(targets: [Sample.target("S", .system)]), files: "Sources/S/x.h")
                == .noModuleMap("Sources/S/module.modulemap"))
        let search = DeclaredSetting(tool: .c, kind: .headerSearchPath("../../../up"), condition: .always)
        #expect(
            layoutProblem(
                Sample.manifest(targets: [Sample.target("C", settings: [search])]), files: "Sources/C/c.c",
                "Sources/C/include/C.h")
                == .headerSearchPathOutsidePackage("../../../up"))
    }

    @Test("before 5.5 a C library may do without public headers")
    func noHeaders() throws {
        let found = try targets(Sample.manifest(tools: (5, 4), targets: [Sample.target("C")]), files: "Sources/C/c.c")
        #expect(found["C"]?.publicHeaders == nil && found["C"]?.moduleMap == ModuleMap.none)
    }

    @Test("obstacles are found on the target that has them")
    func obstacles() throws {
        let manifest = Sample.manifest(targets: [
            Sample.target("Mixed"), Sample.target("Res", resources: [.init(path: "r", rule: .embedInCode)]),
            Sample.target("CRes", resources: [.init(path: "r", rule: .embedInCode)]), Sample.target("CTests", .test),
            Sample.target("Plugged", plugins: [.init(name: "Gen", package: nil)]),
            Sample.target("Privacy"), Sample.target("Gen", .plugin),
        ])
        let found = try targets(
            manifest, files: "Sources/Mixed/a.swift", "Sources/Mixed/b.c", "Sources/Res/a.swift",
            "Sources/Res/r/x.json", "Sources/CRes/a.c", "Sources/CRes/include/a.h", "Sources/CRes/r/x.json",
            "Tests/CTests/t.c", "Tests/CTests/include/t.h", "Sources/Plugged/a.swift",
            "Sources/Privacy/a.swift", "Sources/Privacy/P.xcprivacy", "Plugins/Gen/p.swift")
        #expect(found["Plugged"]?.plugins.map(\.name) == ["Gen"])
        #expect(
            found.mapValues(\.obstacles) == [
                "Mixed": [.mixedLanguages], "Res": [], "CRes": [.embeddedResources(["Sources/CRes/r/x.json"])],
                "CTests": [.testInC], "Plugged": [], "Gen": [], "Privacy": [],
            ])
    }

    @Test("a target without files is none, and what depends on it does without; a product may not hold it")
    func emptyTargets() throws {
        let targets = [
            Sample.target("A", dependencies: [Sample.needs(.target("E")), Sample.needs(.either("E"))]),
            Sample.target("E"),
        ]
        let files = ["Sources/A/a.swift": "", "Sources/E/README": ""]
        let found = try assemble([package(Sample.manifest(targets: targets))], files: files)
        #expect(found.graph.order.map(\.name) == ["A"])
        #expect(
            found.notes.contains(
                .emptyTarget(TargetID(PackageID("."), "E"), manifest: AbsolutePath("/w/Package.swift"))))
        #expect(throws: ManifestError.emptyProduct(ProductID(PackageID("."), "P"), target: "E")) {
            try assemble(
                [package(Sample.manifest(products: [Sample.library("P", "E")], targets: targets))], files: files)
        }
        #expect(
            throws: ManifestError.graph(
                .unknownTarget(TargetID(PackageID("."), "Gone"), neededBy: .target(TargetID(PackageID("."), "A"))))
        ) {
            try assemble(
                [
                    package(
                        Sample.manifest(targets: [Sample.target("A", dependencies: [Sample.needs(.target("Gone"))])]))
                ], files: files)
        }
    }

    @Test("files that no rule fits are worth a note, in the workspace's own packages")
    func unhandled() throws {
        let found = try assemble(
            [package(Sample.manifest(targets: [Sample.target("A")]))],
            files: ["Sources/A/a.swift": "", "Sources/A/notes.md": "", "Sources/A/D.docc/x.md": ""])
        #expect(found.notes == [.unhandledFiles(TargetID(PackageID("."), "A"), ["Sources/A/notes.md"])])
    }

    @Test("settings: conditions on platform and traits are decided, the one on the configuration stays")
    func settings() throws {
        func define(_ name: String, _ condition: Condition) -> DeclaredSetting {
            DeclaredSetting(tool: .swift, kind: .define(name), condition: condition)
        }
        let manifest = Sample.manifest(
            traits: [DeclaredTrait(name: "On", enables: []), DeclaredTrait(name: "Off", enables: [])],
            targets: [
                Sample.target(
                    "A",
                    settings: [
                        define("ALWAYS", .always), define("LINUX", Condition(platforms: ["macos", "linux"])),
                        define("MAC", Condition(platforms: ["macos"])),
                        define("DEBUG_ONLY", Condition(configuration: .debug)), define("ON", Condition(traits: ["On"])),
                        define("OFF", Condition(traits: ["Off"])),
                        define(
                            "BOTH", Condition(platforms: ["linux"], configuration: .release, traits: ["On", "Off"])),
                        DeclaredSetting(tool: .linker, kind: .linkedFramework("UIKit"), condition: .always),
                        DeclaredSetting(tool: .linker, kind: .linkedLibrary("z"), condition: .always),
                        DeclaredSetting(tool: .c, kind: .headerSearchPath("../shared"), condition: .always),
                        DeclaredSetting(tool: .swift, kind: .interoperability(cxx: false), condition: .always),
                    ])
            ])
        #expect(
            try targets(manifest, traits: ["On"], files: "Sources/A/a.swift")["A"]?.settings == [
                Conditional(.swift(.define("ALWAYS"))), Conditional(.swift(.define("LINUX"))),
                Conditional(.swift(.define("DEBUG_ONLY")), when: .debug),
                Conditional(.swift(.define("ON"))), Conditional(.swift(.define("BOTH")), when: .release),
                Conditional(.linkedLibrary("z")),
                Conditional(.clangHeaderSearchPath(.c, "Sources/shared")),
            ])
    }

    @Test("`@main` is looked for in executables of one file")
    func mainAttribute() throws {
        let manifest = Sample.manifest(targets: [Sample.target("One", .executable), Sample.target("Two", .executable)])
        let found = try assemble(
            [package(manifest)],
            files: [
                "Sources/One/a.swift": "@main struct A {}", "Sources/Two/a.swift": "@main struct A {}",
                "Sources/Two/b.swift": "",
            ])
        #expect(found.graph.targets[TargetID(PackageID("."), "One")]?.hasMainAttribute == true)
        #expect(found.graph.targets[TargetID(PackageID("."), "Two")]?.hasMainAttribute == false)
    }
}
