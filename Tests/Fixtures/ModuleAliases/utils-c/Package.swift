// swift-tools-version: 5.9
import PackageDescription
let package = Package(
    name: "utils-c", products: [.library(name: "UtilsC", targets: ["TopOfC", "MidOfC"])], dependencies: [.package(path: "../utils-d")],
    targets: [
        .target(name: "TopOfC", dependencies: ["MidOfC"]),
        .target(
            name: "MidOfC",
            dependencies: ["Log", .product(name: "UtilsD", package: "utils-d", moduleAliases: ["Log": "LogOfD", "Tools": "ToolsOfD"])]),
        // One of its own, so that the other can only be meant by its new name.
        .target(name: "Log"),
    ])
