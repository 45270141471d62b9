// swift-tools-version: 6.1
import PackageDescription
let package = Package(
    name: "dep", products: [.library(name: "dep", targets: ["dep"])], traits: ["Deep"], targets: [.target(name: "dep")])
