import Disk
import PackageResolution
import Targets
import Testing

@testable import PackageManifests

/// What dependencies lead to: products, whose they are, and what holds them.
@Suite struct GraphProductsTests: GraphAssembling {
    @Test(
        "dependencies: those for other platforms and disabled traits are gone, the others keep the configuration they are for"
    )
    func dependencies() throws {
        let manifest = Sample.manifest(
            traits: [DeclaredTrait(name: "Off", enables: [])],
            targets: [
                Sample.target(
                    "A",
                    dependencies: [
                        Sample.needs(.either("B"), when: Condition(configuration: .debug)),
                        Sample.needs(.target("C"), when: Condition(platforms: ["windows"])),
                        Sample.needs(.either("Nobody"), when: Condition(platforms: ["macos"])),
                        Sample.needs(.target("C"), when: Condition(traits: ["Off"])),
                    ]), Sample.target("B"), Sample.target("C"),
            ])
        let found = try targets(manifest, files: "Sources/A/a.swift", "Sources/B/b.swift", "Sources/C/c.swift")
        #expect(found["A"]?.dependencies == [Conditional(.target(TargetID(PackageID("."), "B")), when: .debug)])
    }

    @Test("executables without a product get one; libraries' products of that name stand in its way")
    func implicitProducts() throws {
        let manifest = Sample.manifest(
            products: [
                DeclaredProduct(name: "tool", kind: .executable, targets: ["Named"]), Sample.library("Taken", "Lib"),
            ],
            targets: [
                Sample.target("Named", .executable), Sample.target("Plain", .executable),
                Sample.target("Taken", .executable), Sample.target("Lib"),
            ])
        let files = ["Named", "Plain", "Taken", "Lib"].map { ("Sources/\($0)/a.swift", "") }
        let products = try assemble([package(manifest)], files: Dictionary(uniqueKeysWithValues: files)).graph.products
        #expect(
            products.values.filter { $0.kind == .executable }.map { ($0.id.name, $0.isDeclared) }.sorted { $0.0 < $1.0 }
                .map { "\($0)" }
                == ["(\"Plain\", false)", "(\"tool\", true)"])
    }

    @Test("snippets see the libraries that products hold, each is a program of its own")
    func snippets() throws {
        let manifest = Sample.manifest(
            products: [Sample.library("Lib")], targets: [Sample.target("Lib"), Sample.target("Hidden")])
        let found = try assemble(
            [package(manifest)],
            files: [
                "Sources/Lib/a.swift": "", "Sources/Hidden/b.swift": "", "Snippets/One.swift": "",
                "Snippets/More/Two.swift": "@main struct M {}", "Snippets/More/x.md": "",
            ])
        let snippets = found.graph.targets.values.filter { $0.kind == .snippet }.sorted { $0.id < $1.id }
        #expect(snippets.map(\.id.name) == ["One", "Two"] && snippets.map(\.folder) == ["Snippets", "Snippets/More"])
        #expect(
            snippets.allSatisfy {
                $0.dependencies == [Conditional(.target(TargetID(PackageID("."), "Lib")))] && !$0.packageAccess
            })
        #expect(snippets.map(\.hasMainAttribute) == [false, true])
        #expect(found.graph.products[ProductID(PackageID("."), "Two")]?.kind == .snippet)
    }

    @Test("a package with a module map beside its manifest is one system library, and all of its users see it")
    func systemPackage() throws {
        let user = Sample.manifest(
            dependencies: [Sample.folder("../sys", identity: "sys")], targets: [Sample.target("A")])
        let found = try assemble(
            [package(user, at: "app"), package(Sample.manifest("CSys"), at: "sys", .local)],
            files: ["app/Sources/A/a.swift": "", "sys/module.modulemap": ""])
        #expect(
            found.graph.targets[TargetID(PackageID("app"), "A")]?.dependencies == [
                Conditional(.target(TargetID(PackageID("sys"), "CSys")))
            ])
        #expect(found.graph.targets[TargetID(PackageID("sys"), "CSys")]?.moduleMap == .own("module.modulemap"))
    }

    @Test("a product is found by its package's name, its explicit name, or, in older manifests, by itself alone")
    func productNames() throws {
        func dependencies(tools: (Int, Int), _ reference: DeclaredTargetDependency.Reference, explicit: String? = nil)
            throws -> [TargetID]
        {
            var dependency = Sample.folder("../kit", identity: "kit")
            dependency.explicitName = explicit
            let user = Sample.manifest(
                tools: tools, dependencies: [dependency],
                targets: [Sample.target("A", dependencies: [Sample.needs(reference)])])
            let kit = Sample.manifest(
                products: [Sample.library("K"), Sample.library("kit", "K")], targets: [Sample.target("K")])
            let graph = try assemble(
                [package(user, at: "app"), package(kit, at: "kit", .local)],
                files: ["app/Sources/A/a.swift": "", "kit/Sources/K/k.swift": ""]
            ).graph
            return graph.dependencies(of: TargetID(PackageID("app"), "A"))
        }
        let expected = [TargetID(PackageID("kit"), "K")]
        #expect(try dependencies(tools: (6, 0), .product("K", package: "Kit", aliases: [])) == expected)
        #expect(try dependencies(tools: (6, 0), .either("kit")) == expected)
        #expect(
            try dependencies(tools: (5, 5), .product("K", package: "TheKit", aliases: []), explicit: "TheKit")
                == expected)
        #expect(try dependencies(tools: (5, 1), .product("K", package: nil, aliases: [])) == expected)
        #expect(throws: ManifestError.self) {
            try dependencies(tools: (6, 0), .product("K", package: "other", aliases: []))
        }
    }

    @Test("a dependency wanted by version may not bring unsafe flags before 6.2; its warning settings are dropped")
    func externalSettings() throws {
        let settings = [
            DeclaredSetting(tool: .swift, kind: .unsafeFlags(["-O"]), condition: .always),
            DeclaredSetting(tool: .c, kind: .allWarnings(asError: true), condition: .always),
            DeclaredSetting(tool: .c, kind: .unsafeFlags(["-Wall", "-O3"]), condition: .always),
        ]
        func graph(tools: (Int, Int), _ state: Pin.State) throws -> TargetGraph {
            let pin = Pin(
                identity: "kit", kind: .remoteSourceControl, location: "https://example.com/apple/kit", revision: "f",
                state: state)
            let kit = Sample.manifest(
                tools: tools, products: [Sample.library("K")], targets: [Sample.target("K", settings: settings)])
            let user = Sample.manifest(
                dependencies: [Sample.remote("kit")],
                targets: [Sample.target("A", dependencies: [Sample.needs(.product("K", package: "kit", aliases: []))])])
            return try assemble(
                [package(user), package(kit, at: ".mono/checkouts/kit", .external(pin))],
                files: ["Sources/A/a.swift": "", ".mono/checkouts/kit/Sources/K/k.swift": ""]
            ).graph
        }
        let kit = TargetID(.external("kit"), "K")
        #expect(throws: ManifestError.unsafeFlags(target: kit, neededBy: PackageID("."))) {
            try graph(tools: (6, 1), .version(Version(1, 0, 0)))
        }
        let expected: [Conditional<Setting>] = [
            Conditional(.swift(.unsafeFlags(["-O"]))), Conditional(.clangUnsafeFlags(.c, ["-O3"])),
        ]
        #expect(try graph(tools: (6, 1), .branch("main")).targets[kit]?.settings == expected)
        #expect(try graph(tools: (6, 2), .version(Version(1, 0, 0))).targets[kit]?.settings == expected)
    }
}
