import BuildPlanning
import Targets
import Testing
import Toolchains

/// The program of a test target: what it holds, what lies beside it, and that nothing else is built for it.
@Suite struct TestPlanTests {
    private static let package = PackageID("Packages/Sample")

    private func sample(resources: [Resource] = [], dependencies: [String] = ["Library"]) -> SampleGraph {
        var sample = SampleGraph()
        sample.extra = [
            Target(
                id: TargetID(Self.package, "LibraryTests"), kind: .test, language: .swift, folder: "Tests/LibraryTests",
                sources: ["Tests/LibraryTests/T.swift"], resources: resources,
                dependencies: dependencies.map { Conditional(.target(TargetID(Self.package, $0))) })
        ]
        return sample
    }

    private func plan(
        _ sample: SampleGraph, _ configuration: BuildConfiguration = .debug, executables: [ProductID] = []
    ) throws -> BuildPlan {
        try sample.plan(configuration, goal: .tests([.init(target: sample.extra[0].id, executables: executables)]))
    }

    @Test(
        "one program a test target, of the target, what it needs and the runner; nothing else of the package is built",
        arguments: BuildConfiguration.allCases)
    func program(_ configuration: BuildConfiguration) throws {
        let plan = try plan(sample(), configuration)
        #expect(plan.tests.map(\.program) == [".mono/\(configuration)/tests/local+Packages+Sample/LibraryTests.xctest"])
        #expect(!plan.graph.order.contains { $0.name.contains(":App") })
        let link = try #require(plan.graph.actions[ActionID("link Packages/Sample:LibraryTests.xctest")])
        #expect(link.consumed.contains(ActionID("compile-runner Packages/Sample:LibraryTests")))
        #expect(link.consumed.contains { $0.name.hasSuffix("Packages/Sample:Library") && $0.name.hasPrefix("compile") })
        // The list of tests is made of the module alone: the bodies of tests may change without another list.
        let list = try #require(plan.graph.actions[ActionID("list-tests Packages/Sample:LibraryTests")])
        #expect(list.consumed.isEmpty && list.sources.isEmpty)
        let module = configuration == .debug ? "emit-module" : "compile-module"
        #expect(list.interfaces.last == ActionID("\(module) Packages/Sample:LibraryTests"))
        // It is imported as testable, so it must be compiled so.
        let compile = try #require(plan.graph.actions[ActionID("\(module) Packages/Sample:LibraryTests")])
        #expect(compile.arguments.contains("-enable-testing"))
    }

    @Test("with another goal it is what both of them are", arguments: BuildConfiguration.allCases)
    func besides(_ configuration: BuildConfiguration) throws {
        let sample = sample(), tests = try plan(sample, configuration), rest = try sample.plan(configuration)
        let both = try sample.plan(configuration, goal: .and(.everything, tests: [.init(target: sample.extra[0].id)]))
        #expect(both.tests == tests.tests && !both.tests.isEmpty)
        #expect(both.leftOut == rest.leftOut + tests.leftOut)
        #expect(Set(both.placements) == Set(rest.placements + tests.placements))
        #expect(both.graph.actions == rest.graph.actions.merging(tests.graph.actions) { one, _ in one })
        #expect(Set(both.graph.goals) == Set(rest.graph.goals + tests.graph.goals))
    }

