// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Reader",
    dependencies: [
        .package(path: "../Wiring"), .package(path: "../Network"), .package(path: "../Session"),
        .package(path: "../Article"),
    ],
    targets: [
        .executableTarget(
            name: "Reader",
            dependencies: [
                "Wiring",
                "Network",
                "Session",
                "Article",
                .product(name: "ArticleInterface", package: "Article"),
                .product(name: "SessionInterface", package: "Session"),
            ]),
        .testTarget(
            name: "ReaderTests",
            dependencies: [
                "Wiring",
                "Session",
                "Article",
                .product(name: "ArticleInterface", package: "Article"),
                .product(name: "NetworkTesting", package: "Network"),
                .product(name: "SessionInterface", package: "Session"),
            ]),
    ]
)
