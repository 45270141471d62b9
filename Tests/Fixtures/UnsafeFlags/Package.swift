// swift-tools-version: 5.9
import PackageDescription
let package = Package(
    name: "unsafe-flags",
    targets: [
        .target(
            name: "Kit",
            swiftSettings: [
                .unsafeFlags(["-O", "@kit.rsp"], .when(configuration: .debug)), .unsafeFlags(["-Onone"], .when(configuration: .release)),
            ]),
        .target(name: "CKit", cSettings: [.unsafeFlags(["-O3", "-include", "ckit.h"], .when(configuration: .debug)), .unsafeFlags(["-O0"], .when(configuration: .release))]),
        .executableTarget(name: "app", dependencies: ["Kit", "CKit"], linkerSettings: [.unsafeFlags(["-Xlinker", "--defsym=mark=0"])]),
        .testTarget(name: "KitTests", dependencies: ["Kit"]),
    ])
