// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Restaurants",
    products: [
        .library(name: "Restaurants", targets: ["Restaurants"]),
        .library(name: "RestaurantsInterface", targets: ["RestaurantsInterface"]),
        .library(name: "RestaurantsTesting", targets: ["RestaurantsTesting"]),
        .executable(name: "RestaurantsExample", targets: ["RestaurantsExample"]),
    ],
    dependencies: [
        .package(path: "../../Foundation/InterfaceKit"),
        .package(path: "../../Foundation/Networking"),
        .package(path: "../../Foundation/RouterService"),
        .package(path: "../../Packages/Wiring"),
        .package(path: "../Account"),
        .package(path: "../Basket"),
        .package(path: "../Menu"),
        .package(path: "../OrderTracking"),
    ],
    targets: [
        // What other features see: protocols, models and routes.
        .target(name: "RestaurantsInterface", dependencies: [.product(name: "RouterServiceInterface", package: "RouterService"), "Wiring"]),
        // What it does. Only apps depend on it.
        .target(
            name: "Restaurants",
            dependencies: [
                "RestaurantsInterface",
                .product(name: "AccountInterface", package: "Account"),
                .product(name: "BasketInterface", package: "Basket"),
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
                .product(name: "MenuInterface", package: "Menu"),
                .product(name: "NetworkingInterface", package: "Networking"),
                .product(name: "OrderTrackingInterface", package: "OrderTracking"),
                .product(name: "RouterServiceInterface", package: "RouterService"),
            ]),
        // Mocks and data, for tests and examples of this feature and of others.
        .target(
            name: "RestaurantsTesting",
            dependencies: [
                "RestaurantsInterface",
                "InterfaceKit",
                .product(name: "InterfaceKitInterface", package: "InterfaceKit"),
                .product(name: "RouterServiceInterface", package: "RouterService"),
            ]),
        .testTarget(
            name: "RestaurantsTests",
            dependencies: [
                "Restaurants",
                "RestaurantsInterface",
                "RestaurantsTesting",
                .product(name: "BasketInterface", package: "Basket"),
                .product(name: "InterfaceKitTesting", package: "InterfaceKit"),
                .product(name: "MenuInterface", package: "Menu"),
                .product(name: "NetworkingInterface", package: "Networking"),
                .product(name: "NetworkingTesting", package: "Networking"),
                .product(name: "RouterServiceTesting", package: "RouterService"),
            ]),
        // A small program to try the feature alone, beside mocks of others.
        .executableTarget(
            name: "RestaurantsExample",
            dependencies: [
                "Restaurants",
                "RestaurantsInterface",
                "RestaurantsTesting",
                .product(name: "AccountTesting", package: "Account"),
                .product(name: "BasketTesting", package: "Basket"),
                "InterfaceKit",
                .product(name: "MenuTesting", package: "Menu"),
                "Networking",
                .product(name: "OrderTrackingTesting", package: "OrderTracking"),
                "RouterService",
                "Wiring",
            ]),
    ]
)
