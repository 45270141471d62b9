// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Calculator",
    products: [.executable(name: "calculator", targets: ["Calculator"])],
    dependencies: [
        .package(path: "../../Packages/CalculatorBrain"),
        .package(path: "../../Packages/CalculatorUI"),
    ],
    targets: [
        // The only target of the workspace that knows both the brain and the screen.
        .executableTarget(name: "Calculator", dependencies: ["CalculatorBrain", "CalculatorUI"]),
        .testTarget(name: "CalculatorTests", dependencies: ["Calculator"]),
    ]
)
