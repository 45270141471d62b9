import BuildPlanning
import Targets
import Testing
import Toolchains

/// What SwiftPM's rules put into compiles and links, where they are not what one would assumption.
@Suite struct SwiftPMRulesTests {
    private let package = PackageID("Packages/Sample")

    private func words(_ plan: BuildPlan, _ action: String) -> [String] {
        plan.graph[ActionID(action)].arguments.map { $0.spelled(jobs: 1, root: "/w", temporary: "/tmp") }
    }

    private func target(_ name: String, _ kind: Target.Kind = .library, needs: [TargetDependency] = []) -> Target {
        Target(
            id: TargetID(package, name), kind: kind, language: .swift, folder: "Sources/\(name)",
            sources: ["Sources/\(name)/\(name).swift"], dependencies: needs.map { Conditional($0) })
    }

    @Test func whatIsOnlyRunIsNotLinked() throws {
        var sample = SampleGraph()
        let tool = target("Tool", .executable, needs: [.target(TargetID(package, "ToolKit"))])
        let product = Product(id: ProductID(package, "tool"), kind: .executable, targets: [tool.id])
        sample.extra = [tool, target("ToolKit")]
        sample.extraProducts = [product]
        sample.app.dependencies.append(Conditional(.product(product.id)))
        #expect(
            !(try sample.plan().graph[ActionID("link Packages/Sample:App")].consumed.contains {
                $0.name.contains("Tool")
            }))
        // As a target, it lends what it depends on, and not itself.
        sample.app.dependencies[1] = Conditional(.target(tool.id))
        let consumed = try sample.plan().graph[ActionID("link Packages/Sample:App")].consumed.map(\.name)
        #expect(
            consumed.contains("compile Packages/Sample:ToolKit") && !consumed.contains("compile Packages/Sample:Tool"))
    }

    @Test func dynamicLibrariesBringThoseThatTheyNeed() throws {
        var sample = SampleGraph()
        let low = Product(id: ProductID(package, "Low"), kind: .dynamicLibrary, targets: [TargetID(package, "LowKit")])
        let high = Product(
            id: ProductID(package, "High"), kind: .dynamicLibrary, targets: [TargetID(package, "HighKit")])
        sample.extra = [target("LowKit"), target("HighKit", needs: [.product(low.id)])]
        sample.extraProducts = [low, high]
        sample.app.dependencies = [Conditional(.product(high.id))]
        let plan = try sample.plan(goal: .some(targets: [], products: [sample.executable.id]))
        let link = words(plan, "link Packages/Sample:App")
        #expect(link.contains("-lHigh") && link.contains("-lLow"))
        #expect(
            plan.placements.map(\.path).sorted() == [
                ".mono/debug/App", ".mono/debug/libHigh.so", ".mono/debug/libLow.so",
            ])
    }

    @Test func staticLibrariesHoldModulesForDebuggersToo() throws {
        var sample = SampleGraph()
        sample.dynamic.kind = .staticLibrary
        let archive = try sample.plan().graph[ActionID("archive Packages/Sample:Shared")]
        #expect(archive.consumed.contains(ActionID("wrap-module Packages/Sample:Library")))
        #expect(archive.outputs.map(\.path) == [".mono/build/debug/local+Packages+Sample/Shared.product/libShared.a"])
    }

    @Test(arguments: [
        ("1.2.3", ToolsVersion(6, 0), true), ("1.2.3", ToolsVersion(5, 10), false),
        ("1.2.3-beta.1", ToolsVersion(6, 0), false),
        ("1.2.3+build", ToolsVersion(6, 1), false),
    ])
    func moduleVersions(version: String, tools: ToolsVersion, isSaid: Bool) throws {
        var sample = SampleGraph()
        sample.makeExternal {
            $0.version = version
            $0.toolsVersion = tools
        }
        #expect(words(try sample.plan(), "compile @sample:Library").contains("-user-module-version") == isSaid)
    }

    @Test func entryPoints() throws {
        var sample = SampleGraph()
        sample.app.hasMainAttribute = true
        let compile = "compile Packages/Sample:App", link = "link Packages/Sample:App"
        #expect(words(try sample.plan(), compile).contains("-parse-as-library"))
        #expect(words(try sample.plan(), link).contains("main=App_main"))
        // The fuzzer's own `main` stays.
        let fuzzed = try sample.plan(.debug, BuildFlags(sanitizers: [.fuzzer]))
        #expect(
            !words(fuzzed, link).contains("main=App_main")
                && !words(fuzzed, compile).contains("-entry-point-function-name"))
        sample.package.toolsVersion = ToolsVersion(5, 4)
        #expect(!words(try sample.plan(), compile).contains("-parse-as-library"))
        #expect(!words(try sample.plan(), link).contains("main=App_main"))
    }

    @Test func traitsAreNoDefinesInC() throws {
        var sample = SampleGraph()
        sample.package.traits = ["Fancy"]
        #expect(words(try sample.plan(), "compile Packages/Sample:Library").contains("-DFancy"))
        #expect(
            !words(try sample.plan(), "compile-clang Packages/Sample:CThing Sources/CThing/thing.c").contains {
                $0.contains("Fancy")
            })
    }

    @Test func systemLibrariesAreFoundWhereTheMachineKeepsThem() throws {
        var sample = SampleGraph()
        sample.system.settings = [
            Conditional(.clangUnsafeFlags(.c, ["-I/opt/thing"])),
            Conditional(.linkerUnsafeFlags(["-L/opt/lib", "-lthing"])),
        ]
        sample.clang.dependencies = [Conditional(.target(sample.system.id))]
        let plan = try sample.plan()
        #expect(
            words(plan, "compile Packages/Sample:App").contains([
                "-Xcc", "-fmodule-map-file=Sources/CSystem/module.modulemap", "-I/opt/thing",
            ]))
        #expect(words(plan, "compile-clang Packages/Sample:CThing Sources/CThing/thing.c").contains("-I/opt/thing"))
        #expect(words(plan, "link Packages/Sample:App").contains(["-L/opt/lib", "-lthing"]))
    }

    @Test func cxxIsLinkedWhereItIsCompiled() throws {
        var sample = SampleGraph()
        #expect(!words(try sample.plan(), "link Packages/Sample:App").contains("-lstdc++"))
        sample.clang.sources.append("Sources/CThing/more.cpp")
        #expect(words(try sample.plan(), "link Packages/Sample:App").contains("-lstdc++"))
    }

    @Test func featuresOfTheProductsOwnTargetsReachItsLink() throws {
        var sample = SampleGraph()
        sample.app.settings = [Conditional(.swift(.experimentalFeature("Embedded")))]
        sample.library.settings = [Conditional(.swift(.experimentalFeature("Lifetimes")))]
        let link = words(try sample.plan(), "link Packages/Sample:App")
        #expect(link.contains(["-enable-experimental-feature", "Embedded"]) && !link.contains("Lifetimes"))
    }

    @Test func assemblyWithoutAPreprocessorHasNoDependencyFile() throws {
        var sample = SampleGraph()
        sample.clang.sources = ["Sources/CThing/a.S", "Sources/CThing/b.s"]
        let plan = try sample.plan()
        #expect(
            plan.graph[ActionID("compile-clang Packages/Sample:CThing Sources/CThing/a.S")].dependencyFiles.count == 1)
        #expect(plan.graph[ActionID("compile-clang Packages/Sample:CThing Sources/CThing/b.s")].dependencyFiles.isEmpty)
    }
}
