// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Payment",
    products: [
        .library(name: "Payment", targets: ["Payment"]),
        .library(name: "PaymentInterface", targets: ["PaymentInterface"]),
        .library(name: "PaymentTesting", targets: ["PaymentTesting"]),
        .executable(name: "PaymentExample", targets: ["PaymentExample"]),
    ],
    dependencies: [
        .package(path: "../../Foundation/InterfaceKit"),
        .package(path: "../../Foundation/Networking"),
        .package(path: "../../Foundation/RouterService"),
        .package(path: "../../Packages/Money"),
        .package(path: "../../Packages/Wiring"),
        .package(path: "../Account"),
        .package(path: "../OrderTracking"),
    ],
    targets: [
        // What other features see: protocols, models and routes.
        .target(
            name: "PaymentInterface",
            dependencies: [
                "Money",
                .product(name: "RouterServiceInterface", package: "RouterService"),
                "Wiring",
            ]),
        // What it does. Only apps depend on it.
        .target(
            name: "Payment",
            dependencies: [
                "PaymentInterface",
                .product(name: "AccountInterface", package: "Account"),
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
                "Money",
                .product(name: "NetworkingInterface", package: "Networking"),
                .product(name: "OrderTrackingInterface", package: "OrderTracking"),
                .product(name: "RouterServiceInterface", package: "RouterService"),
            ]),
        // Mocks and data, for tests and examples of this feature and of others.
        .target(
            name: "PaymentTesting",
            dependencies: [
                "PaymentInterface",
                "InterfaceKit",
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
                "Money",
                .product(name: "RouterServiceInterface", package: "RouterService"),
            ]),
        .testTarget(
            name: "PaymentTests",
            dependencies: [
                "Payment",
                "PaymentInterface",
                "PaymentTesting",
                .product(name: "AccountTesting", package: "Account"),
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
                "Money",
                .product(name: "NetworkingInterface", package: "Networking"),
                .product(name: "NetworkingTesting", package: "Networking"),
                .product(name: "OrderTrackingInterface", package: "OrderTracking"),
                .product(name: "OrderTrackingTesting", package: "OrderTracking"),
                .product(name: "RouterServiceTesting", package: "RouterService"),
            ]),
        // A small program to try the feature alone, beside mocks of others.
        .executableTarget(
            name: "PaymentExample",
            dependencies: [
                "Payment",
                "PaymentInterface",
                "PaymentTesting",
                .product(name: "AccountTesting", package: "Account"),
                "InterfaceKit",
                "Money",
                "Networking",
                .product(name: "OrderTrackingTesting", package: "OrderTracking"),
                "RouterService",
                "Wiring",
            ]),
    ]
)
