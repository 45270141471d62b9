// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "mono-bench",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "mono-bench", targets: ["MonoBench"]),
        .executable(name: "history-replay", targets: ["HistoryReplay"]),
        .executable(name: "affected-replay", targets: ["AffectedReplay"]),
        .executable(name: "mutation-corpus", targets: ["MutationCorpus"]),
        .executable(name: "affected-bench", targets: ["AffectedBench"]),
        .executable(name: "architecture-bench", targets: ["ArchitectureBench"]),
        .executable(name: "wiring-bench", targets: ["WiringBench"]),
        .executable(name: "conformance", targets: ["Conformance"]),
        .executable(name: "sweep", targets: ["Sweep"]),
        .executable(name: "race-campaign", targets: ["RaceCampaign"]),
        .executable(name: "damage-campaign", targets: ["DamageCampaign"]),
    ],
    dependencies: [.package(name: "mono", path: "..")],
    targets: [
        .target(name: "Measuring"),
        .executableTarget(name: "MonoBench", dependencies: ["Measuring"]),
        .executableTarget(name: "HistoryReplay", dependencies: ["Measuring"]),
        .executableTarget(name: "AffectedBench", dependencies: ["Measuring"]),
        .executableTarget(name: "WiringBench", dependencies: ["Measuring"]),
        .executableTarget(name: "Conformance", dependencies: ["Measuring"]),
        .executableTarget(name: "Sweep", dependencies: ["Measuring"]),
        .executableTarget(name: "RaceCampaign", dependencies: ["Measuring"]),
        .executableTarget(name: "DamageCampaign", dependencies: ["Measuring"]),
        .executableTarget(name: "AffectedReplay", dependencies: ["Measuring"]),
        .executableTarget(name: "ArchitectureBench", dependencies: ["Measuring"]),
        .executableTarget(name: "MutationCorpus", dependencies: ["Measuring", .product(name: "MonoDigests", package: "mono")]),
    ],
    swiftLanguageModes: [.v6]
)
