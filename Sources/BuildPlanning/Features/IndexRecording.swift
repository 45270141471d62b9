import Disk
import Targets
import Toolchains

/// Makes one output of the folder that a compiler writes index data into.
struct IndexRecording: Extraction {
    /// Raised whenever the meaning of the output changes.
    static let format = "1"

    var components: [Fingerprint.Component] {
        [.init(.own("index data"), "\(IndexRecording.format) \(IndexedPlace.root)")]
    }

    func content(from source: String, in place: WorkPlace) -> [UInt8]? {
        let tree = try? FileTree(reading: place.path("\(source)/\(IndexRecording.store)"), files: place.files)
        return tree?.encoded
    }

    /// Within the folder of the run.
    static let store = "store"
    static let modules = "modules"
}

extension ActionPlanner {
    static let indexOutput = "index"

    /// What writes the index data of a Swift target; nil where nobody asks for it.
    func indexAction(for target: Target, seeing visible: Visible) -> Action? {
        guard request.writesIndex, target.kind != .plugin else { return nil }
        let package = self.package(of: target)
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        let base = layout.folder(of: target.id), folder = "\(base)/index-data"
        let map = OutputFileMap(module: [
            "dependencies": here("\(base)/index.d"), "swift-dependencies": here("\(base)/index.priors"),
        ])
        let mapPath = "\(base)/index-output-file-map.json", unitsPath = "\(base)/index-units.txt"
        let units = objects(of: target).map { BuildLayout.indexUnit(ofObject: $0.path) + "\n" }.joined()
        let extract = Action.Extract(IndexRecording(), of: folder, output: ActionPlanner.indexOutput)
        let run = Action.ToolRun(
            .index(extract), .swiftc,
            arguments: compilation(of: target, in: package, seeing: visible).index(
                to: here("\(folder)/\(IndexRecording.store)"), units: here(unitsPath),
                modules: "\(folder)/\(IndexRecording.modules)", outputFileMap: here(mapPath),
                toolchain: request.toolchain),
            generated: derivedSources(of: target)
                + [.init(path: mapPath, content: map.json), .init(path: unitsPath, content: units)],
            interfaces: directInterfaces(of: target), moduleSearch: .map(path: moduleMap(of: target)),
            consumed: makers(of: target, seeing: visible),
            outputs: [.init(name: ActionPlanner.indexOutput, path: "\(base)/index")],
            dependencyFiles: ["\(base)/index.d"])
        return Action(
            id: named(.index, target.id), subject: .target(target.id), folder: package.folder,
            sources: target.sources.map { BuildLayout.joined(package.folder, $0) }
                + generatedSources(of: target).found,
            work: .tool(run))
    }
}

extension ActionPlanner {
    /// What writes the index data of a C target's source, as `compilation` sees it; nil where nobody asks for it.
    func indexAction(
        for target: Target, _ compilation: ClangCompilation, object: Action.Output, searchable: [String]
    ) -> Action? {
        guard request.writesIndex, compilation.hasIndex else { return nil }
        let package = self.package(of: target)
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        let base = "\(layout.folder(of: target.id))/\(object.name)"
        let folder = "\(base).index-data", dependencies = "\(base).index.d"
        let extract = Action.Extract(IndexRecording(), of: folder, output: ActionPlanner.indexOutput)
        let run = Action.ToolRun(
            .indexClang(extract, searchable: searchable), compilation.tool,
            arguments: compilation.index(
                to: here("\(folder)/\(IndexRecording.store)"), unit: BuildLayout.indexUnit(ofObject: object.path),
                dependencyFile: here(dependencies), toolchain: request.toolchain),
            outputs: [.init(name: ActionPlanner.indexOutput, path: "\(base).index")], dependencyFiles: [dependencies])
        return Action(
            id: named(.indexClang, target.id, compilation.source), subject: .target(target.id),
            folder: package.folder, sources: [BuildLayout.joined(package.folder, compilation.source)],
            work: .tool(run))
    }
}

extension BuildLayout {
    /// How index data names what a source is compiled to. It is no path of a file: editors ask for it by the same name.
    public static func indexUnit(ofObject path: String) -> String { "/mono-index/\(path)" }
}
