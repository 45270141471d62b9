// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "mono-campaigns",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "mutation-corpus", targets: ["MutationCorpus"]),
        .executable(name: "conformance", targets: ["Conformance"]),
        .executable(name: "sweep", targets: ["Sweep"]),
        .executable(name: "test-sweep", targets: ["TestSweep"]),
        .executable(name: "without-watch", targets: ["WithoutWatch"]),
        .executable(name: "test-replay", targets: ["TestReplay"]),
        .executable(name: "race-campaign", targets: ["RaceCampaign"]),
        .executable(name: "damage-campaign", targets: ["DamageCampaign"]),
        .executable(name: "fault-campaign", targets: ["FaultCampaign"]),
        .executable(name: "edit-campaign", targets: ["EditCampaign"]),
        .executable(name: "layer-campaign", targets: ["LayerCampaign"]),
        .executable(name: "execution-campaign", targets: ["ExecutionCampaign"]),
        .executable(name: "affected-replay", targets: ["AffectedReplay"]),
    ],
    dependencies: [.package(name: "mono", path: ".."), .package(name: "mono-bench", path: "../Benchmarks")],
    targets: [
        .executableTarget(
            name: "MutationCorpus",
            dependencies: ["RandomModules", .product(name: "MonoDigests", package: "mono")] + shared),
        .target(name: "RandomModules", dependencies: [.product(name: "MonoDigests", package: "mono")] + shared),
        .executableTarget(name: "Conformance", dependencies: shared),
        .target(name: "TestOutcomes", dependencies: shared),
        .executableTarget(name: "Sweep", dependencies: shared + ["TestOutcomes"]),
        .executableTarget(name: "WithoutWatch"),
        .executableTarget(name: "TestReplay", dependencies: shared + ["TestOutcomes"]),
        .executableTarget(name: "TestSweep", dependencies: shared + ["TestOutcomes"]),
        .executableTarget(name: "RaceCampaign", dependencies: shared),
        .target(name: "MixedWorkspace", dependencies: shared),
        .executableTarget(name: "DamageCampaign", dependencies: shared + ["MixedWorkspace"]),
        .executableTarget(name: "FaultCampaign", dependencies: shared + ["MixedWorkspace"]),
        .target(name: "EditedPackages", dependencies: shared),
        .executableTarget(name: "EditCampaign", dependencies: shared + ["EditedPackages"]),
        .executableTarget(name: "LayerCampaign", dependencies: shared + ["EditedPackages", "RandomModules"]),
        .executableTarget(name: "ExecutionCampaign", dependencies: shared),
        .executableTarget(name: "AffectedReplay", dependencies: shared),
    ],
    swiftLanguageModes: [.v6]
)

/// What programs here have in common with those in Benchmarks/.
var shared: [Target.Dependency] {
    [.product(name: "Measuring", package: "mono-bench"), .product(name: "ProgramOptions", package: "mono-bench")]
}
