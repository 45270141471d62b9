// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "RouterService",
    products: [
        .library(name: "RouterService", targets: ["RouterService"]),
        .library(name: "RouterServiceInterface", targets: ["RouterServiceInterface"]),
        .library(name: "RouterServiceTesting", targets: ["RouterServiceTesting"]),
        .executable(name: "RouterServiceExample", targets: ["RouterServiceExample"]),
    ],
    dependencies: [
        .package(path: "../../Packages/Wiring"),
        .package(path: "../InterfaceKit"),
    ],
    targets: [
        // What other features see: protocols, models and routes.
        .target(name: "RouterServiceInterface", dependencies: [.product(name: "InterfaceKitInterface", package: "InterfaceKit"), "Wiring"]),
        // What it does.
        .target(
            name: "RouterService",
            dependencies: [
                "RouterServiceInterface",
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
            ]),
        // Mocks and data, for tests and examples of this feature and of others.
        .target(name: "RouterServiceTesting", dependencies: ["RouterServiceInterface"]),
        .testTarget(
            name: "RouterServiceTests",
            dependencies: [
                "RouterService",
                "RouterServiceInterface",
                "RouterServiceTesting",
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
            ]),
        // A small program to try it alone.
        .executableTarget(
            name: "RouterServiceExample",
            dependencies: [
                "RouterService",
                "RouterServiceInterface",
                "InterfaceKit",
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
            ]),
    ]
)
