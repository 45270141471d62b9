// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "mono-bench",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "mono-bench", targets: ["MonoBench"])],
    targets: [.executableTarget(name: "MonoBench")],
    swiftLanguageModes: [.v6]
)
