// swift-tools-version: 6.0
import PackageDescription

// 'Words' gets a source and a resource for each of its '.words' files, and one more from a command that runs before each build.
let package = Package(
    name: "BuildToolPlugin",
    products: [.executable(name: "app", targets: ["app"]), .plugin(name: "WordsPlugin", targets: ["WordsPlugin"])],
    targets: [
        .target(name: "WordsFormat"),
        .executableTarget(name: "WordsTool", dependencies: ["WordsFormat"], resources: [.copy("prefix.txt")]),
        .plugin(name: "WordsPlugin", capability: .buildTool(), dependencies: ["WordsTool"]),
        .plugin(name: "StampPlugin", capability: .buildTool()),
        .target(name: "Words", plugins: ["WordsPlugin", "StampPlugin"]),
        .target(name: "Unrelated"),
        .executableTarget(name: "app", dependencies: ["Words", "Unrelated"]),
        .testTarget(name: "WordsTests", dependencies: ["Words"]),
    ]
)
