// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Calculator",
    dependencies: [.package(path: "../CalculatorBrain"), .package(path: "../CalculatorUI")],
    targets: [
        .executableTarget(
            name: "Calculator",
            dependencies: [
                "CalculatorUI",
                "CalculatorBrain",
            ])
    ]
)
