// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "HTTPClient",
    products: [
        .library(name: "HTTPClient", targets: ["HTTPClient"]),
        .library(name: "HTTPClientInterface", targets: ["HTTPClientInterface"]),
    ],
    targets: [
        // What others see: routes and protocols.
        .target(name: "HTTPClientInterface"),
        // What it does. Only apps depend on it.
        .target(
            name: "HTTPClient",
            dependencies: [
                "HTTPClientInterface"
            ]),
    ]
)
