// swift-tools-version: 5.9
import PackageDescription
let package = Package(
    name: "utils-a", products: [.library(name: "UtilsA", targets: ["Utils", "UtilsClient"])],
    targets: [.target(name: "Utils"), .target(name: "UtilsClient", dependencies: ["Utils"])])
