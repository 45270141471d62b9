// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "RouterService",
    products: [
        .library(name: "RouterService", targets: ["RouterService"]),
        .library(name: "RouterServiceInterface", targets: ["RouterServiceInterface"]),
    ],
    targets: [
        // What features see.
        .target(name: "RouterServiceInterface"),
        // Only apps depend on it: mono writes 'registerRoutes()' for them.
        .target(name: "RouterService", dependencies: ["RouterServiceInterface"]),
        .testTarget(name: "RouterServiceTests", dependencies: ["RouterService", "RouterServiceInterface"]),
    ]
)
