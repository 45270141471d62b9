// swift-tools-version: 5.5
import PackageDescription
let package = Package(
    name: "left", products: [.library(name: "Left", targets: ["Left"])], dependencies: [.package(path: "../common")],
    targets: [.target(name: "Left", dependencies: [.product(name: "CommonLess", package: "common")])])
