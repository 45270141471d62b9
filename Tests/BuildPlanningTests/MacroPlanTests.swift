import BuildPlanning
import Targets
import Testing
import Toolchains

/// Which compiles load which macros, what they see besides, and what is linked of it: as SwiftPM 6.3 does it.
@Suite struct MacroPlanTests {
    private let package = PackageID("Packages/Sample")

    private func target(_ name: String, _ kind: Target.Kind = .library, needs: [String] = []) -> Target {
        Target(
            id: TargetID(package, name), kind: kind, language: .swift, folder: "Sources/\(name)",
            sources: ["Sources/\(name)/a.swift"],
            dependencies: needs.map { Conditional(.target(TargetID(package, $0))) })
    }

    /// App -> Library -> Macros -> Help -> InnerMacros.
    private var sample: SampleGraph {
        var sample = SampleGraph()
        sample.library.dependencies.append(Conditional(.target(TargetID(package, "Macros"))))
        sample.extra = [
            target("Macros", .macro, needs: ["Help"]), target("Help", needs: ["InnerMacros"]),
            target("InnerMacros", .macro), target("Other"),
            target("LibraryTests", .test, needs: ["Library"]), target("MacroTests", .test, needs: ["Macros"]),
        ]
        return sample
    }

    private func link(_ name: String) -> ActionID { ActionID("link Packages/Sample:\(name)") }

    private func loaded(by action: Action) -> [String] {
        let words = action.arguments.compactMap(\.keyed)
        return words.indices.filter { words[$0] == "-load-plugin-executable" }.map { words[$0 + 2] }
    }

