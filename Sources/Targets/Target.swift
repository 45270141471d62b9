/// One target of one package: what its manifest declares and its folder holds, with every condition decided but that on
/// the configuration.
///
/// All paths are relative to the package's folder, with `/`, without `.` or `..` at the start, and sorted by UTF-8
/// bytes where they are lists. Contents of files are not here: a target says which files count, not what they hold.
public struct Target: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case library, executable, snippet, test, macro, plugin
        /// A module map for something that the system provides.
        case system
        /// A prebuilt artifact.
        case binary
    }

    public enum Language: Hashable, Sendable {
        case swift
        /// C, C++, Objective-C or assembly: built by clang.
        case clang
        /// Nothing to compile.
        case none
    }

    public var id: TargetID
    public var kind: Kind
    public var language: Language
    /// The name as a C99 identifier: what Swift code imports.
    public var moduleName: String
    /// Which module sources mean by a name that is not its own (`OLD=NEW`); sorted.
    public var moduleAliases: [String] = []
    /// Relative to the package's folder.
    public var folder: String
    /// What is compiled.
    public var sources: [String]
    /// Every header in the target's folder and its public header folder (Clang targets).
    public var headers: [String]
    /// What else an `#include` could find in folders that the target searches or has dependents search, by whatever
    /// extension (Clang targets).
    public var includable: [String] = []
    /// The folder that dependents search for headers (Clang targets and system libraries); nil where it does not exist.
    public var publicHeaders: String?
    public var moduleMap: ModuleMap
    /// What lies in the bundle that code of the target finds as `Bundle.module`; sorted by name.
    public var resources: [Resource]
    /// What code of the target finds as bytes in `PackageResources` (Swift targets).
    public var embeddedResources: [String]
    /// What no rule of SwiftPM's fits. Plugins are told of it, nothing else counts it; so it is known in packages that
    /// use plugins, and empty in others.
    public var others: [String]
    /// Of a binary target that means something on Linux.
    public var artifacts: BinaryArtifacts?
    public var dependencies: [Conditional<TargetDependency>]
    /// The plugin targets that say how more of its sources are made, in the manifest's order; not among its
    /// dependencies: its code sees nothing of them.
    public var plugins: [TargetID]
    /// For plugins that people call: the word that they call it by. Nil for those that take part in builds.
    public var commandVerb: String?
    public var settings: [Conditional<Setting>]
    /// `package` declarations of this package are visible to the target.
    public var packageAccess: Bool
    /// True where some source file holds the attribute `@main`, so that an executable of one file is no script.
    public var hasMainAttribute: Bool
    /// Of a test target: the package's own list of its tests, `LinuxMain.swift` or `XCTMain.swift`, relative to the
    /// package's folder; nil where there is none.
    public var testList: TestList?
    /// For system libraries: the name that pkg-config knows, and what provides it, for a message when it is missing.
    public var pkgConfig: String?
    public var providers: [String]
    /// Why this target cannot be built yet; empty where it can. Facts, worded for people elsewhere.
    public var obstacles: [Obstacle]

    public init(
        id: TargetID, kind: Kind, language: Language, moduleName: String? = nil, folder: String, sources: [String] = [],
        headers: [String] = [], publicHeaders: String? = nil, moduleMap: ModuleMap = .none, resources: [Resource] = [],
        embeddedResources: [String] = [], others: [String] = [], dependencies: [Conditional<TargetDependency>] = [],
        plugins: [TargetID] = [],
        commandVerb: String? = nil, settings: [Conditional<Setting>] = [],
        packageAccess: Bool = true, hasMainAttribute: Bool = false, pkgConfig: String? = nil, providers: [String] = [],
        obstacles: [Obstacle] = []
    ) {
        (self.id, self.kind, self.language) = (id, kind, language)
        self.moduleName = moduleName ?? Target.moduleName(for: id.name)
        (self.folder, self.sources, self.headers, self.publicHeaders) = (folder, sources, headers, publicHeaders)
        (self.moduleMap, self.resources, self.embeddedResources) = (moduleMap, resources, embeddedResources)
        (self.others, self.dependencies, self.settings) = (others, dependencies, settings)
        (self.plugins, self.commandVerb) = (plugins, commandVerb)
        (self.packageAccess, self.hasMainAttribute) = (packageAccess, hasMainAttribute)
        (self.pkgConfig, self.providers, self.obstacles) = (pkgConfig, providers, obstacles)
    }

    /// The module that sources of the target get when they import `name`.
    public func moduleName(importedAs name: String) -> String {
        moduleAliases.lazy.compactMap { $0.hasPrefix(name + "=") ? String($0.dropFirst(name.count + 1)) : nil }.first
            ?? name
    }

    /// A name turned into a C99 identifier as SwiftPM does it: what may not stand in one, or not begin one, becomes
    /// `_`.
    public static func moduleName(for name: String) -> String {
        // Nearly all names are fine, and the tables of Unicode are slow: 10 ms for 10,000 targets.
        let isIdentifier = name.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte)
        }
        if isIdentifier, let first = name.utf8.first, !(0x30...0x39).contains(first) { return name }
        var result = ""
        for (index, scalar) in name.unicodeScalars.enumerated() {
            let isLetter = index == 0 ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue
            result.unicodeScalars.append(isLetter ? scalar : "_")
        }
        return result
    }
}

