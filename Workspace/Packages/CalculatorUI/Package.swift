// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CalculatorUI",
    products: [.library(name: "CalculatorUI", targets: ["CalculatorUI"])],
    // The interface, never the brain: a change of the brain leaves this package as it is.
    dependencies: [.package(path: "../CalculatorBrainInterface")],
    targets: [
        .target(name: "CNumberText"),
        .target(name: "CalculatorUI", dependencies: ["CalculatorBrainInterface", "CNumberText"]),
        .testTarget(name: "CalculatorUITests", dependencies: ["CalculatorUI", "CalculatorBrainInterface"]),
    ]
)
