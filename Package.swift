// swift-tools-version: 6.2
import PackageDescription

// One row per module of the house: its name, and the only modules of ours that it may import.
// The order is the order of the layers, lowest first. Docs/Architecture.md tells why each exists.
let layers: KeyValuePairs<String, [String]> = [
    "Digests": ["CSHA256"],
    "JSON": [],
    "SwiftText": [],
    "Signatures": [],
    "SymbolGraphs": ["JSON"],
    "Wiring": ["SymbolGraphs", "SwiftText"],
    "Parallelism": ["CLinux"],
    "Disk": ["Digests", "Parallelism", "CLinux"],
    "Subprocesses": ["CLinux"],
    "HTTPTransfers": ["Parallelism", "Disk", "Subprocesses", "CCurl"],
    "CallFrames": [],
    "RemoteCalls": ["Subprocesses", "CallFrames"],
    "Targets": [],
    "Toolchains": ["Digests", "JSON", "Disk", "Subprocesses", "Targets"],
    "GitHistory": ["Digests", "Disk", "Subprocesses", "Parallelism"],
    "ArtifactCache": ["Digests", "Signatures", "Disk", "Parallelism"],
    "RemoteCaches": [
        "Digests", "JSON", "Parallelism", "Disk", "Subprocesses", "HTTPTransfers", "RemoteCalls", "ArtifactCache",
    ],
    "Configuration": ["Digests", "JSON", "Signatures", "Wiring", "Disk", "Targets", "ArtifactCache"],
    "PackageResolution": ["Digests", "JSON", "Parallelism", "Disk", "Subprocesses", "Targets", "ArtifactCache"],
    "PackageManifests": [
        "Digests", "JSON", "SwiftText", "Parallelism", "Disk", "Subprocesses", "Targets", "ArtifactCache",
        "Configuration", "PackageResolution",
    ],
    "InterfaceDigests": ["Digests", "SwiftText", "SymbolGraphs", "Disk", "Subprocesses", "Toolchains"],
    "DigestFacts": ["Digests", "SwiftText", "Parallelism", "Disk", "Subprocesses", "Toolchains", "InterfaceDigests"],
    "TestDiscovery": ["SymbolGraphs", "SwiftText"],
    "PackagePlugins": ["JSON", "Disk", "Targets"],
    "BuildPlanning": [
        "Digests", "JSON", "SwiftText", "Parallelism", "Disk", "Targets", "Toolchains", "InterfaceDigests",
        "TestDiscovery",
        "Wiring",
        "PackagePlugins",
    ],
    "BuildEngine": [
        "Digests", "SwiftText", "Parallelism", "Disk", "Subprocesses", "Targets", "Toolchains", "ArtifactCache",
        "RemoteCaches", "InterfaceDigests", "BuildPlanning",
    ],
    "GraphAnalysis": ["Targets", "BuildPlanning"],
    "CompileProfile": ["SwiftText", "Targets"],
    "AffectedTargets": [
        "Digests", "Disk", "GitHistory", "Targets", "Configuration", "PackageResolution", "PackageManifests", "Wiring",
    ],
    "TestRunning": [
        "Digests", "JSON", "Parallelism", "Disk", "Subprocesses", "Targets", "Toolchains", "ArtifactCache",
        "TestDiscovery", "GitHistory", "PackageManifests", "BuildPlanning", "BuildEngine", "AffectedTargets",
    ],
    "CodeCoverage": ["JSON", "Disk", "Subprocesses", "Toolchains"],
    "ArchitectureRules": [
        "Digests", "SwiftText", "Parallelism", "Disk", "Targets", "Configuration", "PackageManifests",
    ],
    "Scaffolding": ["SwiftText", "Targets", "Configuration"],
    "Workspaces": [
        "Digests", "JSON", "SwiftText", "Parallelism", "Disk", "Subprocesses", "Targets", "Toolchains", "ArtifactCache",
        "RemoteCaches", "Configuration", "PackageManifests", "InterfaceDigests", "PackagePlugins", "BuildPlanning",
        "BuildEngine", "GitHistory", "AffectedTargets", "TestRunning", "CodeCoverage", "ArchitectureRules",
        "GraphAnalysis", "CompileProfile",
    ],
    "FileWatching": ["Disk", "Subprocesses", "CLinux"],
    "EditorServer": [
        "JSON", "Parallelism", "Disk", "Subprocesses", "Targets", "Toolchains", "BuildPlanning", "BuildEngine",
        "Workspaces",
    ],
    "MonoCommands": [
        "Digests", "JSON", "Signatures", "Parallelism", "Disk", "Subprocesses", "Targets", "Toolchains",
        "ArtifactCache", "RemoteCalls", "RemoteCaches", "Configuration", "PackageResolution", "PackageManifests",
        "InterfaceDigests", "DigestFacts", "BuildPlanning", "BuildEngine", "TestRunning", "GitHistory",
        "AffectedTargets", "ArchitectureRules", "Scaffolding",
        "GraphAnalysis", "CompileProfile", "SwiftText", "Wiring", "CodeCoverage", "PackagePlugins", "Workspaces",
        "EditorServer", "FileWatching",
    ],
]

