// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Basket",
    products: [
        .library(name: "Basket", targets: ["Basket"]),
        .library(name: "BasketInterface", targets: ["BasketInterface"]),
        .library(name: "BasketTesting", targets: ["BasketTesting"]),
        .executable(name: "BasketExample", targets: ["BasketExample"]),
    ],
    dependencies: [
        .package(path: "../../Foundation/Analytics"),
        .package(path: "../../Foundation/InterfaceKit"),
        .package(path: "../../Foundation/RouterService"),
        .package(path: "../../Packages/Money"),
        .package(path: "../../Packages/Wiring"),
        .package(path: "../OrderTracking"),
        .package(path: "../Payment"),
    ],
    targets: [
        // What other features see: protocols, models and routes.
        .target(
            name: "BasketInterface",
            dependencies: [
                "Money",
                .product(name: "RouterServiceInterface", package: "RouterService"),
                "Wiring",
            ]),
        // What it does. Only apps depend on it.
        .target(
            name: "Basket",
            dependencies: [
                "BasketInterface",
                .product(name: "AnalyticsInterface", package: "Analytics"),
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
                .product(name: "OrderTrackingInterface", package: "OrderTracking"),
                .product(name: "PaymentInterface", package: "Payment"),
                .product(name: "RouterServiceInterface", package: "RouterService"),
            ]),
        // Mocks and data, for tests and examples of this feature and of others.
        .target(
            name: "BasketTesting",
            dependencies: [
                "BasketInterface",
                "InterfaceKit",
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
                "Money",
                .product(name: "RouterServiceInterface", package: "RouterService"),
            ]),
        .testTarget(
            name: "BasketTests",
            dependencies: [
                "Basket",
                "BasketInterface",
                "BasketTesting",
                .product(name: "AnalyticsInterface", package: "Analytics"),
                .product(name: "AnalyticsTesting", package: "Analytics"),
                .product(name: "InterfaceKitTesting", package: "InterfaceKit"),
                "Money",
                .product(name: "OrderTrackingInterface", package: "OrderTracking"),
                .product(name: "PaymentInterface", package: "Payment"),
                .product(name: "RouterServiceTesting", package: "RouterService"),
            ]),
        // A small program to try the feature alone, beside mocks of others.
        .executableTarget(
            name: "BasketExample",
            dependencies: [
                "Basket",
                "BasketInterface",
                "BasketTesting",
                .product(name: "AnalyticsTesting", package: "Analytics"),
                "InterfaceKit",
                .product(name: "OrderTrackingTesting", package: "OrderTracking"),
                .product(name: "PaymentTesting", package: "Payment"),
                "RouterService",
                "Wiring",
            ]),
    ]
)
