import BuildPlanning
import Digests
import Targets
import Toolchains

/// A small workspace with one of each: a Swift library over a C target and a system library, an executable, a dynamic
/// library.
struct SampleGraph {
    var package = Package(
        id: PackageID("Packages/Sample"), displayName: "Sample", identity: "sample", folder: "Packages/Sample",
        toolsVersion: ToolsVersion(6, 0))
    var library = Target(
        id: TargetID(PackageID("Packages/Sample"), "Library"), kind: .library, language: .swift,
        folder: "Sources/Library",
        sources: ["Sources/Library/A.swift", "Sources/Library/B.swift"],
        dependencies: [
            Conditional(.target(TargetID(PackageID("Packages/Sample"), "CThing"))),
            Conditional(.target(TargetID(PackageID("Packages/Sample"), "CSystem"))),
        ])
    var clang = Target(
        id: TargetID(PackageID("Packages/Sample"), "CThing"), kind: .library, language: .clang,
        folder: "Sources/CThing",
        sources: ["Sources/CThing/thing.c"], headers: ["Sources/CThing/include/CThing.h", "Sources/CThing/private.h"],
        publicHeaders: "Sources/CThing/include", moduleMap: .umbrellaHeader("Sources/CThing/include/CThing.h"))
    var system = Target(
        id: TargetID(PackageID("Packages/Sample"), "CSystem"), kind: .system, language: .none,
        folder: "Sources/CSystem",
        moduleMap: .own("Sources/CSystem/module.modulemap"))
    var app = Target(
        id: TargetID(PackageID("Packages/Sample"), "App"), kind: .executable, language: .swift, folder: "Sources/App",
        sources: ["Sources/App/main.swift"],
        dependencies: [Conditional(.target(TargetID(PackageID("Packages/Sample"), "Library")))])
    var dynamic = Product(
        id: ProductID(PackageID("Packages/Sample"), "Shared"), kind: .dynamicLibrary,
        targets: [TargetID(PackageID("Packages/Sample"), "Library")])
    var executable = Product(
        id: ProductID(PackageID("Packages/Sample"), "App"), kind: .executable,
        targets: [TargetID(PackageID("Packages/Sample"), "App")])
    var extra: [Target] = []
    var extraPackages: [Package] = []
    var extraProducts: [Product] = []

    func graph() throws -> TargetGraph {
        try TargetGraph(
            packages: [package] + extraPackages, targets: [library, clang, system, app] + extra,
            products: [dynamic, executable] + extraProducts)
    }

    func plan(
        _ configuration: BuildConfiguration = .debug, _ flags: BuildFlags = BuildFlags(),
        goal: BuildRequest.Goal = .everything, findsAllTests: Bool = false, writesIndex: Bool = false
    ) throws -> BuildPlan {
        var request = BuildRequest(
            goal: goal, configuration: configuration, flags: flags, triple: "x86_64-unknown-linux-gnu",
            toolchain: "/toolchain/usr")
        (request.findsAllTests, request.writesIndex) = (findsAllTests, writesIndex)
        return try ActionPlanner(graph: try graph(), request: request).plan()
    }

    /// Every action's fingerprint where the world outside is always the same.
    func fingerprints(_ configuration: BuildConfiguration = .debug, _ flags: BuildFlags = BuildFlags()) throws -> Set<
        Fingerprint
    > {
        let plan = try self.plan(configuration, flags)
        return Set(plan.graph.actions.values.map { fingerprint($0) })
    }
}

func fingerprint(_ action: Action) -> Fingerprint {
    let ingredients = KeyIngredients(
        toolchain: { ContentDigest(of: "toolchain \($0)") }, source: { ContentDigest(of: $0) },
        mention: { ContentDigest(of: $0) }, linker: { ContentDigest(of: $0) },
        interface: { ContentDigest(of: $0.name) }, outputs: { [("out", ContentDigest(of: $0.name))] })
    // The ingredients above throw nothing.
    return (try? action.fingerprint(ingredients)) ?? Fingerprint()
}
