import Targets

/// One Swift module to be compiled: everything that SwiftPM would tell the compiler about it, and what makes its
/// outputs the same bytes in every folder. All paths are relative to the folder in which the compiler runs, the
/// package's own.
public struct SwiftCompilation: Hashable, Sendable {
    public enum Form: Hashable, Sendable {
        case library
        /// The name that the function `main` gets, so that tests can link executables; nil keeps `main`.
        case executable(entryPoint: String?, isScript: Bool)
        case test
    }

    public struct ClangModule: Hashable, Sendable {
        /// Its module map, and the folder with its headers; the latter is nil for system libraries, whose map says it
        /// all.
        public var moduleMap, headers: String?
        /// Where this machine keeps the system's library.
        public var flags: [String]
        public init(moduleMap: String?, headers: String?, flags: [String] = []) {
            (self.moduleMap, self.headers, self.flags) = (moduleMap, headers, flags)
        }
    }

    /// A program that the compiler starts to expand the macros which say that they are in this module.
    public struct Macros: Hashable, Sendable {
        public var moduleName, tool: String
        public init(moduleName: String, tool: String) { (self.moduleName, self.tool) = (moduleName, tool) }
    }

    public var moduleName: String
    /// Which module an import of another name means (`OLD=NEW`).
    public var moduleAliases: [String] = []
    public var sources: [String]
    /// Sources that the compile names by absolute paths, so that `#filePath` in them is one, each with its path from the
    /// workspace root. What emits a module names none so: a module holds no path.
    public var revealedSources: [String: String] = [:]
    public var form: Form
    public var configuration: BuildConfiguration
    public var triple: String
    public var languageMode: String
    /// What `package` declarations are visible within; nil before tools version 5.9.
    public var packageName: String?
    /// A dependency: its warnings are not for those who depend on it.
    public var isExternal: Bool
    /// For `canImport(Module, _version:)`; nil where SwiftPM gives none.
    public var userModuleVersion: String?
    public var traits: [String]
    public var settings: [SwiftSetting]
    /// Code of the target finds its resources by an accessor that the build writes.
    public var hasResourceBundle: Bool
    /// The package's `cxxLanguageStandard`: the clang inside needs it where C++ is imported.
    public var cxxLanguageStandard: String?
    /// Defines and header search paths that the target's C settings give, for the clang inside.
    public var clangFlags: [String]
    /// The file that says where each visible Swift module lies, and no other: nothing undeclared is seen, and no module
    /// is looked for in a folder. It is written before the compiler runs. Nil where modules are searched alone.
    public var moduleMap: String?
    /// Where other modules lie: a folder a module, so that nothing undeclared is seen.
    public var moduleFolders: [String]
    public var clangModules: [ClangModule]
    public var macros: [Macros]
    public var flags: BuildFlags
    /// The package's folder as debug information names it: relative to the workspace root, so that every machine
    /// agrees.
    public var compilationFolder: String
    /// Relative to the workspace root.
    public var moduleCache: String
    /// Nil where code is for this machine.
    public var sdk: SwiftSDK?
    /// Where what emits the module writes its symbol graph, too, with internal declarations; nil where nobody asks for
    /// it.
    public var symbolGraphFolder: String?

    public init(
        moduleName: String, sources: [String], form: Form, configuration: BuildConfiguration, triple: String,
        languageMode: String, packageName: String?, isExternal: Bool, userModuleVersion: String?, traits: [String],
        settings: [SwiftSetting], hasResourceBundle: Bool = false, cxxLanguageStandard: String? = nil,
        clangFlags: [String], moduleFolders: [String], clangModules: [ClangModule],
        macros: [Macros] = [], flags: BuildFlags, compilationFolder: String, moduleCache: String
    ) {
        (self.moduleName, self.sources, self.form, self.configuration) = (moduleName, sources, form, configuration)
        (self.triple, self.languageMode, self.packageName) = (triple, languageMode, packageName)
        (self.isExternal, self.userModuleVersion, self.traits) = (isExternal, userModuleVersion, traits)
        (self.settings, self.cxxLanguageStandard, self.clangFlags) = (settings, cxxLanguageStandard, clangFlags)
        self.hasResourceBundle = hasResourceBundle
        (self.moduleFolders, self.clangModules, self.macros, self.flags) = (moduleFolders, clangModules, macros, flags)
        (self.compilationFolder, self.moduleCache) = (compilationFolder, moduleCache)
    }

