// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Profile",
    products: [
        .library(name: "Profile", targets: ["Profile"]),
        .library(name: "ProfileInterface", targets: ["ProfileInterface"]),
    ],
    dependencies: [.package(path: "../../Foundation/HTTPClient"), .package(path: "../../Foundation/RouterService")],
    targets: [
        // What others see: routes and protocols.
        .target(
            name: "ProfileInterface",
            dependencies: [.product(name: "RouterServiceInterface", package: "RouterService")]),
        // What it does. Only apps depend on it.
        .target(
            name: "Profile",
            dependencies: [
                "ProfileInterface",
                .product(name: "HTTPClientInterface", package: "HTTPClient"),
                .product(name: "RouterServiceInterface", package: "RouterService"),
            ]),
    ]
)
