// swift-tools-version: 5.9
import PackageDescription
let package = Package(
    name: "cxx-interop",
    products: [.library(name: "Shapes", targets: ["Shapes"])],
    targets: [
        .target(name: "CxxShapes"),
        .target(name: "Shapes", dependencies: ["CxxShapes"], swiftSettings: [.interoperabilityMode(.Cxx)]),
        // Whoever sees such a module has to say so as well.
        .target(name: "Drawing", dependencies: ["Shapes"], swiftSettings: [.interoperabilityMode(.Cxx)]),
        .executableTarget(name: "draw", dependencies: ["Drawing"], swiftSettings: [.interoperabilityMode(.Cxx)]),
        .testTarget(name: "ShapesTests", dependencies: ["Shapes"], swiftSettings: [.interoperabilityMode(.Cxx)]),
        // C++ behind a C header is for everybody.
        .target(name: "CBehind"),
        .executableTarget(name: "plain", dependencies: ["CBehind"]),
    ],
    cxxLanguageStandard: .cxx20)
