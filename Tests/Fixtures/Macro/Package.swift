// swift-tools-version: 6.0
import CompilerPluginSupport
import PackageDescription
let package = Package(
    name: "tiny",
    targets: [
        .target(name: "Help"),
        .macro(name: "TinyMacros", dependencies: ["Help"]),
        .target(name: "Tiny", dependencies: ["TinyMacros"]),
        .target(name: "Middle", dependencies: ["Tiny"]),
        .executableTarget(name: "app", dependencies: ["Middle"]),
        .target(name: "Unrelated"),
        .testTarget(name: "TinyTests", dependencies: ["Tiny"]),
        .testTarget(name: "MacroTests", dependencies: ["TinyMacros"]),
    ])
