// swift-tools-version:5.9
import PackageDescription
let package = Package(
    name: "common",
    products: [.library(name: "Common", targets: ["CommonCore", "CommonMore"]), .library(name: "CommonLess", targets: ["CommonCore"])],
    targets: [.target(name: "CommonCore", swiftSettings: [.define("NEWER")]), .target(name: "CommonMore", dependencies: ["CommonCore"])])
