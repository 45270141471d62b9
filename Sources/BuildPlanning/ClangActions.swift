import Targets
import Toolchains

extension ActionPlanner {
    /// One action a file, so that an edit compiles one file. What a file includes is found out by compiling it; that a
    /// name could be found at all is declared, because a new header can hide another.
    func clangActions(for target: Target) -> [Action] {
        let modules = self.visible(from: target).modules
        let visible = modules.filter { $0.language == .clang || $0.kind == .system },
            prebuilt = modules.flatMap(libraries)
        let searchable = searchable(from: [target] + visible, prebuilt), compilation = clangCompilation(of: target)
        return zip(target.sources, objects(of: target)).flatMap { source, object in
            let compilation = compilation(source)
            let index = indexAction(for: target, compilation, object: object, searchable: searchable)
            return [compileClang(source, of: target, compilation, to: object, searchable: searchable)]
                + [index].compactMap { $0 }
        }
    }

    /// How clang sees each source of the target.
    func clangCompilation(of target: Target) -> (_ source: String) -> ClangCompilation {
        let package = self.package(of: target), modules = self.visible(from: target).modules
        let visible = modules.filter { $0.language == .clang || $0.kind == .system },
            prebuilt = modules.flatMap(libraries)
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        let headerFolders =
            ([target] + visible.filter { $0.kind != .system }).compactMap { each in
                each.publicHeaders.map { here(inPackage(of: each, $0)) }
            } + prebuilt.flatMap { $0.headerFolders.map(here) }
        // Only hand-written maps: generated ones would make clang read a header by module where it was meant as text.
        let maps =
            visible.compactMap { each -> String? in
                guard case .own(let map) = each.moduleMap else { return nil }
                return here(inPackage(of: each, map))
            } + prebuilt.compactMap { $0.moduleMap.map(here) }
        let systemFlags = visible.filter { $0.kind == .system }.flatMap {
            clangFlags(from: settings(of: $0), family: .c)
        }
        let words = systemFlags + clangFlags(from: settings(of: target), family: nil)
        return { [request, triple] source in
            let language = ClangCompilation.language(ofFileNamed: source)
            return ClangCompilation(
                source: source, configuration: request.configuration, triple: triple,
                languageStandard: language == .cxx ? package.cxxLanguageStandard : package.cLanguageStandard,
                isExternal: package.isExternal, headerFolders: headerFolders, moduleMaps: maps,
                settings: words, flags: request.flags,
                compilationFolder: package.folder, sdk: request.sdk)
        }
    }

    private func compileClang(
        _ source: String, of target: Target, _ compilation: ClangCompilation, to object: Action.Output,
        searchable: [String]
    ) -> Action {
        let package = self.package(of: target), dependencies = "\(layout.folder(of: target.id))/\(object.name).d"
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        let run = Action.ToolRun(
            .compileClang(searchable: searchable), compilation.tool,
            arguments: compilation.compile(to: here(object.path), dependencyFile: here(dependencies)),
            outputs: [object],
            dependencyFiles: ClangCompilation.tellsWhatItReads(source) ? [dependencies] : [])
        return Action(
            id: compileClangAction(of: target, source), subject: .target(target.id), folder: package.folder,
            sources: [BuildLayout.joined(package.folder, source)], work: .tool(run))
    }

    func compileClangAction(of target: Target, _ source: String) -> ActionID { named(.compileClang, target.id, source) }

    private func searchable(from targets: [Target], _ prebuilt: [BinaryArtifacts.Library]) -> [String] {
        let own = targets.flatMap { target in (target.headers + target.includable).map { inPackage(of: target, $0) } }
        return (own + prebuilt.flatMap(\.headers)).sorted()
    }

    func inPackage(of target: Target, _ path: String) -> String {
        BuildLayout.joined(package(of: target).folder, path)
    }

    /// What Swift code sees of a C-family target or a system library.
    func interfaceAction(for target: Target) -> Action {
        let package = self.package(of: target)
        func inPackage(_ path: String) -> String { BuildLayout.joined(package.folder, path) }
        var sources: [String] = []
        if let publicHeaders = target.publicHeaders {
            sources = target.headers.filter { publicHeaders == "." || $0.hasPrefix(publicHeaders + "/") }.map(inPackage)
        }
        for library in libraries(of: target) { sources += library.headers }
        var maps = libraries(of: target).compactMap(\.moduleMap)
        var generated: [Action.GeneratedFile] = []
        switch target.moduleMap {
        case .none: break
        case .own(let map): maps.append(inPackage(map))
        case .umbrellaHeader, .umbrellaFolder:
            let folder = layout.folder(of: target.id)
            // Relative to the map, so that it is the same text in every folder.
            if let map = generatedMap(
                for: target, at: generatedMapPath(of: target), spelling: { BuildLayout.relative($0, from: folder) })
            {
                generated.append(map)
            }
        }
        let files = Set(sources + maps).sorted()
        let search = files + (target.kind == .system ? clangFlags(from: settings(of: target), family: .c) : [])
        return Action(
            id: clangInterfaceAction(of: target), subject: .target(target.id), folder: package.folder, sources: files,
            work: .declaration(
                .init(
                    generated: generated, headerSearch: search, moduleMaps: maps,
                    interfaces: directInterfaces(of: target))))
    }

    func clangInterfaceAction(of target: Target) -> ActionID { named(.clangInterface, target.id) }

    /// Those of a prebuilt artifact that are for the platform that is built for.
    func libraries(of target: Target) -> [BinaryArtifacts.Library] {
        (target.artifacts?.libraries ?? []).filter { $0.triples.contains(triple) }
    }

    /// Relative to the workspace root; nil where Swift cannot import the target.
    func moduleMapPath(of target: Target) -> String? {
        switch target.moduleMap {
        case .none: nil
        case .own(let map): BuildLayout.joined(package(of: target).folder, map)
        case .umbrellaHeader, .umbrellaFolder: generatedMapPath(of: target)
        }
    }

    func generatedMapPath(of target: Target) -> String { "\(layout.folder(of: target.id))/module.modulemap" }

    /// The module map that mono writes for the target, at `path`; nil where the target needs none. `spelling`: how a
    /// path that is relative to the workspace root stands in it.
    func generatedMap(
        for target: Target, at path: String, spelling: (String) -> String
    ) -> Action.GeneratedFile? {
        let umbrella: String
        switch target.moduleMap {
        case .none, .own: return nil
        case .umbrellaHeader(let header): umbrella = "umbrella header \"\(spelling(inPackage(of: target, header)))\""
        case .umbrellaFolder(let folder): umbrella = "umbrella \"\(spelling(inPackage(of: target, folder)))\""
        }
        let map = """
            module \(target.moduleName) {
                \(umbrella)
                export *
            }

            """
        return Action.GeneratedFile(path: path, content: map)
    }
}
