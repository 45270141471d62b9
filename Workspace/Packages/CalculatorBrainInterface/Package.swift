// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CalculatorBrainInterface",
    products: [.library(name: "CalculatorBrainInterface", targets: ["CalculatorBrainInterface"])],
    targets: [
        .target(name: "CalculatorBrainInterface"),
        .testTarget(name: "CalculatorBrainInterfaceTests", dependencies: ["CalculatorBrainInterface"]),
    ]
)
