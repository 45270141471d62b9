// swift-tools-version: 6.0
import PackageDescription
let package = Package(
    name: "pkg-config",
    targets: [
        .systemLibrary(
            name: "CThing", pkgConfig: "fixture-thing", providers: [.brew(["thing"]), .apt(["libthing-dev", "thing-data"]), .yum(["thing-devel"])]),
        .target(name: "Wrapper", dependencies: ["CThing"]),
        .executableTarget(name: "wrapping-tool", dependencies: ["Wrapper"]),
        .target(name: "Plain"),
        .executableTarget(name: "plain-tool", dependencies: ["Plain"]),
    ])
