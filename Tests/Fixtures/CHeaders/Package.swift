// swift-tools-version: 5.9
import PackageDescription
let package = Package(
    name: "App",
    targets: [
        .target(name: "CNumber", dependencies: ["CWhere"]),
        .target(name: "CWhere"),
        .target(name: "Numbers", dependencies: ["CNumber"]),
        .executableTarget(name: "app", dependencies: ["Numbers"]),
        // Its header includes what whoever sees it has to bring.
        .target(name: "CConfigured"),
        .executableTarget(name: "First", dependencies: ["CConfigured"], cSettings: [.headerSearchPath("configuration")]),
        .executableTarget(name: "Second", dependencies: ["CConfigured"], cSettings: [.headerSearchPath("configuration")]),
        .target(name: "CAlone"),
        .target(name: "Unrelated"),
    ])