    @Test(
        "whoever depends on a macro, directly or not, loads its program and is keyed by its bytes; macros of macros are the macros' own affair",
        arguments: BuildConfiguration.allCases)
    func clients(_ configuration: BuildConfiguration) throws {
        let plan = try sample.plan(configuration)
        let compiles = plan.graph.actions.values.filter(\.compilesSwift)
        #expect(!compiles.isEmpty)
        let expected = [
            "App": "Macros", "Library": "Macros", "Macros": "InnerMacros", "Help": "InnerMacros", "InnerMacros": nil,
            "Other": nil,
        ]
        for compile in compiles {
            let macro = try #require(expected[compile.subject.name])
            let folder = "../../.mono/build/\(configuration)/local+Packages+Sample"
            #expect(
                loaded(by: compile) == (macro.map { ["\(folder)/\($0)-tool.product/\($0)-tool#\($0)"] } ?? []),
                "\(compile.id)")
            #expect(
                compile.consumed.filter { plan.graph[$0].kind == .link } == (macro.map { [link("\($0)-tool")] } ?? []),
                "\(compile.id)")
        }
    }

    private func modules(seenBy action: String, in plan: BuildPlan) -> [String] {
        plan.graph.modules(seenBy: plan.graph[ActionID(action)]).map(\.name).sorted()
    }

    @Test("sources see neither a macro nor what only macros need")
    func whatIsSeen() throws {
        let plan = try sample.plan()
        #expect(
            modules(seenBy: "compile Packages/Sample:App", in: plan) == [
                "clang-interface Packages/Sample:CSystem", "clang-interface Packages/Sample:CThing",
                "emit-module Packages/Sample:Library",
            ])
        #expect(
            modules(seenBy: "compile Packages/Sample:Macros", in: plan) == [
                "emit-module Packages/Sample:Help"
            ])
    }

    @Test("a macro's program holds the macro and what that needs; programs of others hold none of it")
    func links() throws {
        let plan = try sample.plan()
        func compiled(_ name: String) -> [String] {
            plan.graph[link(name)].consumed.map(\.name).filter { $0.hasPrefix("compile") }.map {
                String($0.split(separator: ":")[1])
            }.sorted()
        }
        #expect(compiled("Macros-tool") == ["Help", "Macros"])
        #expect(compiled("App") == ["App", "CThing Sources/CThing/thing.c", "Library"])
        #expect(plan.graph[link("Macros-tool")].arguments.contains("main=Macros_main"))
        // Nobody runs it by hand.
        #expect(!plan.placements.contains { $0.path.contains("Macros") })
    }

    @Test("a product of the user's that is called as a macro's program would be is another program")
    func nameThatIsTaken() throws {
        var sample = sample
        sample.extraProducts = ["Macros-tool", "Macros-tool.macro", "MacroTests.xctest"].map {
            Product(id: ProductID(package, $0), kind: .executable, targets: [sample.app.id])
        }
        let plan = try sample.plan(), library = plan.graph[ActionID("compile Packages/Sample:Library")]
        #expect(plan.graph[link("Macros-tool")].consumed.contains(ActionID("compile Packages/Sample:App")))
        #expect(
            plan.graph[link("Macros-tool.macro.macro")].consumed.contains(ActionID("compile Packages/Sample:Macros")))
        #expect(library.consumed == [link("Macros-tool.macro.macro")])
        #expect(
            loaded(by: library) == [
                "../../.mono/build/debug/local+Packages+Sample/Macros-tool.macro.macro.product/Macros-tool.macro.macro#Macros"
            ])
        let tests = try sample.plan(
            goal: .tests([.init(target: TargetID(package, "MacroTests"), executables: sample.extraProducts.map(\.id))]))
        #expect(tests.tests.map(\.program) == [".mono/debug/tests/local+Packages+Sample/MacroTests.xctest.test"])
        #expect(
            tests.graph[link("MacroTests.xctest.test")].consumed.contains(
                ActionID("compile-runner Packages/Sample:MacroTests")))
    }

    @Test(
        "a dynamic library that a macro's program loads is linked for it, found from where it lies, and in the keys of the macro's clients"
    )
    func dynamicLibraries() throws {
        var sample = sample
        let library = Product(
            id: ProductID(package, "Dynamic"), kind: .dynamicLibrary, targets: [TargetID(package, "DynamicKit")])
        sample.extra[0].dependencies.append(Conditional(.product(library.id)))
        sample.extra[2].dependencies.append(Conditional(.product(library.id)))
        sample.extra += [target("DynamicKit"), target("Both", needs: ["Library", "InnerMacros"])]
        sample.extraProducts = [library]
        let plan = try sample.plan(goal: .some(targets: [sample.library.id, TargetID(package, "Both")], products: []))
        #expect(plan.graph[link("Macros-tool")].arguments.contains("-rpath=$ORIGIN/../Dynamic.product"))
        #expect(
            plan.graph[ActionID("compile Packages/Sample:Library")].consumed == [link("Macros-tool"), link("Dynamic")])
        #expect(
            plan.graph[ActionID("compile Packages/Sample:Both")].consumed == [
                link("InnerMacros-tool"), link("Dynamic"), link("Macros-tool"),
            ])
        #expect(plan.graph[link("Dynamic")].arguments.contains { $0.keyed?.contains("$ORIGIN/") ?? false } == false)
    }

    @Test("the tests of a macro see it and link it, and load it too; other tests do not see it")
    func tests() throws {
        let tests = ["LibraryTests", "MacroTests"].map { BuildRequest.TestProgram(target: TargetID(package, $0)) }
        let plan = try sample.plan(goal: .tests(tests))
        let compile = plan.graph[ActionID("compile Packages/Sample:MacroTests")]
        #expect(
            modules(seenBy: compile.id.name, in: plan) == [
                "emit-module Packages/Sample:Help", "emit-module Packages/Sample:Macros",
            ])
        #expect(loaded(by: compile).map { $0.split(separator: "#").last } == ["InnerMacros", "Macros"])
        #expect(plan.graph[link("MacroTests.xctest")].consumed.contains(ActionID("compile Packages/Sample:Macros")))
        #expect(plan.graph[link("MacroTests.xctest")].consumed.contains(ActionID("compile Packages/Sample:Help")))
        let others = plan.graph[ActionID("compile Packages/Sample:LibraryTests")]
        #expect(
            !modules(seenBy: others.id.name, in: plan).contains { $0.contains("Macros") }
                && loaded(by: others).count == 1)
        #expect(!plan.graph[link("LibraryTests.xctest")].consumed.contains(ActionID("compile Packages/Sample:Macros")))
        // The source that lists the tests expands nothing.
        #expect(loaded(by: plan.graph[ActionID("compile-runner Packages/Sample:MacroTests")]).isEmpty)
    }

    @Test("what measures the type checker's time loads macros as well")
    func profile() throws {
        let request = BuildRequest(
            goal: .everything, configuration: .debug, flags: BuildFlags(), triple: "x86_64-unknown-linux-gnu",
            toolchain: "/toolchain/usr")
        let plan = try ActionPlanner(graph: sample.graph(), request: request).profilePlan(of: [TargetID(package, "App")]
        )
        let action = plan.graph[ActionID("check-types Packages/Sample:App")]
        #expect(loaded(by: action).count == 1 && action.consumed == [link("Macros-tool")])
    }

    @Test(
        "where a machine's temporary files lie is in no key, and comes before the workspace's own path, which it may be in"
    )
    func temporaryFolder() throws {
        let compile = try sample.plan().graph[ActionID("compile Packages/Sample:App")]
        let words = compile.arguments.map { $0.spelled(jobs: 1, root: "/t/w", temporary: "/t") }
        let maps = words.indices.filter { words[$0] == "-debug-prefix-map" }.map { words[$0 + 1] }
        #expect(maps == ["/t/swift-generated-sources=/tmp/swift-generated-sources", "/t/w=."])
        #expect(!compile.arguments.contains { $0.keyed?.contains("generated-sources") ?? false })
    }
}
