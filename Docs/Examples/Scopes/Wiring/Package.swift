// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Wiring",
    products: [.library(name: "Wiring", targets: ["Wiring"])],
    targets: [.target(name: "Wiring")]
)
