// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Networking",
    products: [
        .library(name: "Networking", targets: ["Networking"]),
        .library(name: "NetworkingInterface", targets: ["NetworkingInterface"]),
        .library(name: "NetworkingTesting", targets: ["NetworkingTesting"]),
        .executable(name: "NetworkingExample", targets: ["NetworkingExample"]),
    ],
    dependencies: [
        .package(path: "../../Packages/Wiring"),
    ],
    targets: [
        // What other features see: protocols, models and routes.
        .target(name: "NetworkingInterface", dependencies: ["Wiring"]),
        // What it does.
        .target(name: "Networking", dependencies: ["NetworkingInterface"]),
        // Mocks and data, for tests and examples of this feature and of others.
        .target(name: "NetworkingTesting", dependencies: ["NetworkingInterface"]),
        .testTarget(name: "NetworkingTests", dependencies: ["Networking", "NetworkingInterface", "NetworkingTesting"]),
        // A small program to try it alone.
        .executableTarget(name: "NetworkingExample", dependencies: ["Networking", "NetworkingInterface", "Wiring"]),
    ]
)
