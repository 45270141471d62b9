// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "CalculatorUI",
    products: [.library(name: "CalculatorUI", targets: ["CalculatorUI"])],
    dependencies: [.package(path: "../CalculatorBrain")],
    targets: [
        .target(
            name: "CalculatorUI",
            dependencies: [.product(name: "CalculatorBrainInterface", package: "CalculatorBrain")]),
        .testTarget(
            name: "CalculatorUITests",
            dependencies: [
                "CalculatorUI",
                .product(name: "CalculatorBrainInterface", package: "CalculatorBrain"),
                .product(name: "CalculatorBrainTesting", package: "CalculatorBrain"),
            ]),
    ]
)
