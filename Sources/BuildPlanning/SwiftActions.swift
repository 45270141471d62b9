import Digests
import Targets
import Toolchains

extension ActionPlanner {
    /// Debug: a module and a compile, so that dependents start when the module is there. Release: one action for both, because
    /// optimised clients inline what the optimiser puts into the module.
    func swiftActions(for target: Target) throws(PlanningError) -> [Action] {
        let package = self.package(of: target)
        let visible = self.visible(from: target)
        try checkModuleNames(visible.modules + [target], of: target)
        let folder = layout.folder(of: target.id)
        let provisions = self.provisions(of: target), wire = wireAction(for: target, seeing: visible.modules)
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }

        let module = "\(folder)/\(target.moduleName).swiftmodule"
        let own = target.sources.map { BuildLayout.joined(package.folder, $0) }
        // What plugins made before the build is there, and counts by its content.
        let sources = own + generatedSources(of: target).found
        let derived = derivedSources(of: target)
        var compilation = self.compilation(of: target, in: package, seeing: visible)
        if provisions != nil { compilation.symbolGraphFolder = here(symbolFolder(of: target)) }
        // What is made: as the compiler names it, and as the workspace does.
        let made = madeSources(of: target)
        let compiled = target.sources + made.map(here)
        let provided = provisions.map { [Action.Output(name: $0.output, path: "\(folder)/\($0.output)")] } ?? []
        let consumed = makers(of: target, seeing: visible)
        let interfaces = visible.modules.compactMap(moduleAction)
        let objects = self.objects[target.id]!
        var wrap: [Action] = []
        var result = generateActions(for: target) + [wire, embedAction(for: target)].compactMap { $0 } + testingModules(for: target)

