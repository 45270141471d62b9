// swift-tools-version: 5.9
import PackageDescription
let package = Package(
    name: "utils-d", products: [.library(name: "UtilsD", targets: ["Log", "Tools"])],
    targets: [.target(name: "Log"), .target(name: "Tools")])
