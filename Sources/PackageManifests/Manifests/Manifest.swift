import PackageResolution
import Targets

/// What a `Package.swift` declares, as SwiftPM evaluated it: every condition still open, no file looked at.
struct Manifest: Hashable, Sendable {
    var name: String
    var toolsVersion: ToolsVersion
    var defaultLocalization: String?
    var cLanguageStandard, cxxLanguageStandard: String?
    /// In the manifest's order; empty where it does not say.
    var swiftLanguageModes: [String]
    /// For a package that is itself a system library.
    var pkgConfig: String?
    var providers: [String]
    /// Sorted by name.
    var traits: [DeclaredTrait]
    var dependencies: [DeclaredDependency]
    var products: [DeclaredProduct]
    var targets: [DeclaredTarget]
}

struct DeclaredTrait: Hashable, Sendable {
    /// `default` for the set of those that are on by default.
    var name: String
    /// Sorted.
    var enables: [String]
}

struct DeclaredDependency: Hashable, Sendable {
    enum Source: Hashable, Sendable {
        /// Relative to the package's folder; absolute where the manifest says so itself.
        case folder(String)
        case sourceControl(location: String, isLocal: Bool, Requirement)
        case registry(Requirement)
    }

    /// SwiftPM's identity of the package that is meant.
    var identity: String
    /// The name that target dependencies may use for the package, where the manifest gives one.
    var explicitName: String?
    var source: Source
    /// Nil where the manifest says nothing, which means the default ones.
    var traits: [RequestedTrait]?

    /// The name by which target dependencies mean this package, lower case.
    var nameForTargets: String { explicitName?.lowercased() ?? identity }
}

/// A trait that a package wants to be on in one of its dependencies.
struct RequestedTrait: Hashable, Sendable {
    var name: String
    /// The traits of the package that wants it, one of which must be on; nil: always.
    var onlyWith: [String]?
}

struct DeclaredProduct: Hashable, Sendable {
    enum Kind: UInt8, Hashable, Sendable {
        case executable, automaticLibrary, staticLibrary, dynamicLibrary, plugin, test, snippet, macro
    }

    var name: String
    var kind: Kind
    var targets: [String]
}

struct DeclaredTarget: Hashable, Sendable {
    enum Kind: UInt8, Hashable, Sendable {
        case regular, executable, test, system, binary, plugin, macro
    }

    struct Resource: Hashable, Sendable {
        enum Rule: UInt8, Hashable, Sendable { case process, copy, embedInCode }

        var path: String
        var rule: Rule
    }

    struct PluginUse: Hashable, Sendable {
        var name: String
        var package: String?
    }

    var name: String
    var kind: Kind
    var path: String?
    var exclude: [String]
    /// Nil where the manifest does not say, which means everything.
    var sources: [String]?
    var resources: [Resource]
    var publicHeadersPath: String?
    var dependencies: [DeclaredTargetDependency]
    var settings: [DeclaredSetting]
    var packageAccess: Bool
    var pkgConfig: String?
    var providers: [String]
    var plugins: [PluginUse]
    /// For plugins that people call: by which word.
    var commandVerb: String?
    /// For a prebuilt artifact that has to be fetched: from where, and which SHA-256 it must have, as the manifest
    /// writes it.
    var url, checksum: String?
}

struct DeclaredTargetDependency: Hashable, Sendable {
    enum Reference: Hashable, Sendable {
        case target(String)
        case product(String, package: String?, aliases: [String])
        /// A target of the same package, or else a product.
        case either(String)
    }

    var reference: Reference
    var condition: Condition
}

/// When a dependency or a setting counts. Every part that says something must hold.
struct Condition: Hashable, Sendable {
    /// Empty: on all of them.
    var platforms: [String] = []
    var configuration: BuildConfiguration?
    /// One of these must be on; nil: whatever is on.
    var traits: [String]?

    static let always = Condition()
}

struct DeclaredSetting: Hashable, Sendable {
    enum Tool: UInt8, Hashable, Sendable { case c, cxx, swift, linker }

    enum Kind: Hashable, Sendable {
        case headerSearchPath(String)
        case define(String)
        case linkedLibrary(String)
        case linkedFramework(String)
        case interoperability(cxx: Bool)
        case upcomingFeature(String)
        case experimentalFeature(String)
        case strictMemorySafety
        case unsafeFlags([String])
        case languageMode(String)
        case allWarnings(asError: Bool)
        case warning(String, asError: Bool)
        case enableWarning(String)
        case disableWarning(String)
        /// `MainActor`, or nil for nonisolated.
        case defaultIsolation(String?)
    }

    var tool: Tool
    var kind: Kind
    var condition: Condition
}
