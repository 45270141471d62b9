// swift-tools-version: 5.9
import PackageDescription
let package = Package(
    name: "utils-b", products: [.library(name: "UtilsB", targets: ["Utils", "Mid"])],
    targets: [.target(name: "Utils", dependencies: ["Log"]), .target(name: "Log"), .target(name: "Mid", dependencies: ["Log"])])
