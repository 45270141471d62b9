// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Account",
    products: [
        .library(name: "Account", targets: ["Account"]),
        .library(name: "AccountInterface", targets: ["AccountInterface"]),
        .library(name: "AccountTesting", targets: ["AccountTesting"]),
        .executable(name: "AccountExample", targets: ["AccountExample"]),
    ],
    dependencies: [
        .package(path: "../../Foundation/InterfaceKit"),
        .package(path: "../../Foundation/RouterService"),
        .package(path: "../../Packages/Wiring"),
    ],
    targets: [
        // What other features see: protocols, models and routes.
        .target(name: "AccountInterface", dependencies: [.product(name: "RouterServiceInterface", package: "RouterService"), "Wiring"]),
        // What it does. Only apps depend on it.
        .target(
            name: "Account",
            dependencies: [
                "AccountInterface",
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
                .product(name: "RouterServiceInterface", package: "RouterService"),
            ]),
        // Mocks and data, for tests and examples of this feature and of others.
        .target(
            name: "AccountTesting",
            dependencies: [
                "AccountInterface",
                "InterfaceKit",
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
                .product(name: "RouterServiceInterface", package: "RouterService"),
            ]),
        .testTarget(
            name: "AccountTests",
            dependencies: [
                "Account",
                "AccountInterface",
                "AccountTesting",
                .product(name: "RouterServiceTesting", package: "RouterService"),
            ]),
        // A small program to try the feature alone, beside mocks of others.
        .executableTarget(
            name: "AccountExample",
            dependencies: [
                "Account",
                "AccountInterface",
                "AccountTesting",
                "InterfaceKit",
                "RouterService",
                "Wiring",
            ]),
    ]
)
