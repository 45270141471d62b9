import Digests
import Disk
import Targets
import Toolchains

/// How the compiler sees a Swift target.
extension ActionPlanner {
    func compilation(of target: Target, in package: Package, seeing visible: Visible) -> SwiftCompilation {
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        let settings = self.settings(of: target)
        let (languageMode, swiftSettings) = swiftSettings(among: settings, in: package)
        let clangFlags = clangFlags(from: settings, family: .c)
        var compilation = SwiftCompilation(
            moduleName: target.moduleName, sources: target.sources + madeSources(of: target).map(here),
            form: form(of: target, in: package),
            configuration: request.configuration, triple: triple, languageMode: languageMode,
            packageName: packageName(of: target), isExternal: package.isExternal,
            userModuleVersion: userModuleVersion(of: package), traits: package.traits, settings: swiftSettings,
            hasResourceBundle: !derivedSources(of: target).isEmpty, cxxLanguageStandard: package.cxxLanguageStandard,
            clangFlags: clangFlags,
            moduleFolders: testingModuleFolder(of: target).map { [here($0)] } ?? [],
            clangModules: visible.modules.flatMap { target in
                [clangModule(target, from: package)].compactMap { $0 }
                    + libraries(of: target).map { prebuiltModule($0, from: package) }
            },
            macros: visible.macros.map { .init(moduleName: $0.moduleName, tool: here(toolPath(of: $0))) },
            flags: request.flags, compilationFolder: package.folder,
            moduleCache: moduleCache(for: swiftSettings, clangFlags, in: package))
        if request.revealing.contains(target.id) {
            for source in target.sources {
                let path = OpenRoot.path(BuildLayout.joined(package.folder, source))
                compilation.revealedSources[source] = OpenRoot.relative(OpenRoot.normalised(path))
            }
        }
        compilation.moduleMap = here(moduleMap(of: target))
        compilation.moduleAliases = target.moduleAliases
        compilation.sdk = request.sdk
        return compilation
    }

    /// The table of the modules that the target's sources may import.
    func moduleMap(of target: Target) -> String { "\(layout.folder(of: target.id))/modules.json" }

    /// A target's own word on the language mode counts before its package's.
    private func swiftSettings(
        among settings: [Setting], in package: Package
    ) -> (languageMode: String, settings: [SwiftSetting]) {
        var found: [SwiftSetting] = []
        var languageMode = ActionPlanner.languageMode(of: package)
        for case .swift(let setting) in settings {
            if case .languageMode(let mode) = setting { languageMode = mode }
            found.append(setting)
        }
        return (languageMode, found)
    }

    private func form(of target: Target, in package: Package) -> SwiftCompilation.Form {
        switch target.kind {
        case .executable, .snippet, .macro:
            let count = target.sources.count + (request.generated[target.id]?.sources.count ?? 0)
            let isLibraryLike = count == 1 && target.hasMainAttribute && package.toolsVersion >= ToolsVersion(5, 5)
            return .executable(entryPoint: entryPoint(of: target), isScript: !isLibraryLike)
        case .test: return .test
        default: return .library
        }
    }

    /// Clang takes a module for the same wherever its headers were looked for: who looks elsewhere than all others
    /// keeps modules apart.
    private func moduleCache(for settings: [SwiftSetting], _ clangFlags: [String], in package: Package) -> String {
        var words = clangFlags + request.flags.clang
        for case .unsafeFlags(let more) in settings { words += more }
        words += request.flags.swift
        // Clang tells modules by definitions apart itself; and words that are for Swift alone find no header.
        guard
            words.contains(where: {
                !$0.hasPrefix("-D") && ($0.hasPrefix("-I") || $0.hasPrefix("-i") || $0.hasPrefix("-F") || $0 == "-Xcc")
            })
        else {
            return moduleCache
        }
        var digest = DigestBuilder()
        digest.append(package.folder)
        digest.append(words)
        return "\(moduleCache)/\(digest.finish().short)"
    }

    /// An SDK looks elsewhere, too.
    var moduleCache: String {
        request.sdk.map { "\(layout.moduleCache)/sdk-\($0.identity.short)" } ?? layout.moduleCache
    }

    /// Sources of the target that the build writes.
    func madeSources(of target: Target) -> [String] {
        let generated = generatedSources(of: target)
        return derivedSources(of: target).map(\.path) + featureSources(of: target) + generated.found + generated.made
    }

    /// The actions that make what compiles of the target read beside modules: sources, and the programs that expand
    /// macros.
    func makers(of target: Target, seeing visible: Visible) -> [ActionID] {
        var makers = featureActions(for: target).map(\.id)
        makers += testingModuleActions(of: target)
        makers += generateActionIDs(of: target)
        for link in visible.macros.flatMap(toolActions) where !makers.contains(link) { makers.append(link) }
        return makers
    }

    /// Executables of packages with tools version 5.5 and later call their entry point by the module's name, so that
    /// tests can link them. The fuzzer brings an entry point of its own.
    func entryPoint(of target: Target) -> String? {
        guard package(of: target).toolsVersion >= ToolsVersion(5, 5), target.language == .swift,
            !request.flags.sanitizers.contains(.fuzzer)
        else { return nil }
        return "\(target.moduleName)_main"
    }

    /// Versions that are no pre-releases, of packages that know of the compiler's flag.
    private func userModuleVersion(of package: Package) -> String? {
        guard package.toolsVersion >= ToolsVersion(6, 0), let version = package.version else { return nil }
        return version.contains("-") || version.contains("+") ? nil : version
    }

    static func languageMode(of package: Package) -> String {
        // Modes that the compiler of mono's time accepts; a manifest may name later ones.
        if let newest = package.swiftLanguageModes.filter({ ["4", "4.2", "5", "6"].contains($0) }).max() {
            return newest
        }
        if package.toolsVersion >= ToolsVersion(6, 0) { return "6" }
        if package.toolsVersion >= ToolsVersion(5, 0) { return "5" }
        return package.toolsVersion >= ToolsVersion(4, 2) ? "4.2" : "4"
    }

    /// What `package` declarations are visible within. A package's folder names it, where SwiftPM takes only the
    /// folder's last component: two packages called `Utils` must not see into each other, and where a workspace lies
    /// must not matter.
    private func packageName(of target: Target) -> String? {
        let package = self.package(of: target)
        guard package.toolsVersion >= ToolsVersion(5, 9), target.packageAccess else { return nil }
        let name = package.isExternal ? package.identity : package.folder == "." ? package.displayName : package.folder
        return Target.moduleName(for: name)
    }

    private func clangModule(_ target: Target, from package: Package) -> SwiftCompilation.ClangModule? {
        guard target.language == .clang || target.kind == .system, let map = moduleMapPath(of: target) else {
            return nil
        }
        let headers =
            target.kind == .system
            ? nil
            : target.publicHeaders.map {
                BuildLayout.relative(BuildLayout.joined(self.package(of: target).folder, $0), from: package.folder)
            }
        return SwiftCompilation.ClangModule(
            moduleMap: BuildLayout.relative(map, from: package.folder), headers: headers,
            flags: target.kind == .system ? clangFlags(from: settings(of: target), family: .c) : [])
    }

    private func prebuiltModule(
        _ library: BinaryArtifacts.Library, from package: Package
    ) -> SwiftCompilation.ClangModule {
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        return SwiftCompilation.ClangModule(
            moduleMap: library.moduleMap.map(here), headers: nil,
            flags: library.headerFolders.map(here).flatMap { ["-I", $0, "-Xcc", "-I", "-Xcc", $0] })
    }
}
