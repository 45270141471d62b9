// swift-tools-version:5.3
import PackageDescription
let package = Package(
    name: "old",
    targets: [.target(name: "oldkit", swiftSettings: [.define("OLD")]), .target(name: "oldtool", dependencies: ["oldkit"])])
