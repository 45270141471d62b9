import BuildPlanning
import Targets
import Testing
import Toolchains

@Suite struct PlanTests {
    private let package = PackageID("Packages/Sample")

    @Test func dependentsWaitForModulesNotForObjects() throws {
        let plan = try SampleGraph().plan()
        let app = plan.graph[ActionID("compile Packages/Sample:App")]
        #expect(app.interfaces.contains(ActionID("emit-module Packages/Sample:Library")))
        #expect(app.consumed.isEmpty)
        #expect(
            !plan.graph[ActionID("emit-module Packages/Sample:App")].dependencies.contains {
                $0.name.hasPrefix("compile ")
            })
    }

    @Test func aCompileSeesItsClosureAndNothingElse() throws {
        var sample = SampleGraph()
        sample.extra = [
            Target(
                id: TargetID(package, "Unrelated"), kind: .library, language: .swift, folder: "Sources/Unrelated",
                sources: ["Sources/Unrelated/U.swift"])
        ]
        let plan = try sample.plan(), app = plan.graph[ActionID("compile Packages/Sample:App")]
        // Its key holds what it sees by its own dependencies; what must be there when it runs is all behind these.
        #expect(app.interfaces.map(\.name) == ["emit-module Packages/Sample:Library"])
        #expect(
            plan.graph.modules(seenBy: app).map(\.name).sorted() == [
                "clang-interface Packages/Sample:CSystem", "clang-interface Packages/Sample:CThing",
                "emit-module Packages/Sample:Library",
            ])
        let words = app.arguments.map { $0.spelled(jobs: 1, root: "/", temporary: "/tmp") }
        #expect(!words.contains { $0.contains("Unrelated") })
    }

    @Test func releaseCompilesModuleAndObjectsAtOnce() throws {
        let plan = try SampleGraph().plan(.release)
        let library = plan.graph[ActionID("compile-module Packages/Sample:Library")]
        #expect(library.outputs.map(\.name) == ["Library.swiftmodule", "objects/A.swift.o", "objects/B.swift.o"])
        #expect(!plan.graph.actions.values.contains { $0.kind == .wrapModule || $0.kind == .emitModule })
    }

    @Test func oneActionForEachClangFile() throws {
        var sample = SampleGraph()
        sample.clang.sources.append("Sources/CThing/nested dir/other.c")
        let actions = try sample.plan().graph.actions.values.filter { $0.kind == .compileClang }
        #expect(actions.count == 2)
        #expect(
            Set(actions.flatMap { $0.outputs.map(\.name) }) == ["objects/thing.c.o", "objects/nested%20dir/other.c.o"])
        // A new header anywhere on the search path can hide another.
        #expect(actions.allSatisfy { $0.searchable.contains("Packages/Sample/Sources/CThing/private.h") })
    }

    @Test func whatCannotBeBuiltIsLeftOutWithAllThatNeedsIt() throws {
        var sample = SampleGraph()
        sample.clang.obstacles = [.embeddedResources(["data.txt"])]
        let plan = try sample.plan()
        #expect(plan.leftOut.map(\.target.name) == ["CThing", "Library", "App"])
        #expect(plan.leftOut.allSatisfy { $0.cause.name == "CThing" })
        #expect(plan.placements.isEmpty)
        #expect(throws: PlanningError.self) {
            try sample.plan(goal: .some(targets: [sample.app.id], products: []))
        }
    }

    @Test func testTargetsAreNoPartOfAPlainBuild() throws {
        var sample = SampleGraph()
        sample.extra = [
            Target(
                id: TargetID(package, "LibraryTests"), kind: .test, language: .swift, folder: "Tests/LibraryTests",
                sources: ["Tests/LibraryTests/T.swift"])
        ]
        let plan = try sample.plan()
        #expect(plan.leftOut.isEmpty)
        #expect(!plan.graph.order.contains { $0.name.contains("LibraryTests") })
    }

    @Test func twoModulesOfOneNameInOneLink() throws {
        var sample = SampleGraph()
        let other = PackageID("Packages/Other")
        sample.extraPackages = [
            Package(
                id: other, displayName: "Other", identity: "other", folder: "Packages/Other",
                toolsVersion: ToolsVersion(6, 0))
        ]
        let twin = Target(
            id: TargetID(other, "Library"), kind: .library, language: .swift, folder: "Sources/Library",
            sources: ["Sources/Library/L.swift"])
        sample.extra = [twin]
        // Beside each other in a workspace they may stand.
        _ = try sample.plan()
        sample.app.dependencies.append(Conditional(.target(twin.id)))
        #expect(
            throws: PlanningError.sameVisibleModuleName(
                "Library", [twin.id, sample.library.id].sorted(), target: sample.app.id)
        ) {
            try sample.plan()
        }
    }

    @Test func noStepStandsForAnotherOne() {
        var sample = SampleGraph()
        sample.extra = [("C", ["b c.c"]), ("C b", ["c.c"])].map { name, sources in
            Target(
                id: TargetID(sample.package.id, name), kind: .library, language: .clang, folder: "Sources/C",
                sources: sources, publicHeaders: "Sources/C")
        }
        #expect(throws: PlanningError.sameAction(ActionID("compile-clang Packages/Sample:C b c.c"))) {
            try sample.plan()
        }
    }

    @Test func productsOfOneNameArePlacedApart() throws {
        var sample = SampleGraph()
        let other = PackageID("Packages/Other")
        sample.extraPackages = [
            Package(
                id: other, displayName: "Other", identity: "other", folder: "Packages/Other",
                toolsVersion: ToolsVersion(6, 0))
        ]
        let twin = Target(
            id: TargetID(other, "App"), kind: .executable, language: .swift, folder: "Sources/App",
            sources: ["Sources/App/main.swift"])
        sample.extra = [twin]
        sample.extraProducts = [Product(id: ProductID(other, "App"), kind: .executable, targets: [twin.id])]
        #expect(try sample.plan().graph.actions.values.filter(\.sharesName).allSatisfy { $0.subject.name == "App" })
        #expect(try sample.plan().graph[ActionID("link Packages/Other:App")].sharesName)
        let paths = try sample.plan().placements.map(\.path).sorted()
        #expect(
            paths == [
                ".mono/debug/libShared.so", ".mono/debug/local+Packages+Other/App",
                ".mono/debug/local+Packages+Sample/App",
            ])
        // What else is built today does not move a product.
        let one = try sample.plan(goal: .some(targets: [], products: [sample.executable.id]))
        #expect(one.placements.map(\.path) == [".mono/debug/local+Packages+Sample/App"])
    }

    @Test(
        "a program that is called what mono calls a folder beside it lies in its package's, and so does one of that folder's name"
    )
    func productsNamedAsFolders() throws {
        var sample = SampleGraph()
        let package = sample.package.id
        for name in ["tests", "coverage", "local+Packages+Sample", "other"] {
            let target = Target(
                id: TargetID(package, name), kind: .executable, language: .clang, moduleName: "m\(sample.extra.count)",
                folder: "Sources/\(name)",
                sources: ["Sources/\(name)/main.c"])
            sample.extra.append(target)
            sample.extraProducts.append(Product(id: ProductID(package, name), kind: .executable, targets: [target.id]))
        }
        let folder = ".mono/debug/local+Packages+Sample"
        #expect(
            try sample.plan().placements.map(\.path).sorted() == [
                ".mono/debug/App", ".mono/debug/libShared.so", "\(folder)/coverage", "\(folder)/local+Packages+Sample",
                "\(folder)/tests", ".mono/debug/other",
            ])
    }

    @Test func conditionsOnTheConfiguration() throws {
        var sample = SampleGraph()
        sample.library.settings = [Conditional(.swift(.define("SLOW")), when: .debug)]
        sample.app.dependencies = [Conditional(.target(sample.library.id), when: .debug)]
        let debug = try sample.plan(.debug), release = try sample.plan(.release)
        #expect(debug.graph[ActionID("compile Packages/Sample:Library")].arguments.contains("-DSLOW"))
        #expect(!release.graph[ActionID("compile-module Packages/Sample:Library")].arguments.contains("-DSLOW"))
        #expect(release.graph[ActionID("compile-module Packages/Sample:App")].interfaces.isEmpty)
    }

    @Test func linksHoldEverythingInside() throws {
        let link = try SampleGraph().plan().graph[ActionID("link Packages/Sample:App")]
        let needs = Set(link.consumed.map(\.name))
        #expect(
            needs == [
                "compile Packages/Sample:App", "compile Packages/Sample:Library", "wrap-module Packages/Sample:App",
                "wrap-module Packages/Sample:Library", "autolink Packages/Sample:App",
                "autolink Packages/Sample:Library",
                "compile-clang Packages/Sample:CThing Sources/CThing/thing.c",
            ])
        #expect(link.arguments.contains("main=App_main"))
    }

    @Test func dynamicLibrariesAreLinkedNotCopiedIn() throws {
        var sample = SampleGraph()
        sample.app.dependencies = [Conditional(.product(sample.dynamic.id))]
        let link = try sample.plan().graph[ActionID("link Packages/Sample:App")]
        #expect(link.consumed.contains(ActionID("link Packages/Sample:Shared")))
        #expect(!link.consumed.contains(ActionID("compile Packages/Sample:Library")))
        // The library lies beside the executable, even when only that was asked for.
        let one = try sample.plan(goal: .some(targets: [], products: [sample.executable.id]))
        #expect(one.placements.map(\.path).sorted() == [".mono/debug/App", ".mono/debug/libShared.so"])
    }
}