        switch request.configuration {
        case .debug:
            let moduleMap = OutputFileMap(module: [
                "dependencies": here("\(folder)/module.d"), "swift-dependencies": here("\(folder)/module.priors"),
            ])
            let moduleMapPath = "\(folder)/module-output-file-map.json"
            let interface = "\(folder)/\(target.moduleName).swiftinterface"
            let emit = Action(
                id: moduleAction(of: target)!, kind: .emitModule, subject: .target(target.id), tool: .swiftc,
                folder: package.folder,
                arguments: compilation.emitModule(
                    to: here(module), interface: here(interface), outputFileMap: here(moduleMapPath)),
                sources: sources, generated: derived + [.init(path: moduleMapPath, content: moduleMap.json)],
                interfaces: interfaces, consumed: consumed,
                outputs: [Action.Output(name: "\(target.moduleName).swiftmodule", path: module)] + provided,
                moduleOutput: "\(target.moduleName).swiftmodule", dependencyFiles: ["\(folder)/module.d"],
                abi: abi(of: compilation, module: here(module), interface: interface, generatedSources(of: target).made), provisions: provisions)
            result.append(emit)

            var state = ["\(folder)/state/module.priors"]
            var perSource: [(String, [String: String])] = []
            for (source, object) in zip(compiled, objects) {
                let base = "\(folder)/state/\(object.name.dropLast(2))"
                perSource.append(
                    (
                        source,
                        [
                            "object": here(object.path), "dependencies": here("\(base).d"),
                            "swift-dependencies": here("\(base).swiftdeps"),
                        ]
                    ))
                state.append("\(base).swiftdeps")
            }
            let map = OutputFileMap(
                module: ["swift-dependencies": here("\(folder)/state/module.priors")], sources: perSource)
            let mapPath = "\(folder)/output-file-map.json"
            result.append(
                Action(
                    id: objectActions(of: target)[0], kind: .compile, subject: .target(target.id), tool: .swiftc,
                    folder: package.folder, arguments: compilation.compileIncrementally(outputFileMap: here(mapPath)),
                    sources: sources, generated: derived + [.init(path: mapPath, content: map.json)], interfaces: interfaces,
                    consumed: consumed, outputs: objects,
                    dependencyFiles: objects.map { "\(folder)/state/\($0.name.dropLast(2)).d" },
                    inPlace: Action.InPlace(
                        state: state,
                        objects: Dictionary(uniqueKeysWithValues: zip(own + made, objects.map(\.path))))))
            let wrapped = "\(folder)/\(target.moduleName).swiftmodule.o"
            wrap.append(
                Action(
                    id: named("wrap-module \(target.id)"), kind: .wrapModule, subject: .target(target.id),
                    tool: .frontend, folder: package.folder,
                    arguments: Linking.wrapModule(here(module), to: here(wrapped), triple: triple),
                    consumed: [emit.id],
                    outputs: [Action.Output(name: "\(target.moduleName).swiftmodule.o", path: wrapped)]))
        case .release:
            var perSource: [(String, [String: String])] = []
            for (source, object) in zip(compiled, objects) { perSource.append((source, ["object": here(object.path)])) }
            let map = OutputFileMap(
                module: [
                    "dependencies": here("\(folder)/module.d"), "swift-dependencies": here("\(folder)/module.priors"),
                ], sources: perSource)
            let mapPath = "\(folder)/output-file-map.json"
            result.append(
                Action(
                    id: moduleAction(of: target)!, kind: .compileModule, subject: .target(target.id), tool: .swiftc,
                    folder: package.folder,
                    arguments: compilation.compileWholeModule(to: here(module), outputFileMap: here(mapPath)),
                    sources: sources, generated: derived + [.init(path: mapPath, content: map.json)], interfaces: interfaces,
                    consumed: consumed,
                    outputs: [Action.Output(name: "\(target.moduleName).swiftmodule", path: module)] + objects + provided,
                    moduleOutput: "\(target.moduleName).swiftmodule", dependencyFiles: ["\(folder)/module.d"], provisions: provisions))
        }
        let autolink = ActionPlanner.autolinkName(of: target)
        let extract = Action(
            id: autolinkAction(of: target), kind: .autolink, subject: .target(target.id), tool: .autolinkExtract, folder: package.folder,
            arguments: Linking.extractAutolink(from: objects.map { here($0.path) }, to: here("\(folder)/\(autolink)")),
            consumed: objectActions(of: target), outputs: [Action.Output(name: autolink, path: "\(folder)/\(autolink)")])
        return result + wrap + [extract]
    }

    func autolinkAction(of target: Target) -> ActionID { named("autolink \(target.id)") }

    static func autolinkName(of target: Target) -> String { "\(target.moduleName).autolink" }

    /// One object a source, named after it: `objects/File.swift.o`; the folders inside the target are kept, since names repeat.
    static func objects(of target: Target, _ generated: GeneratedSources?, in layout: BuildLayout, isWired: Bool) -> [Action.Output] {
        let folder = layout.folder(of: target.id)
        let names = target.sources.map { source in
            let inside = target.folder == "." || !source.hasPrefix(target.folder + "/")
                ? source : String(source.dropFirst(target.folder.count + 1))
            return "objects/\(BuildLayout.plain(inside)).o"
        }
        let derived = target.language == .swift && !(target.resources + (generated?.resources ?? [])).isEmpty ? [accessor + ".o"] : []
        let embedded = target.embeddedResources.isEmpty ? [] : [embeddedSource + ".o"]
        let wired = isWired ? [objectGraph + ".o"] : []
        let outputs = Set(generated?.commands.flatMap(\.outputs) ?? []), sources = target.language == .swift ? generated?.sources ?? [] : []
        let made = (sources.filter { !outputs.contains($0) } + sources.filter(outputs.contains)).map { "generated/\(layout.nameOfGenerated($0)).o" }
        return (names + derived + embedded + wired + made).map { Action.Output(name: $0, path: "\(folder)/\($0)") }
    }

    /// Of what others import as a library; tests that import an executable see its hidden declarations anyway.
    private func abi(of compilation: SwiftCompilation, module: String, interface: String, _ moreSources: [String]) -> Action.ABI? {
        guard compilation.form == .library else { return nil }
        return Action.ABI(
            moduleName: compilation.moduleName, interface: interface, dump: compilation.dumpModule(module),
            settings: compilation.visibleSettings, isResilient: compilation.isResilient, moreSources: moreSources)
    }

    func compilation(of target: Target, in package: Package, seeing visible: Visible) -> SwiftCompilation {
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        let settings = self.settings(of: target)
        var swiftSettings: [SwiftSetting] = []
        var languageMode = self.languageMode(of: package)
        for case .swift(let setting) in settings {
            if case .languageMode(let mode) = setting { languageMode = mode }
            swiftSettings.append(setting)
        }
        let form: SwiftCompilation.Form
        switch target.kind {
        case .executable, .snippet, .macro:
            let isLibraryLike = target.sources.count + (request.generated[target.id]?.sources.count ?? 0) == 1 && target.hasMainAttribute && package.toolsVersion >= ToolsVersion(5, 5)
            form = .executable(entryPoint: entryPoint(of: target), isScript: !isLibraryLike)
        case .test: form = .test
        default: form = .library
        }
        var compilation = SwiftCompilation(
            moduleName: target.moduleName, sources: target.sources + madeSources(of: target).map(here), form: form,
            configuration: request.configuration, triple: triple, languageMode: languageMode,
            packageName: packageName(of: target), isExternal: package.isExternal,
            userModuleVersion: userModuleVersion(of: package), traits: package.traits, settings: swiftSettings,
            hasResourceBundle: !derivedSources(of: target).isEmpty, cxxLanguageStandard: package.cxxLanguageStandard,
            clangFlags: clangFlags(from: settings, family: .c),
            moduleFolders: visible.modules.filter { $0.language == .swift }.map { here(layout.folder(of: $0.id)) }
                + (testingModuleFolder(of: target).map { [here($0)] } ?? []),
            clangModules: visible.modules.flatMap { target in
                [clangModule(target, from: package)].compactMap { $0 } + libraries(of: target).map { prebuiltModule($0, from: package) }
            },
            macros: visible.macros.map { .init(moduleName: $0.moduleName, tool: here(toolPath(of: $0))) },
            flags: request.flags, compilationFolder: package.folder,
            moduleCache: moduleCache(for: swiftSettings, clangFlags(from: settings, family: .c), in: package))
        compilation.moduleAliases = target.moduleAliases
        compilation.sdk = request.sdk
        return compilation
    }

    /// Clang takes a module for the same wherever its headers were looked for: who looks elsewhere than all others keeps modules apart.
    private func moduleCache(for settings: [SwiftSetting], _ clangFlags: [String], in package: Package) -> String {
        var words = clangFlags + request.flags.clang
        for case .unsafeFlags(let more) in settings { words += more }
        words += request.flags.swift
        // Clang tells modules by definitions apart itself; and words that are for Swift alone find no header.
        guard words.contains(where: { !$0.hasPrefix("-D") && ($0.hasPrefix("-I") || $0.hasPrefix("-i") || $0.hasPrefix("-F") || $0 == "-Xcc") }) else {
            return moduleCache
        }
        var digest = DigestBuilder()
        digest.append(package.folder)
        digest.append(words)
        return "\(moduleCache)/\(digest.finish().short)"
    }

    /// An SDK looks elsewhere, too.
    var moduleCache: String { request.sdk.map { "\(layout.moduleCache)/sdk-\($0.identity.short)" } ?? layout.moduleCache }

    /// Sources of the target that the build writes.
    private func madeSources(of target: Target) -> [String] {
        let folder = layout.folder(of: target.id)
        let embedded = target.embeddedResources.isEmpty ? [] : ["\(folder)/\(ActionPlanner.embeddedSource)"]
        let graph = wiring?.asking.contains(target.id) == true ? ["\(folder)/\(ActionPlanner.objectGraph)"] : []
        let generated = generatedSources(of: target)
        return derivedSources(of: target).map(\.path) + embedded + graph + generated.found + generated.made
    }

    /// The actions that make what compiles of the target read beside modules: sources, and the programs that expand macros.
    func makers(of target: Target, seeing visible: Visible) -> [ActionID] {
        var makers = [wireAction(for: target, seeing: visible.modules), embedAction(for: target)].compactMap { $0?.id }
        makers += testingModuleActions(of: target)
        makers += generateActionIDs(of: target)
        for link in visible.macros.flatMap(toolActions) where !makers.contains(link) { makers.append(link) }
        return makers
    }

    /// Executables of packages with tools version 5.5 and later call their entry point by the module's name, so that tests can link them.
    /// The fuzzer brings an entry point of its own.
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

    func languageMode(of package: Package) -> String {
        // Modes that the compiler of mono's time accepts; a manifest may name later ones.
        if let newest = package.swiftLanguageModes.filter({ ["4", "4.2", "5", "6"].contains($0) }).max() { return newest }
        if package.toolsVersion >= ToolsVersion(6, 0) { return "6" }
        if package.toolsVersion >= ToolsVersion(5, 0) { return "5" }
        return package.toolsVersion >= ToolsVersion(4, 2) ? "4.2" : "4"
    }

    /// What `package` declarations are visible within. A package's folder names it, where SwiftPM takes only the folder's last
    /// component: two packages called `Utils` must not see into each other, and where a workspace lies must not matter.
    private func packageName(of target: Target) -> String? {
        let package = self.package(of: target)
        guard package.toolsVersion >= ToolsVersion(5, 9), target.packageAccess else { return nil }
        let name = package.isExternal ? package.identity : package.folder == "." ? package.displayName : package.folder
        return Target.moduleName(for: name)
    }

    private func clangModule(_ target: Target, from package: Package) -> SwiftCompilation.ClangModule? {
        guard target.language == .clang || target.kind == .system, let map = moduleMapPath(of: target) else { return nil }
        let headers = target.kind == .system ? nil : target.publicHeaders.map {
            BuildLayout.relative(BuildLayout.joined(self.package(of: target).folder, $0), from: package.folder)
        }
        return SwiftCompilation.ClangModule(
            moduleMap: BuildLayout.relative(map, from: package.folder), headers: headers,
            flags: target.kind == .system ? clangFlags(from: settings(of: target), family: .c) : [])
    }

    private func prebuiltModule(_ library: BinaryArtifacts.Library, from package: Package) -> SwiftCompilation.ClangModule {
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        return SwiftCompilation.ClangModule(
            moduleMap: library.moduleMap.map(here), headers: nil,
            flags: library.headerFolders.map(here).flatMap { ["-I", $0, "-Xcc", "-I", "-Xcc", $0] })
    }

    private func checkModuleNames(_ targets: [Target], of target: Target) throws(PlanningError) {
        var seen: [String: TargetID] = [:]
        for each in targets where each.language != .none {
            if let other = seen.updateValue(each.id, forKey: each.moduleName) {
                throw .sameVisibleModuleName(each.moduleName, [other, each.id].sorted(), target: target.id)
            }
        }
    }
}

/// The driver's table of where each source's outputs go, written in one way only: sorted, escaped.
struct OutputFileMap {
    var module: [String: String]
    var sources: [(source: String, outputs: [String: String])] = []

    init(module: [String: String], sources: [(String, [String: String])] = []) {
        self.module = module
        self.sources = sources.map { ($0.0, $0.1) }
    }

    var json: String {
        let rows = [("", module)] + sources.map { ($0.source, $0.outputs) }
        let lines = rows.map { key, outputs in
            let pairs = outputs.sorted { $0.key < $1.key }.map { "\(quoted($0.key)): \(quoted($0.value))" }
            return "  \(quoted(key)): {\(pairs.joined(separator: ", "))}"
        }
        return "{\n\(lines.joined(separator: ",\n"))\n}\n"
    }

    private func quoted(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) { return "\"\(text)\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