    /// Writes the module alone, in one frontend that looks into no function body that it need not: a tenth to a quarter
    /// of a compile's time, after which dependents can start. (Plain `-emit-module` starts a frontend a file, and takes
    /// ten times as long.) `interface`: written too, and costs next to nothing: what the module shows to its package,
    /// or to SPI clients where it has none.
    public func emitModule(to module: String, interface: String, outputFileMap: String) -> [Argument] {
        var arguments: [Argument] = [
            "-emit-module", "-emit-module-path", .text(module), "-whole-module-optimization",
            "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies-without-types",
        ]
        arguments += SwiftCompilation.ofModules
        if form != .library {
            // Nobody reads it.
        } else if packageName != nil {
            arguments.add("-emit-package-module-interface-path", interface)
        } else {
            arguments.add(
                "-emit-private-module-interface-path", interface, "-emit-module-interface-path", interface + ".public")
        }
        arguments += common(outputFileMap: outputFileMap)
        arguments.add("-Onone", "-enable-testing")
        arguments += wordsForSymbolGraph
        // The compiler warns of interfaces without library evolution, whatever else its warnings are; the target's own
        // are errors in its compile.
        if form == .library { arguments.add("-no-verify-emitted-module-interface", "-no-warnings-as-errors") }
        return arguments + sources.map(Argument.text)
    }

    /// It costs next to nothing beside the module: 10 ms of 110 for a module of twenty types.
    private var wordsForSymbolGraph: [Argument] {
        guard let symbolGraphFolder else { return [] }
        return [
            "-emit-symbol-graph", "-emit-symbol-graph-dir", .text(symbolGraphFolder),
            "-symbol-graph-minimum-access-level", "internal",
            "-symbol-graph-skip-synthesized-members", "-symbol-graph-skip-inherited-docs",
        ]
    }

    /// For those who read a module that a compile made; it says itself which others it needs.
    var wordsToReadModules: [Argument] {
        var arguments = searchPaths
        for case .cxxInteroperability(let isOn) in settings { arguments.add(spelled(.cxxInteroperability(isOn))) }
        // The same words for clang in the same order: it finds the C modules that were built for the compile.
        arguments.addForClang(clangFlags)
        arguments += platformWords { $0.wordsForReaders(isStatic: $1) }
        arguments.addForClang(flags.clang)
        return arguments
    }

    /// What clang inside the compiler is told of the platform, and where the SDK is that code is for.
    private func platformWords(_ words: (SwiftSDK, _ isStatic: Bool) -> [Argument]) -> [Argument] {
        if let sdk { return words(sdk, flags.staticStandardLibrary) }
        var arguments: [Argument] = []
        arguments.addForClang(["-fPIC", "-g", "-fno-omit-frame-pointer"])
        return arguments
    }

    /// Compiles the one source of the program that runs this module's tests. `form`: `.test` for a source that mono
    /// wrote, in the language mode in which SwiftPM compiles its own; else the source begins with the package's, and is
    /// in its mode, or in 5 where that is 6: what mono adds to it must compile with whatever it holds.
    public func compileTestRunner(_ source: String, form: Form = .test, moduleMap: String, outputFileMap: String)
        -> [Argument]
    {
        var runner = self
        runner.moduleName = moduleName + "_runner"
        runner.sources = [source]
        runner.form = form
        if form == .test || languageMode == "6" { runner.languageMode = "5" }
        (runner.traits, runner.hasResourceBundle, runner.macros, runner.moduleAliases) = ([], false, [], [])
        // Settings are for the target's own code, but for what decides how modules are read.
        runner.settings = settings.filter { if case .cxxInteroperability = $0 { true } else { false } }
        runner.moduleMap = moduleMap
        runner.flags.swift = SwiftCompilation.withoutWarningControl(flags.swift)
        var arguments: [Argument] = ["-c", "-whole-module-optimization"]
        arguments += runner.common(outputFileMap: outputFileMap)
        arguments.add(configuration == .debug ? "-Onone" : "-O", "-enable-testing", "-suppress-warnings")
        return arguments + [.text(source)]
    }

    /// What of the compile clients may see although no interface says it: a module remembers how it was checked.
    public var visibleSettings: [String] {
        ["-swift-version \(languageMode)", "-target \(triple)"] + (sdk.map { ["swift SDK \($0.identity)"] } ?? [])
            + (packageName.map { ["-package-name \($0)"] } ?? [])
            + (userModuleVersion.map { ["-user-module-version \($0)"] } ?? [])
            + traits.map { "-D\($0)" } + settings.map { spelled($0).joined(separator: " ") }.filter { !$0.isEmpty }
            + flags.swift
    }

