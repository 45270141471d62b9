// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Analytics",
    products: [
        .library(name: "Analytics", targets: ["Analytics"]),
        .library(name: "AnalyticsInterface", targets: ["AnalyticsInterface"]),
        .library(name: "AnalyticsTesting", targets: ["AnalyticsTesting"]),
        .executable(name: "AnalyticsExample", targets: ["AnalyticsExample"]),
    ],
    dependencies: [
        .package(path: "../../Packages/Wiring"),
        .package(path: "../InterfaceKit"),
    ],
    targets: [
        // What other features see: protocols, models and routes.
        .target(name: "AnalyticsInterface", dependencies: ["Wiring"]),
        // What it does.
        .target(name: "Analytics", dependencies: ["AnalyticsInterface", .product(name: "InterfaceKitInterface", package: "InterfaceKit")]),
        // Mocks and data, for tests and examples of this feature and of others.
        .target(name: "AnalyticsTesting", dependencies: ["AnalyticsInterface"]),
        .testTarget(
            name: "AnalyticsTests",
            dependencies: [
                "Analytics",
                "AnalyticsInterface",
                "AnalyticsTesting",
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
            ]),
        // A small program to try it alone.
        .executableTarget(name: "AnalyticsExample", dependencies: ["Analytics", "AnalyticsInterface", "InterfaceKit", "Wiring"]),
    ]
)
