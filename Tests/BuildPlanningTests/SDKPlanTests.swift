import BuildPlanning
import Digests
import Disk
import Targets
import Testing
@testable import Toolchains

/// What is built for another platform, and what for the machine that builds: as SwiftPM 6.3 divides it.
@Suite struct SDKPlanTests {
    private static let triple = "aarch64-unknown-linux-gnu"
    private let package = PackageID("Packages/Sample")

    private func sdk(_ content: String = "1") -> SwiftSDK {
        SwiftSDK(
            id: "arm", triple: SDKPlanTests.triple, identity: ContentDigest(of: content),
            identityForLinks: ContentDigest(of: content + " links"),
            folder: AbsolutePath("/sdks/arm.artifactbundle"),
            description: SwiftSDKDescription(sysroot: AbsolutePath("/sdks/arm.artifactbundle/root")),
            covered: [])
    }

    private func target(_ name: String, _ kind: Target.Kind = .library, needs: [String] = []) -> Target {
        Target(
            id: TargetID(package, name), kind: kind, language: .swift, folder: "Sources/\(name)",
            sources: ["Sources/\(name)/a.swift"],
            dependencies: needs.map { Conditional(.target(TargetID(package, $0))) })
    }

    /// App -> Library -> Macros -> Help, which Other needs too; a tool makes sources for Made, by way of a plugin.
    private var sample: SampleGraph {
        var sample = SampleGraph()
        sample.library.dependencies.append(Conditional(.target(TargetID(package, "Macros"))))
        var made = target("Made", needs: ["Help"])
        made.plugins = [TargetID(package, "Maker")]
        sample.extra = [
            target("Macros", .macro, needs: ["Help"]), target("Help"), target("Other", needs: ["Help"]),
            target("Tool", .executable, needs: ["Help"]),
            target("Maker", .plugin, needs: ["Tool"]), made, target("LibraryTests", .test, needs: ["Library"]),
            target("MacroTests", .test, needs: ["Macros", "Library"]),
        ]
        return sample
    }

    private func plan(
        _ sdk: SwiftSDK?, goal: BuildRequest.Goal = .everything, _ configuration: BuildConfiguration = .debug
    ) throws -> BuildPlan {
        let work = ".mono/build/\(configuration)/plugins/local+Packages+Sample/Made/Maker"
        let command = GeneratedSources.Command(
            plugin: TargetID(package, "Maker"), name: "make",
            executable:
                "\(OpenRoot.mark)/.mono/build/\(configuration)/local+Packages+Sample/Tool-tool.product/Tool-tool",
            arguments: [], variables: [:], inputs: [], outputs: ["\(work)/made.swift"])
        var generated = GeneratedSources()
        generated.commands = [command]
        generated.sources = command.outputs
        let request = BuildRequest(
            goal: goal, configuration: configuration, flags: BuildFlags(), triple: "x86_64-unknown-linux-gnu", sdk: sdk,
            toolchain: "/toolchain/usr",
            generated: [TargetID(package, "Made"): generated])
        return try ActionPlanner(graph: try sample.graph(), request: request).plan()
    }

    private func platform(_ action: Action) -> String? {
        let words = action.arguments.compactMap(\.keyed)
        return words.first { $0.hasPrefix("--target=") }.map { String($0.dropFirst(9)) }
            ?? words.firstIndex(of: "-target").map { words[$0 + 1] }
    }

