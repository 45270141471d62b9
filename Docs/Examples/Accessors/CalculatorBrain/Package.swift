// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "CalculatorBrain",
    products: [
        .library(name: "CalculatorBrain", targets: ["CalculatorBrain"]),
        .library(name: "CalculatorBrainInterface", targets: ["CalculatorBrainInterface"]),
        .library(name: "CalculatorBrainTesting", targets: ["CalculatorBrainTesting"]),
    ],
    dependencies: [.package(path: "../Wiring")],
    targets: [
        .target(name: "CalculatorBrainInterface", dependencies: ["Wiring"]),
        .target(name: "CalculatorBrain", dependencies: ["CalculatorBrainInterface"]),
        .target(name: "CalculatorBrainTesting", dependencies: ["CalculatorBrainInterface"]),
    ]
)
