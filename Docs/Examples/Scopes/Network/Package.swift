// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Network",
    products: [
        .library(name: "Network", targets: ["Network"]),
        .library(name: "NetworkInterface", targets: ["NetworkInterface"]),
        .library(name: "NetworkTesting", targets: ["NetworkTesting"]),
    ],
    dependencies: [.package(path: "../Wiring")],
    targets: [
        .target(name: "NetworkInterface", dependencies: ["Wiring"]),
        .target(name: "Network", dependencies: ["NetworkInterface", "Wiring"]),
        .target(name: "NetworkTesting", dependencies: ["NetworkInterface"]),
    ]
)