    @Test(
        "what runs while a build goes on is for this machine, and all else for the other platform; what both need is built twice",
        arguments: BuildConfiguration.allCases)
    func platforms(_ configuration: BuildConfiguration) throws {
        let plan = try plan(sdk(), configuration)
        var platforms: [String: Set<String>] = [:]
        for action in plan.graph.actions.values {
            if let platform = platform(action) {
                platforms[action.subject.name, default: []].insert(String(platform.prefix { $0 != "-" }))
            }
        }
        let arm: Set = ["aarch64"], both: Set = ["aarch64", "x86_64"], here: Set = ["x86_64"]
        #expect(
            platforms == [
                "App": arm, "Library": arm, "CThing": arm, "Shared": arm, "Other": arm, "Made": arm, "Tool": both,
                "Help": both,
                "Macros": here, "Macros-tool": here, "Tool-tool": here, "Maker": here,
            ])
        #expect(plan.placements.allSatisfy { $0.path.hasPrefix(".mono/\(SDKPlanTests.triple)/\(configuration)/") })
    }

    @Test("what is for this machine is what any build makes: the same names, places and keys")
    func sharesTools() throws {
        let ordinary = try plan(nil).graph.actions, plan = try plan(sdk())
        let here = plan.graph.actions.values.filter { $0.tool != nil && platform($0)?.hasPrefix("x86_64") != false }
        #expect(
            here.contains { $0.id == ActionID("link Packages/Sample:Macros-tool") }
                && here.contains { $0.kind == .compilePlugin })
        for action in here where action.kind != .autolink { #expect(action == ordinary[action.id], "\(action.id)") }
        for action in plan.graph.actions.values where action.kind == .generate {
            #expect(action == ordinary[action.id])
        }
    }

    @Test func compilesForTheOtherPlatformLoadThisMachinesMacros() throws {
        let plan = try plan(sdk()),
            compile = plan.graph[ActionID("compile Packages/Sample:Library for \(SDKPlanTests.triple)")]
        #expect(compile.consumed.contains(ActionID("link Packages/Sample:Macros-tool")))
        #expect(
            compile.arguments.compactMap(\.keyed).contains(
                "../../.mono/build/debug/local+Packages+Sample/Macros-tool.product/Macros-tool#Macros"))
        let made = plan.graph[ActionID("compile Packages/Sample:Made for \(SDKPlanTests.triple)")]
        #expect(made.consumed.contains { plan.graph[$0].kind == .generate })
    }

    @Test("the SDK counts in all that starts a tool for its platform, and in nothing else")
    func keys() throws {
        let one = try plan(sdk("1")).graph.actions, other = try plan(sdk("2")).graph.actions
        #expect(Set(one.keys) == Set(other.keys))
        for (id, action) in one {
            let isForIt = action.tool != nil && id.name.hasSuffix(" for \(SDKPlanTests.triple)")
            #expect((fingerprint(action).key != fingerprint(other[id]!).key) == isForIt, "\(id)")
        }
    }

    @Test("a library that names a macro beside others is built without it")
    func libraries() throws {
        var sample = self.sample
        sample.extraProducts = [
            Product(
                id: ProductID(package, "Whole"), kind: .staticLibrary,
                targets: [TargetID(package, "Other"), TargetID(package, "Macros")])
        ]
        let request = BuildRequest(
            goal: .everything, configuration: .debug, flags: BuildFlags(), triple: "x86_64-unknown-linux-gnu",
            sdk: sdk(), toolchain: "/toolchain/usr")
        let plan = try ActionPlanner(graph: try sample.graph(), request: request).plan()
        let archive = plan.graph[ActionID("archive Packages/Sample:Whole for \(SDKPlanTests.triple)")]
        #expect(
            !archive.arguments.compactMap(\.keyed).contains { $0.contains("Macros") }
                && archive.arguments.compactMap(\.keyed).contains { $0.contains("Other") })
    }

    @Test("programs beside tests of macros are for this machine too")
    func programsBesideTests() throws {
        let program = BuildRequest.TestProgram(
            target: TargetID(package, "MacroTests"), executables: [ProductID(package, "App")])
        let plan = try plan(sdk(), goal: .tests([program]))
        #expect(
            plan.placements.allSatisfy { $0.path.hasPrefix(".mono/debug/tests/") }
                && plan.placements.contains { $0.path.hasSuffix("/App") })
        #expect(platform(plan.graph[ActionID("link Packages/Sample:App")]) == "x86_64-unknown-linux-gnu")
    }

    @Test("a profile measures each where it is built for")
    func profiles() throws {
        let request = BuildRequest(
            goal: .everything, configuration: .debug, flags: BuildFlags(), triple: "x86_64-unknown-linux-gnu",
            sdk: sdk(), toolchain: "/toolchain/usr")
        let plan = try ActionPlanner(graph: try sample.graph(), request: request).profilePlan(
            of: ["Macros", "Library"].map { TargetID(package, $0) })
        #expect(platform(plan.graph[ActionID("check-types Packages/Sample:Macros")]) == "x86_64-unknown-linux-gnu")
        #expect(
            platform(plan.graph[ActionID("check-types Packages/Sample:Library for \(SDKPlanTests.triple)")])
                == SDKPlanTests.triple)
    }

    @Test("tests of macros are for this machine, as under SwiftPM; other tests are not")
    func tests() throws {
        let programs = ["LibraryTests", "MacroTests"].map { BuildRequest.TestProgram(target: TargetID(package, $0)) }
        let plan = try plan(sdk(), goal: .tests(programs))
        #expect(
            plan.tests.map(\.program) == [
                ".mono/\(SDKPlanTests.triple)/debug/tests/local+Packages+Sample/LibraryTests.xctest",
                ".mono/debug/tests/local+Packages+Sample/MacroTests.xctest",
            ])
        #expect(platform(plan.graph[ActionID("compile Packages/Sample:MacroTests")]) == "x86_64-unknown-linux-gnu")
        #expect(
            platform(plan.graph[ActionID("compile-runner Packages/Sample:LibraryTests for \(SDKPlanTests.triple)")])
                == SDKPlanTests.triple)
        // Both see the library.
        #expect(plan.graph.actions.values.filter { $0.kind == .compile && $0.subject.name == "Library" }.count == 2)
    }
}
