// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Article",
    products: [
        .library(name: "Article", targets: ["Article"]),
        .library(name: "ArticleInterface", targets: ["ArticleInterface"]),
    ],
    dependencies: [.package(path: "../Wiring"), .package(path: "../Network"), .package(path: "../Session")],
    targets: [
        .target(
            name: "ArticleInterface",
            dependencies: [
                "Wiring",
                .product(name: "SessionInterface", package: "Session"),
            ]),
        .target(
            name: "Article",
            dependencies: [
                "ArticleInterface",
                .product(name: "NetworkInterface", package: "Network"),
                .product(name: "SessionInterface", package: "Session"),
                "Wiring",
            ]),
    ]
)
