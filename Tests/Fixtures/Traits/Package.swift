// swift-tools-version: 6.1
import PackageDescription
let package = Package(
    name: "traits",
    traits: [
        .trait(name: "A"), .trait(name: "B", enabledTraits: ["C"]), .trait(name: "C"), .trait(name: "Extra"), .default(enabledTraits: ["A"]),
    ],
    dependencies: [.package(path: "dep", traits: [.trait(name: "Deep", condition: .when(traits: ["B"]))]), .package(path: "plain")],
    targets: [
        .target(name: "Traits", dependencies: [.product(name: "dep", package: "dep"), .product(name: "plain", package: "plain"), .target(name: "Extra", condition: .when(traits: ["Extra"]))]),
        .target(name: "Extra"),
        .executableTarget(name: "app", dependencies: ["Traits"]),
        .testTarget(name: "TraitsTests", dependencies: ["Traits"]),
    ])
