import PackageResolution
import Targets

@testable import PackageManifests

/// Manifests for tests, with only what a test is about spelled out.
enum Sample {
    static func manifest(
        _ name: String = "Sample", tools: (Int, Int) = (6, 0), traits: [DeclaredTrait] = [],
        dependencies: [DeclaredDependency] = [],
        products: [DeclaredProduct] = [], targets: [DeclaredTarget] = []
    ) -> Manifest {
        Manifest(
            name: name, toolsVersion: ToolsVersion(tools.0, tools.1), swiftLanguageModes: [], providers: [],
            traits: traits,
            dependencies: dependencies, products: products, targets: targets)
    }

    static func target(
        _ name: String, _ kind: DeclaredTarget.Kind = .regular, path: String? = nil, exclude: [String] = [],
        sources: [String]? = nil,
        resources: [DeclaredTarget.Resource] = [], publicHeadersPath: String? = nil,
        dependencies: [DeclaredTargetDependency] = [],
        settings: [DeclaredSetting] = [], plugins: [DeclaredTarget.PluginUse] = []
    ) -> DeclaredTarget {
        DeclaredTarget(
            name: name, kind: kind, path: path, exclude: exclude, sources: sources, resources: resources,
            publicHeadersPath: publicHeadersPath,
            dependencies: dependencies, settings: settings, packageAccess: true, providers: [], plugins: plugins)
    }

    static func library(_ name: String, _ targets: String...) -> DeclaredProduct {
        DeclaredProduct(name: name, kind: .automaticLibrary, targets: targets.isEmpty ? [name] : targets)
    }

    static func needs(_ reference: DeclaredTargetDependency.Reference, when condition: Condition = .always)
        -> DeclaredTargetDependency
    {
        DeclaredTargetDependency(reference: reference, condition: condition)
    }

    static func remote(
        _ identity: String, _ requirement: Requirement = .range(Version(1, 0, 0), Version(2, 0, 0)),
        owner: String = "apple",
        traits: [RequestedTrait]? = [RequestedTrait(name: "default", onlyWith: nil)]
    ) -> DeclaredDependency {
        DeclaredDependency(
            identity: identity,
            source: .sourceControl(location: "https://example.com/\(owner)/\(identity)", isLocal: false, requirement),
            traits: traits)
    }

    static func folder(_ path: String, identity: String, traits: [RequestedTrait]? = nil) -> DeclaredDependency {
        DeclaredDependency(identity: identity, source: .folder(path), traits: traits)
    }

    /// One of everything that a manifest can hold.
    static var everything: Manifest {
        let condition = Condition(platforms: ["linux", "macos"], configuration: .debug, traits: ["A", "B"])
        let kinds: [DeclaredSetting.Kind] = [
            .headerSearchPath("x"), .define("A=1"), .linkedLibrary("z"), .linkedFramework("UIKit"),
            .interoperability(cxx: true),
            .interoperability(cxx: false), .upcomingFeature("U"), .experimentalFeature("E"), .strictMemorySafety,
            .unsafeFlags(["-a", ""]),
            .languageMode("5"), .allWarnings(asError: true), .allWarnings(asError: false), .warning("W", asError: true),
            .warning("W", asError: false), .enableWarning("e"), .disableWarning("d"), .defaultIsolation("MainActor"),
            .defaultIsolation(nil),
        ]
        let tools: [DeclaredSetting.Tool] = [.c, .cxx, .swift, .linker]
        var target = Sample.target(
            "Ünï cödé", .executable, path: "p", exclude: ["e"], sources: [], resources: [.init(path: "r", rule: .copy)],
            publicHeadersPath: "inc",
            dependencies: [
                needs(.target("t"), when: condition), needs(.product("p", package: nil, aliases: ["a=b"])),
                needs(.product("q", package: "k", aliases: [])),
                needs(.either("e")),
            ],
            settings: kinds.enumerated().map {
                DeclaredSetting(
                    tool: tools[$0.offset % 4], kind: $0.element, condition: $0.offset % 2 == 0 ? .always : condition)
            }, plugins: [.init(name: "g", package: "h"), .init(name: "i", package: nil)])
        target.packageAccess = false
        target.pkgConfig = "zlib"
        target.providers = ["apt: zlib1g-dev"]
        var manifest = Sample.manifest(
            "Alles", tools: (5, 9),
            traits: [DeclaredTrait(name: "default", enables: ["A"]), DeclaredTrait(name: "A", enables: [])],
            dependencies: [
                remote("one"),
                remote("two", .exact(Version("1.2.3-rc.1+b")!), traits: [RequestedTrait(name: "T", onlyWith: ["A"])]),
                remote("three", .branch("main"), traits: nil), remote("four", .revision("abc"), traits: []),
                folder("../five", identity: "five"),
                DeclaredDependency(
                    identity: "six", explicitName: "Six",
                    source: .sourceControl(
                        location: "../six", isLocal: true, .range(Version(1, 0, 0), Version(2, 0, 0))), traits: nil),
                DeclaredDependency(identity: "mona.seven", source: .registry(.exact(Version(1, 0, 0))), traits: nil),
            ], products: [library("L", "a", "b"), DeclaredProduct(name: "X", kind: .executable, targets: [])],
            targets: [target, Sample.target("plain")])
        manifest.defaultLocalization = "en"
        manifest.cLanguageStandard = "c11"
        manifest.cxxLanguageStandard = "c++17"
        manifest.swiftLanguageModes = ["5", "6"]
        manifest.pkgConfig = "lib"
        manifest.providers = ["brew: lib"]
        return manifest
    }
}
