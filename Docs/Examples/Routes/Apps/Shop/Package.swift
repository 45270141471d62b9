// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Shop",
    dependencies: [
        .package(path: "../../Features/Home"),
        .package(path: "../../Features/Profile"),
        .package(path: "../../Foundation/HTTPClient"),
        .package(path: "../../Foundation/RouterService"),
    ],
    targets: [
        // The only target that depends on what features do, and not on their interfaces alone.
        .executableTarget(
            name: "Shop",
            dependencies: [
                "Home",
                .product(name: "HomeInterface", package: "Home"),
                "HTTPClient",
                "Profile",
                "RouterService",
            ])
    ]
)
