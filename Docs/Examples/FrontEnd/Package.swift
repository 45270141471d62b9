// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "front-end",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "mono", path: "../../..")],
    targets: [.executableTarget(name: "FrontEnd", dependencies: [.product(name: "MonoLibraries", package: "mono")])],
    swiftLanguageModes: [.v6]
)
