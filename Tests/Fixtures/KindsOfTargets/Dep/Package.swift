// swift-tools-version: 5.9
import PackageDescription
let package = Package(
    name: "another-name",
    products: [.library(name: "DepDynamic", type: .dynamic, targets: ["DepDynamic"])],
    targets: [.target(name: "DepDynamic", dependencies: ["DepCore"]), .target(name: "DepCore")])