/// One entry of a target's resource bundle.
public struct Resource: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case file
        /// A symbolic link with this text, which is copied as it stands, wherever it leads.
        case link(to: String)
        case emptyFolder
    }

    /// Relative to the package's folder.
    public var source: String
    /// Within the bundle.
    public var name: String
    public var kind: Kind
    public init(source: String, name: String, _ kind: Kind = .file) {
        (self.source, self.name, self.kind) = (source, name, kind)
    }
}

/// How Swift code finds the module of a Clang target or system library.
public enum ModuleMap: Hashable, Sendable {
    /// Not importable: a Clang executable, or a target without public headers.
    case none
    /// The target brings one: its path, relative to the package's folder.
    case own(String)
    /// mono writes one, whose umbrella is this header, relative to the package's folder.
    case umbrellaHeader(String)
    /// mono writes one, whose umbrella is this folder, relative to the package's folder.
    case umbrellaFolder(String)
}

public enum TargetDependency: Hashable, Sendable {
    case target(TargetID)
    case product(ProductID)
}

/// One setting for one tool. Linker settings also reach the links of everything that depends on the target.
public enum Setting: Hashable, Sendable {
    public enum CompilerFamily: Hashable, Sendable { case c, cxx }

    case swift(SwiftSetting)
    /// `NAME` or `NAME=VALUE`.
    case clangDefine(CompilerFamily, String)
    /// Relative to the package's folder.
    case clangHeaderSearchPath(CompilerFamily, String)
    case clangUnsafeFlags(CompilerFamily, [String])
    /// A warning's name, or nil for all of them; and whether it is an error (true), a warning (false) or silent (nil).
    case clangWarning(CompilerFamily, String?, asError: Bool?)
    case linkedLibrary(String)
    case linkerUnsafeFlags([String])
}

public enum SwiftSetting: Hashable, Sendable {
    case define(String)
    case upcomingFeature(String)
    case experimentalFeature(String)
    case languageMode(String)
    /// True: C++ interoperability on.
    case cxxInteroperability(Bool)
    case strictMemorySafety
    /// `MainActor`, or nil for nonisolated.
    case defaultIsolation(String?)
    /// A diagnostic group's name, or nil for all warnings; and whether they are errors.
    case warning(String?, asError: Bool)
    case unsafeFlags([String])
}

/// Something about a target that mono cannot build yet.
public enum Obstacle: Hashable, Sendable {
    /// A test target without Swift code: on Linux nothing could find its tests.
    case testInC
    /// The target is a prebuilt artifact that has to be fetched or unpacked.
    case binary
    /// The artifact bundle has no such file, or one that makes no sense.
    case malformedArtifacts(String)
    /// The target is built with these plugins, and nobody has asked them yet what is to be done.
    case usesPlugins([TargetID])
    /// The target, in C, has these resources that are to become Swift code, relative to the package's folder.
    case embeddedResources([String])
    /// The manifest declares these resources, and they are not there.
    case missingResources([String])
    /// The target is in C, and others want its module to have this name.
    case moduleAliases([String])
    /// Swift beside C sources in one target.
    case mixedLanguages
}
