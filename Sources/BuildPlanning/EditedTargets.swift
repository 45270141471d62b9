import Disk
import Targets
import Toolchains

/// A file of a target as an editor sees it; paths are relative to the workspace root.
public struct EditedFile: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// It is compiled.
        case source
        /// Sources of C targets include it.
        case header
    }

    public var path: String
    public var kind: Kind
    /// The object that a build compiles it to; nil for a header.
    public var object: String?
    /// A build writes it.
    public var isGenerated: Bool

    init(path: String, kind: Kind = .source, object: String? = nil, isGenerated: Bool = false) {
        (self.path, self.kind, self.object, self.isGenerated) = (path, kind, object, isGenerated)
    }
}

/// A command line that an editor's server can give a compiler, without the compiler's name.
public struct EditorCommand: Hashable, Sendable {
    public var words: [Argument]
    /// Where the compiler is to run, relative to the workspace root.
    public var folder: String
}

/// What editors ask about targets.
extension ActionPlanner {
    /// What is compiled of the target, and its headers.
    public func editedFiles(of target: TargetID) -> [EditedFile] {
        planner(for: target).filesHere(of: graph[target])
    }

    private func filesHere(of target: Target) -> [EditedFile] {
        let folder = package(of: target).folder, objects = self.objects(of: target).map(\.path)
        let own = target.sources.map { BuildLayout.joined(folder, $0) }
        switch target.language {
        case .none: return []
        // A plugin has none, and nobody reads what becomes of it.
        case .swift where target.kind == .plugin: return own.map { EditedFile(path: $0) }
        case .swift:
            let made = madeSources(of: target)
            return zip(own + made, objects).enumerated().map { index, pair in
                EditedFile(path: pair.0, object: pair.1, isGenerated: index >= own.count)
            }
        case .clang:
            return zip(own, objects).map { EditedFile(path: $0, object: $1) }
                + target.headers.map { EditedFile(path: inPackage(of: target, $0), kind: .header) }
        }
    }

    /// How the compiler sees `file`, which lies in the target's folder: a file that no build knows yet, too. Nil for
    /// what no compiler reads. `root`: the workspace's.
    public func editorCommand(of target: TargetID, for file: String, in root: AbsolutePath) -> EditorCommand? {
        let planner = self.planner(for: target), target = graph[target]
        return target.kind == .plugin ? nil : planner.commandHere(of: target, for: file, in: root)
    }

    private func commandHere(of target: Target, for file: String, in root: AbsolutePath) -> EditorCommand? {
        let package = self.package(of: target), folder = AbsolutePath(package.folder, in: root)
        func inPackageFolder(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        let inFolder = inPackageFolder(file)
        switch target.language {
        case .none: return nil
        case .swift:
            var compilation = self.compilation(of: target, in: package, seeing: visible(from: target))
            guard file.hasSuffix(".swift") else { return nil }
            if !compilation.sources.contains(inFolder) { compilation.sources.append(inFolder) }
            // Names of headers come out of these: not by way of mono's folder.
            let maps = Dictionary(
                uniqueKeysWithValues: writtenMaps(seenBy: target).map { other in
                    (inPackageFolder(generatedMapPath(of: other)), inPackageFolder(editorMapPath(of: other)))
                })
            compilation.clangModules = compilation.clangModules.map { module in
                var module = module
                if let map = module.moduleMap { module.moduleMap = maps[map] ?? map }
                return module
            }
            compilation.moduleMap = inPackageFolder(BuildLayout.editorFile(for: moduleMap(of: target)))
            let cache =
                BuildLayout.editor + "/ModuleCache" + compilation.moduleCache.dropFirst(layout.moduleCache.count)
            return EditorCommand(
                words: compilation.wordsForEditors(in: folder, moduleCache: cache), folder: package.folder)
        case .clang:
            // A header is looked at as what includes it.
            let source = ClangCompilation.language(ofFileNamed: file) == nil ? target.sources.first : inFolder
            guard let source else { return nil }
            var compilation = clangCompilation(of: target)(source)
            compilation.source = inFolder
            // A language server takes the name of a C file's unit from the command line alone.
            let unit = zip(target.sources, objects(of: target)).first { $0.0 == source }?.1.path
            return EditorCommand(
                words: compilation.wordsForEditors(in: folder, unit: unit.map(BuildLayout.indexUnit(ofObject:))),
                folder: package.folder)
        }
    }

    /// Module maps that such commands name and no action writes.
    public func editorModuleMaps(seenBy target: TargetID, in root: AbsolutePath) -> [Action.GeneratedFile] {
        let planner = self.planner(for: target)
        return planner.writtenMaps(seenBy: graph[target]).compactMap { other in
            planner.generatedMap(for: other, at: planner.editorMapPath(of: other)) { (root / $0).string }
        }
    }

    private func writtenMaps(seenBy target: Target) -> [Target] {
        visible(from: target).modules.filter {
            switch $0.moduleMap {
            case .umbrellaHeader, .umbrellaFolder: true
            case .none, .own: false
            }
        }
    }

    private func editorMapPath(of target: Target) -> String {
        BuildLayout.editorFile(for: generatedMapPath(of: target))
    }

    /// The plan by which all is in place that the sources of these targets are read with: modules with their
    /// documentation, programs that expand macros, sources and module maps that a build writes. Nothing of the targets
    /// themselves is compiled. Those that cannot be built are left out.
    public func preparation(of targets: [TargetID]) throws(PlanningError) -> BuildPlan {
        var request = request
        request.goal = .compiles(of: Set(targets))
        let plan = try ActionPlanner(graph: graph, request: request).plan()
        let subjects = Set(targets.map(Action.Subject.target))
        let compiles = plan.graph.order.map { plan.graph[$0] }.filter { action in
            subjects.contains(action.subject)
                && [.compile, .compileModule, .compileClang, .compilePlugin].contains(action.kind)
        }
        let goals = Set(compiles.flatMap { $0.dependencies + plan.graph.modules(seenBy: $0) })
        return BuildPlan(
            graph: ActionGraph(actions: Array(plan.graph.actions.values), goals: goals.sorted()), placements: [],
            leftOut: plan.leftOut, laidOut: compiles)
    }
}
