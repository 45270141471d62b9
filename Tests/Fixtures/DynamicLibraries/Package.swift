// swift-tools-version: 6.0
import PackageDescription
let package = Package(
    name: "dynamic",
    products: [
        .library(name: "Outer", type: .dynamic, targets: ["Outer"]),
        .library(name: "Archive", type: .static, targets: ["Lonely", "CLonely"]),
        .library(name: "Mixed", type: .dynamic, targets: ["Lonely", "CLonely"]),
        .executable(name: "tool", targets: ["tool"]),
    ],
    dependencies: [.package(path: "base")],
    targets: [
        .target(name: "Outer", dependencies: [.product(name: "Base", package: "base"), "Private"]),
        .target(name: "Private"),
        .target(name: "Lonely", dependencies: ["CLonely"]),
        .target(name: "CLonely", linkerSettings: [.linkedLibrary("m")]),
        // Of its own package it takes the target, of the other the library.
        .executableTarget(name: "tool", dependencies: ["Outer", .product(name: "Base", package: "base")]),
        .executableTarget(name: "ctool", dependencies: ["CLonely", .product(name: "CBase", package: "base")]),
        .testTarget(name: "OuterTests", dependencies: ["Outer"]),
    ])
