// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "mono-bench",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "mono-bench", targets: ["MonoBench"]),
        .executable(name: "mutation-corpus", targets: ["MutationCorpus"]),
    ],
    dependencies: [.package(name: "mono", path: "..")],
    targets: [
        .executableTarget(name: "MonoBench"),
        .executableTarget(name: "MutationCorpus", dependencies: [.product(name: "MonoLibraries", package: "mono")]),
    ],
    swiftLanguageModes: [.v6]
)
