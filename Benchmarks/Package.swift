// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "mono-bench",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "mono-bench", targets: ["MonoBench"]),
        .executable(name: "history-replay", targets: ["HistoryReplay"]),
        .executable(name: "affected-bench", targets: ["AffectedBench"]),
        .executable(name: "architecture-bench", targets: ["ArchitectureBench"]),
        .executable(name: "wiring-bench", targets: ["WiringBench"]),
        .executable(name: "remote-bench", targets: ["RemoteBench"]),
        .executable(name: "editor-bench", targets: ["EditorBench"]),
        .executable(name: "scale-bench", targets: ["ScaleBench"]),
        // For the programs in Campaigns/ too.
        .library(name: "ProgramOptions", targets: ["ProgramOptions"]),
        .library(name: "Measuring", targets: ["Measuring"]),
    ],
    targets: [
        .target(name: "ProgramOptions"),
        .testTarget(name: "ProgramOptionsTests", dependencies: ["ProgramOptions"]),
        .target(name: "Measuring", dependencies: ["ProgramOptions"]),
        .testTarget(name: "MeasuringTests", dependencies: ["Measuring"]),
        .target(name: "ScaleWorkspace"),
        .testTarget(name: "ScaleWorkspaceTests", dependencies: ["ScaleWorkspace"]),
        .executableTarget(name: "ScaleBench", dependencies: ["ScaleWorkspace", "Measuring", "ProgramOptions"]),
        .executableTarget(name: "MonoBench", dependencies: ["Measuring", "ProgramOptions"]),
        .executableTarget(name: "HistoryReplay", dependencies: ["Measuring", "ProgramOptions"]),
        .executableTarget(name: "AffectedBench", dependencies: ["Measuring", "ProgramOptions"]),
        .executableTarget(name: "EditorBench", dependencies: ["Measuring", "ProgramOptions"]),
        .executableTarget(name: "RemoteBench", dependencies: ["Measuring", "ProgramOptions"]),
        .executableTarget(name: "WiringBench", dependencies: ["Measuring", "ProgramOptions"]),
        .executableTarget(name: "ArchitectureBench", dependencies: ["Measuring", "ProgramOptions"]),
    ],
    swiftLanguageModes: [.v6]
)