    /// Made for clients that were compiled against another version of it.
    public var isResilient: Bool {
        let words = settings.flatMap(spelled) + flags.swift
        return words.contains("-enable-library-evolution") || words.contains("-enable-resilience")
    }

    /// Compiles to one object a source, in batches; in a folder that holds the state of an earlier compile, only what
    /// must be. Without `-enable-incremental-file-hashing`, for which the driver reads all modules that a target sees,
    /// and hashes them slowly: 0.2 s of 2.0 s for a target that sees NIOCore. Which sources changed is decided by
    /// content, and not here.
    public func compileIncrementally(outputFileMap: String) -> [Argument] {
        var arguments: [Argument] = ["-c", .incremental, "-enable-batch-mode", .jobs]
        arguments += common(outputFileMap: outputFileMap, revealing: true)
        arguments += optimization(unlessSaid: "-Onone")
        arguments.add("-enable-testing")
        arguments += wordsForCoverage
        return arguments + wordsForSources
    }

    /// No absolute paths, and no digests for incremental clients: those of a type that the module extends cover private
    /// members too, which no interface shows. (An edited client compiles all files that import what changed.)
    private static let ofModules: [Argument] = [
        "-avoid-emit-module-source-info", "-Xfrontend", "-disable-incremental-imports",
    ]

    /// How such a command line begins.
    static let incrementalWords = ["-c", "-incremental", "-enable-batch-mode"]

    /// Of several such words the driver takes the last: what a package or a person says counts, as under SwiftPM.
    private func optimization(unlessSaid usual: String) -> [Argument] {
        let said = settings.flatMap(spelled) + flags.swift
        return said.contains { ["-O", "-Onone", "-Osize", "-Ounchecked", "-Oplayground"].contains($0) }
            ? [] : [.text(usual)]
    }

    /// Optimises the whole module, and writes the module and one object a source. The module comes from the same
    /// frontend, because optimised clients inline what it puts there.
    public func compileWholeModule(to module: String, outputFileMap: String) -> [Argument] {
        var arguments: [Argument] =
            ["-c", "-emit-module", "-emit-module-path", .text(module), "-whole-module-optimization"]
            + ["-num-threads", .threads] + SwiftCompilation.ofModules
        arguments += common(outputFileMap: outputFileMap, revealing: true)
        arguments += optimization(unlessSaid: "-O")
        // Tests are listed by code that imports them as `@testable`. All else says it where `swift test -c release`
        // does, for all modules, macros too, and not where `swift build -c release` goes without.
        if form == .test || flags.isTestable { arguments.add("-enable-testing") }
        arguments += wordsForSymbolGraph + wordsForCoverage
        return arguments + wordsForSources
    }

    /// Checks all types in one frontend, and says how long each body took, and each expression of a millisecond or
    /// more. `statistics`: the folder into which the compiler writes what it counted itself.
    public func checkTypes(statistics: String, outputFileMap: String) -> [Argument] {
        var timed = self
        timed.isExternal = false
        var arguments: [Argument] = [
            "-typecheck", "-whole-module-optimization", "-stats-output-dir", .text(statistics),
            "-diagnostic-style=llvm",
            "-Xfrontend", "-debug-time-function-bodies", "-Xfrontend", "-warn-long-expression-type-checking=1",
        ]
        arguments += timed.common(outputFileMap: outputFileMap)
        // Times come as warnings, whatever the target's own are.
        arguments.add("-Onone", "-enable-testing", "-no-warnings-as-errors")
        return arguments + sources.map(Argument.text)
    }