/// The modules in C, each below the modules whose rows name it, and seen by no other.
let inC = ["CSHA256", "CLinux", "CCurl"]

/// Of these modules the tests use tools that are none.
let testedWithFakes: Set = ["PackageManifests", "BuildEngine", "Workspaces"]

/// The tests of these modules have some that compile much, and run where that kind is asked for.
let testedInKinds: Set = ["BuildEngine", "InterfaceDigests"]

/// And of these they use servers.
let testedWithServers: Set = ["HTTPTransfers", "RemoteCaches"]

let package = Package(
    name: "mono",
    products: [
        .executable(name: "mono", targets: ["mono"]),
        // What speaks gRPC for mono: of use with the trait alone.
        .executable(name: "mono-remote", targets: ["mono-remote"]),
        // For other front ends, such as the one in Docs/Examples.
        .library(name: "MonoLibraries", targets: layers.map(\.key).filter { $0 != "MonoCommands" }),
        // For the program in Campaigns/ that holds digests against compilers.
        .library(
            name: "MonoDigests",
            targets: ["Digests", "Disk", "Subprocesses", "Targets", "Toolchains", "InterfaceDigests", "DigestFacts"]),
    ],
    // Off: neither fetched nor built unless `--traits Remote` asks for it.
    traits: [
        .trait(name: "Remote", description: "mono-remote speaks gRPC to caches and engines of the Remote Execution API")
    ],
    dependencies: [
        .package(url: "https://github.com/grpc/grpc-swift-2.git", exact: "2.4.3"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport.git", exact: "2.9.2"),
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
    ],
    targets: [
        .executableTarget(name: "mono", dependencies: ["MonoCommands"]),
        .executableTarget(
            name: "mono-remote",
            dependencies: [
                "CallFrames",
                .product(name: "GRPCCore", package: "grpc-swift-2", condition: .when(traits: ["Remote"])),
                .product(
                    name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport",
                    condition: .when(traits: ["Remote"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Remote"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Remote"])),
            ]),
        .testTarget(
            name: "ScriptTests", dependencies: ["mono", "Digests", "HTTPServing", "TestKinds"],
            exclude: ["Programs", "Scripts"]),
        .testTarget(name: "HouseTests"),
        // Compilers and manifests in memory, for tests of several modules.
        .target(
            name: "FakeTools", dependencies: ["BuildPlanning", "Digests", "Disk", "Subprocesses", "Toolchains"],
            path: "Tests/FakeTools"),
        // What the environment asks for.
        .target(name: "TestKinds", path: "Tests/TestKinds"),
        // A server on loopback that does what servers should not.
        .target(name: "HTTPServing", path: "Tests/HTTPServing"),
    ]
        // Optimised in debug builds too: a toolchain's first digest reads half a gigabyte, 0.5 s against 5.
        + inC.map { .target(name: $0, cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]) }
        + layers.map { name, imports in
            .target(name: name, dependencies: imports.map { .byName(name: $0) })
        }
        // The tests of a module see it and everything that it may import.
        + layers.map { name, imports in
            let fakes =
                (testedWithFakes.contains(name) ? ["FakeTools"] : [])
                + (testedInKinds.contains(name) ? ["TestKinds"] : [])
                + (testedWithServers.contains(name) ? ["HTTPServing"] : [])
            let seen = [name] + imports.filter { !inC.contains($0) } + fakes
            return .testTarget(name: name + "Tests", dependencies: seen.map { .byName(name: $0) })
        },
    swiftLanguageModes: [.v6]
)
