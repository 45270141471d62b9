// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Session",
    products: [
        .library(name: "Session", targets: ["Session"]),
        .library(name: "SessionInterface", targets: ["SessionInterface"]),
    ],
    dependencies: [.package(path: "../Wiring")],
    targets: [
        .target(name: "SessionInterface", dependencies: ["Wiring"]),
        .target(name: "Session", dependencies: ["SessionInterface", "Wiring"]),
    ]
)
