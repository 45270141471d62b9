// swift-tools-version: 6.1
import PackageDescription
let package = Package(
    name: "zoo",
    products: [
        .library(name: "KitStatic", type: .static, targets: ["Kit", "CLib"]),
        .library(name: "KitDynamic", type: .dynamic, targets: ["Kit"]),
        .executable(name: "app", targets: ["App"]),
    ],
    traits: [.trait(name: "Fancy"), .default(enabledTraits: ["Fancy"])],
    dependencies: [.package(path: "Dep")],
    targets: [
        .target(
            name: "CLib",
            cSettings: [
                .define("VALUE", to: "42"), .define("MORE", to: "100", .when(configuration: .debug)), .headerSearchPath("private headers"),
                .unsafeFlags(["-fno-strict-aliasing"]),
            ],
            cxxSettings: [.define("CXX_TOO")], linkerSettings: [.linkedLibrary("m"), .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]),
        .target(name: "CxxLib", dependencies: ["CLib"], cxxSettings: [.define("TEXT", to: "\"text with a blank\"")]),
        .target(name: "Assembly"),
        .systemLibrary(name: "CThing", pkgConfig: "thing"),
        .target(
            name: "Kit", dependencies: ["CLib", "Assembly", "CThing"],
            swiftSettings: [
                .define("ZOO"), .define("FANCY", .when(traits: ["Fancy"])), .enableUpcomingFeature("ExistentialAny"),
                .enableExperimentalFeature("Lifetimes"), .unsafeFlags(["-Xfrontend", "-warn-long-function-bodies=60000"]),
            ]),
        .target(name: "Interop", dependencies: ["CxxLib"], swiftSettings: [.interoperabilityMode(.Cxx), .swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "App", dependencies: ["Kit", "Interop", .product(name: "DepDynamic", package: "Dep")],
            swiftSettings: [.interoperabilityMode(.Cxx)]),
        // Needs another executable: that is built, and not linked in.
        .executableTarget(name: "ctool", dependencies: ["CLib"]),
        .executableTarget(name: "cxxtool", dependencies: ["CxxLib"]),
    ],
    cLanguageStandard: .gnu11, cxxLanguageStandard: .cxx17)
