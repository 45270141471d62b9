// swift-tools-version: 5.9
import PackageDescription
let package = Package(
    name: "shared-products",
    dependencies: [.package(path: "left"), .package(path: "right"), .package(path: "common")],
    targets: [
        .executableTarget(name: "app", dependencies: [
            .product(name: "Left", package: "left"), .product(name: "Right", package: "right"), .product(name: "CommonLess", package: "common"),
        ]),
        .testTarget(name: "AppTests", dependencies: ["app", .product(name: "Right", package: "right")]),
    ])
