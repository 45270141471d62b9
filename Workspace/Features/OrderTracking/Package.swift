// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "OrderTracking",
    products: [
        .library(name: "OrderTracking", targets: ["OrderTracking"]),
        .library(name: "OrderTrackingInterface", targets: ["OrderTrackingInterface"]),
        .library(name: "OrderTrackingTesting", targets: ["OrderTrackingTesting"]),
        .executable(name: "OrderTrackingExample", targets: ["OrderTrackingExample"]),
    ],
    dependencies: [
        .package(path: "../../Foundation/InterfaceKit"),
        .package(path: "../../Foundation/Networking"),
        .package(path: "../../Foundation/RouterService"),
        .package(path: "../../Packages/Money"),
        .package(path: "../../Packages/Wiring"),
    ],
    targets: [
        // What other features see: protocols, models and routes.
        .target(
            name: "OrderTrackingInterface",
            dependencies: [
                "Money",
                .product(name: "RouterServiceInterface", package: "RouterService"),
                "Wiring",
            ]),
        // What it does. Only apps depend on it.
        .target(
            name: "OrderTracking",
            dependencies: [
                "OrderTrackingInterface",
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
                "Money",
                .product(name: "NetworkingInterface", package: "Networking"),
                .product(name: "RouterServiceInterface", package: "RouterService"),
            ]),
        // Mocks and data, for tests and examples of this feature and of others.
        .target(
            name: "OrderTrackingTesting",
            dependencies: [
                "OrderTrackingInterface",
                "InterfaceKit",
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
                "Money",
                .product(name: "RouterServiceInterface", package: "RouterService"),
            ]),
        .testTarget(
            name: "OrderTrackingTests",
            dependencies: [
                "OrderTracking",
                "OrderTrackingInterface",
                "OrderTrackingTesting",
                .product(name: "InterfaceKitTesting", package: "InterfaceKit"),
                .product(name: "NetworkingInterface", package: "Networking"),
                .product(name: "NetworkingTesting", package: "Networking"),
                .product(name: "RouterServiceTesting", package: "RouterService"),
            ]),
        // A small program to try the feature alone, beside mocks of others.
        .executableTarget(
            name: "OrderTrackingExample",
            dependencies: [
                "OrderTracking",
                "OrderTrackingInterface",
                "OrderTrackingTesting",
                "InterfaceKit",
                "Networking",
                "RouterService",
                "Wiring",
            ]),
    ]
)
