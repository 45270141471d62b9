// swift-tools-version: 5.9
import PackageDescription
let package = Package(
    name: "App",
    targets: [
        .target(name: "CNumber", dependencies: ["CWhere"]),
        .target(name: "CWhere"),
        .target(name: "Numbers", dependencies: ["CNumber"]),
        .executableTarget(name: "app", dependencies: ["Numbers"]),
        .target(name: "CAlone"),
        .target(name: "Unrelated"),
    ])
