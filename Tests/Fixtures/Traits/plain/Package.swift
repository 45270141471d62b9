// swift-tools-version: 6.1
import PackageDescription
let package = Package(name: "plain", products: [.library(name: "plain", targets: ["plain"])], targets: [.target(name: "plain")])
