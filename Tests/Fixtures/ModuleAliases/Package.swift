// swift-tools-version: 5.9
import PackageDescription
let package = Package(
    name: "aliases",
    dependencies: [.package(path: "utils-a"), .package(path: "utils-b"), .package(path: "utils-c")],
    targets: [
        .executableTarget(
            name: "app",
            dependencies: [
                "Utils",
                .product(name: "UtilsA", package: "utils-a", moduleAliases: ["Utils": "UtilsOfA"]),
                .product(name: "UtilsB", package: "utils-b", moduleAliases: ["Utils": "UtilsOfB", "Log": "LogOfB"]),
                .product(name: "UtilsC", package: "utils-c", moduleAliases: ["Log": "LogOfC"]),
            ]),
        .target(name: "Utils"),
    ])
