// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "InterfaceKit",
    products: [
        .library(name: "InterfaceKit", targets: ["InterfaceKit"]),
        .library(name: "InterfaceKitInterface", targets: ["InterfaceKitInterface"]),
        .library(name: "InterfaceKitTesting", targets: ["InterfaceKitTesting"]),
        .executable(name: "InterfaceKitExample", targets: ["InterfaceKitExample"]),
    ],
    dependencies: [
        .package(path: "../../Packages/Wiring"),
    ],
    targets: [
        // What other features see: protocols, models and routes.
        .target(name: "InterfaceKitInterface", dependencies: ["Wiring"]),
        // What it does.
        .target(name: "InterfaceKit", dependencies: ["InterfaceKitInterface"]),
        // Mocks and data, for tests and examples of this feature and of others.
        .target(name: "InterfaceKitTesting", dependencies: ["InterfaceKitInterface"]),
        .testTarget(name: "InterfaceKitTests", dependencies: ["InterfaceKit", "InterfaceKitInterface", "InterfaceKitTesting"]),
        // A small program to try it alone.
        .executableTarget(name: "InterfaceKitExample", dependencies: ["InterfaceKit", "InterfaceKitInterface", "Wiring"]),
    ]
)
