// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FoodOrdering",
    products: [.executable(name: "food-ordering", targets: ["FoodOrdering"])],
    dependencies: [
        .package(path: "../../Features/Account"),
        .package(path: "../../Features/Basket"),
        .package(path: "../../Features/Menu"),
        .package(path: "../../Features/OrderTracking"),
        .package(path: "../../Features/Payment"),
        .package(path: "../../Features/Restaurants"),
        .package(path: "../../Foundation/Analytics"),
        .package(path: "../../Foundation/InterfaceKit"),
        .package(path: "../../Foundation/Networking"),
        .package(path: "../../Foundation/RouterService"),
        .package(path: "../../Packages/Wiring"),
    ],
    targets: [
        // The one target that knows what every feature does. Nothing else of the workspace depends on it.
        .executableTarget(
            name: "FoodOrdering",
            dependencies: [
                "Account",
                "Analytics",
                .product(name: "AnalyticsInterface", package: "Analytics"),
                "Basket",
                "InterfaceKit",
                "Menu",
                "Networking",
                "OrderTracking",
                "Payment",
                "Restaurants",
                .product(name: "RestaurantsInterface", package: "Restaurants"),
                "RouterService",
                .product(name: "RouterServiceInterface", package: "RouterService"),
                "Wiring",
            ]),
        .testTarget(
            name: "FoodOrderingTests",
            dependencies: [
                "FoodOrdering",
                .product(name: "InterfaceKitTesting", package: "InterfaceKit"),
                .product(name: "PaymentInterface", package: "Payment"),
                .product(name: "PaymentTesting", package: "Payment"),
                .product(name: "RestaurantsInterface", package: "Restaurants"),
            ]),
    ]
)
