// swift-tools-version:5.3
import PackageDescription
let package = Package(
    name: "common",
    products: [.library(name: "Common", targets: ["CommonCore", "CommonMore"]), .library(name: "CommonLess", targets: ["CommonCore"])],
    targets: [.target(name: "CommonCore"), .target(name: "CommonMore", dependencies: ["CommonCore"])])
