import Targets
import Toolchains

extension ActionPlanner {
    /// One action a file, so that an edit compiles one file. What a file includes is found out by compiling it; that a name could
    /// be found at all is declared, because a new header can hide another.
    func clangActions(for target: Target) -> [Action] {
        let package = self.package(of: target)
        let visible = self.visible(from: target).modules.filter { $0.language == .clang || $0.kind == .system }
        let prebuilt = self.visible(from: target).modules.flatMap(libraries)
        let folder = layout.folder(of: target.id)
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        func inPackage(_ target: Target, _ path: String) -> String {
            BuildLayout.joined(self.package(of: target).folder, path)
        }

        let headerFolders = ([target] + visible.filter { $0.kind != .system }).compactMap { each in
            each.publicHeaders.map { here(inPackage(each, $0)) }
        } + prebuilt.flatMap { $0.headerFolders.map(here) }
        // Only hand-written maps: generated ones would make clang read a header by module where it was meant as text.
        let maps = visible.compactMap { each -> String? in
            guard case .own(let map) = each.moduleMap else { return nil }
            return here(inPackage(each, map))
        } + prebuilt.compactMap { $0.moduleMap.map(here) }
        let searchable = (([target] + visible).flatMap { each in (each.headers + each.includable).map { inPackage(each, $0) } }
            + prebuilt.flatMap(\.headers)).sorted()
        let settings = self.settings(of: target)
        let systemFlags = visible.filter { $0.kind == .system }.flatMap { clangFlags(from: self.settings(of: $0), family: .c) }
        let words = systemFlags + clangFlags(from: settings, family: nil)

        return zip(target.sources, objects[target.id]!).map { source, object in
            let language = ClangCompilation.language(ofFileNamed: source)
            let compilation = ClangCompilation(
                source: source, configuration: request.configuration, triple: triple,
                languageStandard: language == .cxx ? package.cxxLanguageStandard : package.cLanguageStandard,
                isExternal: package.isExternal, headerFolders: headerFolders, moduleMaps: maps,
                settings: words, flags: request.flags,
                compilationFolder: package.folder, sdk: request.sdk)
            let dependencies = "\(folder)/\(object.name).d"
            return Action(
                id: named("compile-clang \(target.id) \(source)"), kind: .compileClang,
                subject: .target(target.id), tool: compilation.tool, folder: package.folder,
                arguments: compilation.compile(to: here(object.path), dependencyFile: here(dependencies)),
                sources: [BuildLayout.joined(package.folder, source)], searchable: searchable,
                outputs: [object],
                dependencyFiles: ClangCompilation.tellsWhatItReads(source) ? [dependencies] : [])
        }
    }

    /// What Swift code sees of a C-family target or a system library.
    func interfaceAction(for target: Target) -> Action {
        let package = self.package(of: target)
        func inPackage(_ path: String) -> String { BuildLayout.joined(package.folder, path) }
        var sources: [String] = []
        if let publicHeaders = target.publicHeaders {
            sources = target.headers.filter { publicHeaders == "." || $0.hasPrefix(publicHeaders + "/") }.map(inPackage)
        }
        for library in libraries(of: target) { sources += library.headers + [library.moduleMap].compactMap { $0 } }
        var generated: [Action.GeneratedFile] = []
        switch target.moduleMap {
        case .none: break
        case .own(let map): sources.append(inPackage(map))
        case .umbrellaHeader(let header):
            generated.append(generatedMap(for: target, umbrella: "header", inPackage(header)))
        case .umbrellaFolder(let folder):
            generated.append(generatedMap(for: target, umbrella: "", inPackage(folder)))
        }
        var action = Action(
            id: moduleAction(of: target)!, kind: .clangInterface, subject: .target(target.id), tool: nil,
            folder: package.folder, sources: Set(sources).sorted(), generated: generated)
        action.headerSearch = action.sources + (target.kind == .system ? clangFlags(from: settings(of: target), family: .c) : [])
        return action
    }

    /// Those of a prebuilt artifact that are for the platform that is built for.
    func libraries(of target: Target) -> [BinaryArtifacts.Library] {
        (target.artifacts?.libraries ?? []).filter { $0.triples.contains(triple) }
    }

    /// Relative to the workspace root; nil where Swift cannot import the target.
    func moduleMapPath(of target: Target) -> String? {
        switch target.moduleMap {
        case .none: nil
        case .own(let map): BuildLayout.joined(package(of: target).folder, map)
        case .umbrellaHeader, .umbrellaFolder: "\(layout.folder(of: target.id))/module.modulemap"
        }
    }

    private func generatedMap(for target: Target, umbrella kind: String, _ path: String) -> Action.GeneratedFile {
        let folder = layout.folder(of: target.id)
        let umbrella = (["umbrella"] + (kind.isEmpty ? [] : [kind])).joined(separator: " ")
        // Relative to the map, so that it is the same text in every folder.
        let map = """
            module \(target.moduleName) {
                \(umbrella) "\(BuildLayout.relative(path, from: folder))"
                export *
            }

            """
        return Action.GeneratedFile(path: "\(folder)/module.modulemap", content: map)
    }
}
