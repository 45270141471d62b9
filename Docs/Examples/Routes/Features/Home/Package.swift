// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Home",
    products: [
        .library(name: "Home", targets: ["Home"]),
        .library(name: "HomeInterface", targets: ["HomeInterface"]),
    ],
    dependencies: [.package(path: "../../Foundation/RouterService"), .package(path: "../Profile")],
    targets: [
        // What others see: routes and protocols.
        .target(
            name: "HomeInterface",
            dependencies: [.product(name: "RouterServiceInterface", package: "RouterService")]),
        // What it does. Only apps depend on it.
        .target(
            name: "Home",
            dependencies: [
                "HomeInterface",
                .product(name: "ProfileInterface", package: "Profile"),
                .product(name: "RouterServiceInterface", package: "RouterService"),
            ]),
    ]
)
