// swift-tools-version: 6.0
import PackageDescription
let package = Package(
    name: "base",
    products: [
        .library(name: "Base", type: .dynamic, targets: ["Base", "BaseMore"]), .library(name: "CBase", type: .dynamic, targets: ["CBase"]),
        .library(name: "Unused", type: .dynamic, targets: ["Unused"]),
    ],
    targets: [.target(name: "Base", dependencies: ["Deep"]), .target(name: "BaseMore"), .target(name: "Deep"), .target(name: "CBase"), .target(name: "Unused")])
