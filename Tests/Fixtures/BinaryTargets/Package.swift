// swift-tools-version: 6.0
import PackageDescription
let package = Package(
    name: "binary-targets",
    products: [.library(name: "Prebuilt", targets: ["Prebuilt"])],
    targets: [
        .binaryTarget(name: "Prebuilt", path: "Prebuilt.artifactbundle"),
        // For Apple's systems alone.
        .binaryTarget(name: "Framework", path: "Framework.xcframework"),
        .target(name: "Kit", dependencies: ["Prebuilt"]),
        .executableTarget(name: "app", dependencies: ["Kit"]),
        .target(name: "CUser", dependencies: ["Prebuilt"]),
        .executableTarget(name: "capp", dependencies: ["CUser"]),
        // The bundle's program makes a source.
        .plugin(name: "SayPlugin", capability: .buildTool(), dependencies: ["Prebuilt"]),
        .target(name: "Spoken", plugins: ["SayPlugin"]),
        .executableTarget(name: "speak", dependencies: ["Spoken"]),
        .target(name: "Unrelated"),
        .testTarget(name: "KitTests", dependencies: ["Kit"]),
    ])
