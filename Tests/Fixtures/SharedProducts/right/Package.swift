// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "right", products: [.library(name: "Right", targets: ["Right"])], dependencies: [.package(path: "../common")],
    targets: [.target(name: "Right", dependencies: [.product(name: "Common", package: "common")])])