    /// `revealing`: of a compile that names `revealedSources` by absolute paths.
    func common(outputFileMap: String, revealing: Bool = false) -> [Argument] {
        var arguments: [Argument] = [
            "-module-name", .text(moduleName), "-target", .text(triple), "-output-file-map", .text(outputFileMap),
            // The dependency file names every header read, the system's too.
            "-emit-dependencies", "-Xfrontend", "-track-system-dependencies",
            "-module-cache-path", .rooted("/" + moduleCache),
            // How diagnostics look is the terminal's business, and no part of a key.
            .incidental("-no-color-diagnostics"),
            "-DSWIFT_PACKAGE",
        ]
        if configuration == .debug { arguments.add("-DDEBUG") }
        arguments.add("-DSWIFT_MODULE_RESOURCE_BUNDLE_\(hasResourceBundle ? "AVAILABLE" : "UNAVAILABLE")")
        if let moduleMap {
            arguments.add("-Xfrontend", "-explicit-swift-module-map-file", "-Xfrontend", moduleMap)
        }
        arguments += searchPaths
        for sanitizer in flags.sanitizers { arguments.add("-sanitize=\(sanitizer.rawValue)") }
        if flags.staticStandardLibrary { arguments.add("-static-stdlib") }
        switch form {
        case .library: arguments.add("-parse-as-library")
        case .executable(let entryPoint, let isScript):
            // The fuzzer brings an entry point of its own.
            if !isScript || flags.sanitizers.contains(.fuzzer) { arguments.add("-parse-as-library") }
            if let entryPoint {
                arguments.add("-Xfrontend", "-entry-point-function-name", "-Xfrontend", entryPoint)
            }
        case .test: arguments.add("-parse-as-library", "-Xfrontend", "-enable-cross-import-overlays")
        }
        arguments.add("-swift-version", languageMode)
        for trait in traits { arguments.add("-D\(trait)") }
        for alias in moduleAliases { arguments.add("-module-alias", alias) }
        arguments.add(settings.flatMap(spelled))
        arguments.addForClang(clangFlags)
        arguments.add("-g")
        if isExternal {
            arguments.add("-suppress-warnings")
        }
        if let userModuleVersion { arguments.add("-user-module-version", userModuleVersion) }
        arguments += platformWords { $0.wordsForSwift(isStatic: $1) }
        if let packageName { arguments.add("-package-name", packageName) }
        for each in macros {
            arguments.add("-Xfrontend", "-load-plugin-executable", "-Xfrontend", "\(each.tool)#\(each.moduleName)")
        }
        // The same bytes wherever the workspace lies: no compilation directory, no path of a C module's file, no search
        // paths.
        arguments.add("-file-compilation-dir", compilationFolder)
        // Debug information names each imported module's file by its absolute path, whatever `-I` said, and the source
        // of each expanded macro in the machine's folder for temporary files. The first that fits counts, and the
        // workspace may lie in that folder.
        arguments += [.incidental("-debug-prefix-map"), .temporary("/\(expansions)=/tmp/\(expansions)")]
        arguments += wordsForRoot(revealing: revealing)
        arguments.add("-Xfrontend", "-no-clang-module-breadcrumbs", "-Xfrontend", "-no-serialize-debugging-options")
        arguments.add(isExternal ? SwiftCompilation.withoutWarningControl(flags.swift) : flags.swift)
        arguments.addForClang(flags.clang)
        return arguments
    }

    /// The driver takes `-suppress-warnings` with none of these; SwiftPM leaves them out for packages of others, too.
    private static func withoutWarningControl(_ words: [String]) -> [String] {
        var result: [String] = [], rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "-warnings-as-errors", "-no-warnings-as-errors": continue
            case "-Werror", "-Wwarning": rest = rest.dropFirst()
            default: result.append(word)
            }
        }
        return result
    }

    /// The compiler's own name for the folder.
    private var expansions: String { "swift-generated-sources" }

    private var searchPaths: [Argument] {
        var arguments: [Argument] = []
        for folder in moduleFolders { arguments.add("-I", folder) }
        for module in clangModules {
            if let map = module.moduleMap { arguments.addForClang(["-fmodule-map-file=\(map)"]) }
            if let headers = module.headers { arguments.addForClang(["-I", headers]) }
            arguments.add(module.flags)
        }
        return arguments
    }

    private func spelled(_ setting: SwiftSetting) -> [String] {
        switch setting {
        case .define(let name): ["-D\(name)"]
        case .upcomingFeature(let name): ["-enable-upcoming-feature", name]
        case .experimentalFeature(let name): ["-enable-experimental-feature", name]
        // Said once, by the compilation's own language mode.
        case .languageMode: []
        case .cxxInteroperability(let isOn):
            isOn
                ? ["-cxx-interoperability-mode=default"] + (cxxLanguageStandard.map { ["-Xcc", "-std=\($0)"] } ?? [])
                : []
        case .strictMemorySafety: ["-strict-memory-safety"]
        case .defaultIsolation(let isolation): ["-default-isolation", isolation ?? "nonisolated"]
        case .warning(let group, let asError):
            // A dependency's warnings are silent, so nothing may turn them into errors.
            if isExternal {
                []
            } else if let group {
                [asError ? "-Werror" : "-Wwarning", group]
            } else {
                [asError ? "-warnings-as-errors" : "-no-warnings-as-errors"]
            }
        case .unsafeFlags(let words): isExternal ? SwiftCompilation.withoutWarningControl(words) : words
        }
    }
}