    @Test("what lists tests sees hidden classes of other modules, which no interface digest covers")
    func wholeModules() throws {
        let compile = try #require(
            try plan(sample()).graph.actions[ActionID("compile-runner Packages/Sample:LibraryTests")])
        #expect(compile.readsWholeModules)
    }

    /// Two test targets of a package with a list of its tests.
    private func listed(findsAllTests: Bool = false, obstacles: [Obstacle] = []) throws -> BuildPlan {
        var sample = sample()
        var second = sample.extra[0]
        (second.id, second.moduleName) = (TargetID(Self.package, "OtherTests"), "OtherTests")
        (second.folder, second.sources) = ("Tests/OtherTests", ["Tests/OtherTests/T.swift"])
        second.obstacles = obstacles
        sample.extra.append(second)
        for index in sample.extra.indices {
            sample.extra[index].testList = TestList(path: "Tests/LinuxMain.swift", hasMainAttribute: false)
        }
        return try sample.plan(
            goal: .tests(sample.extra.map { .init(target: $0.id) }), findsAllTests: findsAllTests)
    }

    @Test("the program of a target on a package's list holds all targets on it, and begins in the list")
    func lists() throws {
        let plan = try listed()
        for name in ["LibraryTests", "OtherTests"] {
            let source = try #require(plan.graph.actions[ActionID("use-test-list Packages/Sample:\(name)")])
            #expect(source.sources == ["Packages/Sample/Tests/LinuxMain.swift"])
            let runner = try #require(plan.graph.actions[ActionID("compile-runner Packages/Sample:\(name)")])
            #expect(
                Set(runner.interfaces.map(\.name)) == [
                    "emit-module Packages/Sample:LibraryTests", "emit-module Packages/Sample:OtherTests",
                ])
            #expect(runner.readsWholeModules && !runner.arguments.contains("-parse-as-library"))
            let link = try #require(plan.graph.actions[ActionID("link Packages/Sample:\(name).xctest")])
            for other in ["LibraryTests", "OtherTests"] {
                #expect(link.consumed.contains(ActionID("compile Packages/Sample:\(other)")))
            }
        }
        #expect(!plan.graph.actions.values.contains { $0.kind == .listTests })
    }

    @Test("where all tests are found, no list counts")
    func allTests() throws {
        let plan = try listed(findsAllTests: true)
        #expect(plan.graph.actions.values.filter { $0.kind == .listTests }.count == 2)
        #expect(!plan.graph.actions.values.contains { $0.kind == .useTestList })
    }

    @Test("what a list names and cannot be built leaves out all programs of the list")
    func blockedLists() throws {
        let plan = try listed(obstacles: [.mixedLanguages])
        #expect(plan.tests.isEmpty)
        #expect(plan.leftOut.map(\.target.name).sorted() == ["LibraryTests", "OtherTests"])
        #expect(
            try listed(findsAllTests: true, obstacles: [.mixedLanguages]).tests.map(\.target.name) == ["LibraryTests"])
    }

    @Test("tests link the code of executables that they depend on, and find the executable beside them")
    func executables() throws {
        let plan = try plan(sample(dependencies: ["App"]), executables: [ProductID(Self.package, "App")])
        let link = try #require(plan.graph.actions[ActionID("link Packages/Sample:LibraryTests.xctest")])
        #expect(link.consumed.contains(ActionID("compile Packages/Sample:App")))
        #expect(plan.tests[0].beside == [".mono/debug/tests/local+Packages+Sample/App"])
        #expect(plan.placements.map(\.path).sorted() == [plan.tests[0].beside[0], plan.tests[0].program])
    }

    @Test(
        "compiles of test targets can be planned without their programs; what has an obstacle is left out",
        arguments: BuildConfiguration.allCases)
    func compiles(_ configuration: BuildConfiguration) throws {
        var sample = sample()
        let tests = sample.extra[0].id, blocked = TargetID(Self.package, "Blocked")
        var obstructed = Target(
            id: blocked, kind: .library, language: .swift, folder: "Sources/Blocked",
            sources: ["Sources/Blocked/b.swift"])
        obstructed.obstacles = [.mixedLanguages]
        sample.extra.append(obstructed)
        let plan = try sample.plan(configuration, goal: .compiles(of: [tests, blocked]))
        let kinds = Set(plan.graph.actions.values.filter { $0.subject == .target(tests) }.map(\.kind))
        #expect(kinds == (configuration == .debug ? [.emitModule, .compile] : [.compileModule]))
        #expect(
            !plan.graph.actions.values.contains { $0.kind == .link } && plan.placements.isEmpty && plan.tests.isEmpty)
        #expect(plan.leftOut.map(\.target) == [blocked])
    }

    @Test("a test target with an obstacle is left out, and the plan says so")
    func obstacles() throws {
        var sample = sample()
        sample.clang.obstacles = [.mixedLanguages]
        let plan = try plan(sample)
        #expect(plan.tests.isEmpty && plan.leftOut.map(\.target.name) == ["LibraryTests"])
    }

    @Test(
        "a target with resources has a bundle beside each program that holds its code, and an accessor that names no path of this machine"
    )
    func bundles() throws {
        var sample = sample(resources: [Resource(source: "Tests/LibraryTests/a.txt", name: "a.txt")])
        sample.library.resources = [Resource(source: "Sources/Library/b.txt", name: "sub/b.txt")]
        sample.package.defaultLocalization = "en"
        let plan = try plan(sample)
        let folder = ".mono/debug/tests/local+Packages+Sample"
        #expect(
            plan.bundles.map(\.path) == [
                "\(folder)/Sample_Library.resources", "\(folder)/Sample_LibraryTests.resources",
            ])
        #expect(
            plan.bundles[0].entries.first
                == .init(name: "sub/b.txt", content: .file("Packages/Sample/Sources/Library/b.txt")))
        #expect(plan.bundles.allSatisfy { $0.entries.contains { $0.name == "Info.plist" } })
        #expect(plan.tests[0].beside.contains("\(folder)/Sample_Library.resources/sub/b.txt"))
        let compile = try #require(plan.graph.actions[ActionID("compile Packages/Sample:Library")])
        let accessor = try #require(compile.generated.first { $0.path.hasSuffix("resource_bundle_accessor.swift") })
        #expect(accessor.content.contains("Sample_Library.resources") && !accessor.content.contains(".mono"))
        #expect(compile.arguments.contains("-DSWIFT_MODULE_RESOURCE_BUNDLE_AVAILABLE"))
        #expect(compile.outputs.count == 3)
        // Beside ordinary programs too.
        #expect(try sample.plan().bundles.map(\.path) == [".mono/debug/Sample_Library.resources"])
    }

    @Test("two bundles never share a name")
    func bundleNames() throws {
        var sample = sample()
        sample.library.resources = [Resource(source: "Sources/Library/b.txt", name: "b.txt")]
        let other = PackageID("Packages/Other")
        sample.extraPackages = [
            Package(
                id: other, displayName: "Sample", identity: "other", folder: "Packages/Other",
                toolsVersion: ToolsVersion(6, 0))
        ]
        var twin = Target(
            id: TargetID(other, "Library"), kind: .library, language: .swift, folder: "S", sources: ["S/l.swift"])
        twin.resources = [Resource(source: "S/b.txt", name: "b.txt")]
        sample.extra.append(twin)
        sample.extraProducts = [Product(id: ProductID(other, "Dyn"), kind: .dynamicLibrary, targets: [twin.id])]
        let names = try sample.plan().bundles.map(\.path)
        #expect(names.count == 2 && Set(names).count == 2)
    }
}
