// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CalculatorBrain",
    products: [.library(name: "CalculatorBrain", targets: ["CalculatorBrain"])],
    dependencies: [.package(path: "../CalculatorBrainInterface")],
    targets: [
        .target(name: "CalculatorBrain", dependencies: ["CalculatorBrainInterface"]),
        .testTarget(name: "CalculatorBrainTests", dependencies: ["CalculatorBrain"]),
    ]
)
