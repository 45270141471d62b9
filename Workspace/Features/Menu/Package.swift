// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Menu",
    products: [
        .library(name: "Menu", targets: ["Menu"]),
        .library(name: "MenuInterface", targets: ["MenuInterface"]),
        .library(name: "MenuTesting", targets: ["MenuTesting"]),
        .executable(name: "MenuExample", targets: ["MenuExample"]),
    ],
    dependencies: [
        .package(path: "../../Foundation/InterfaceKit"),
        .package(path: "../../Foundation/Networking"),
        .package(path: "../../Foundation/RouterService"),
        .package(path: "../../Packages/Money"),
        .package(path: "../../Packages/Wiring"),
        .package(path: "../Basket"),
    ],
    targets: [
        // What other features see: protocols, models and routes.
        .target(
            name: "MenuInterface",
            dependencies: [
                "Money",
                .product(name: "RouterServiceInterface", package: "RouterService"),
                "Wiring",
            ]),
        // What it does. Only apps depend on it.
        .target(
            name: "Menu",
            dependencies: [
                "MenuInterface",
                .product(name: "BasketInterface", package: "Basket"),
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
                "Money",
                .product(name: "NetworkingInterface", package: "Networking"),
                .product(name: "RouterServiceInterface", package: "RouterService"),
            ]),
        // Mocks and data, for tests and examples of this feature and of others.
        .target(
            name: "MenuTesting",
            dependencies: [
                "MenuInterface",
                "InterfaceKit",
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
                "Money",
                .product(name: "RouterServiceInterface", package: "RouterService"),
            ]),
        .testTarget(
            name: "MenuTests",
            dependencies: [
                "Menu",
                "MenuInterface",
                "MenuTesting",
                .product(name: "BasketInterface", package: "Basket"),
                .product(name: "BasketTesting", package: "Basket"),
                .product(name: "InterfaceKitTesting", package: "InterfaceKit"),
                "Money",
                .product(name: "NetworkingTesting", package: "Networking"),
                .product(name: "RouterServiceTesting", package: "RouterService"),
            ]),
        // A small program to try the feature alone, beside mocks of others.
        .executableTarget(
            name: "MenuExample",
            dependencies: [
                "Menu",
                "MenuInterface",
                .product(name: "BasketTesting", package: "Basket"),
                "InterfaceKit",
                "Networking",
                "RouterService",
                "Wiring",
            ]),
    ]
)
