// swift-tools-version: 6.0
import PackageDescription
let package = Package(
    name: "res", defaultLocalization: "en",
    targets: [
        .target(name: "Lib", resources: [.embedInCode("data"), .process("p"), .copy("c")]),
        .executableTarget(name: "tool", dependencies: ["Lib"], resources: [.embedInCode("2nd file.txt"), .copy("own.txt")]),
        .testTarget(name: "LibTests", dependencies: ["Lib"], resources: [.embedInCode("x.txt"), .process("y.txt")]),
    ])
