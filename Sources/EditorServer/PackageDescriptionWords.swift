import BuildPlanning
import Disk
import Targets
import Workspaces

/// How compilers see what SwiftPM compiles itself: manifests and plugins.
struct PackageDescriptionWords: Sendable {
    private let workspace: EditedWorkspace

    init(_ workspace: EditedWorkspace) { self.workspace = workspace }

    /// Nil for what is no Swift file. A file of no target and no manifest is looked at as a script.
    func command(forManifest file: AbsolutePath) -> (words: [String], folder: AbsolutePath)? {
        guard file.fileExtension == "swift" else { return nil }
        let folder = file.parent
        guard file.name == "Package.swift" || file.name.hasPrefix("Package@swift-") else {
            return ([file.string], folder)
        }
        let package = workspace.graph.packages.values.first { AbsolutePath($0.folder, in: workspace.root) == folder }
        return (words(package, api: "ManifestAPI") + [file.string], folder)
    }

    /// `file`: of the plugin's folder, whether it is a source of it or about to be one.
    func command(forPlugin id: TargetID, _ file: AbsolutePath) -> (words: [String], folder: AbsolutePath)? {
        guard file.fileExtension == "swift" else { return nil }
        let package = workspace.graph[id.package], folder = AbsolutePath(package.folder, in: workspace.root)
        var sources = workspace.graph[id].sources.map { AbsolutePath($0, in: folder) }
        if !sources.contains(file) { sources.append(file) }
        let words =
            words(package, api: "PluginAPI") + ["-parse-as-library", "-module-name", workspace.graph[id].moduleName]
        return (words + sources.map(\.string), folder)
    }

    /// `api`: the folder of the toolchain's that holds the module.
    private func words(_ package: Package?, api: String) -> [String] {
        let version = package?.toolsVersion ?? ToolsVersion(6, 0)
        let mode = version >= ToolsVersion(6, 0) ? "6" : version >= ToolsVersion(5, 0) ? "5" : "4.2"
        return [
            "-I", (workspace.toolchain / "lib/swift/pm/\(api)").string, "-swift-version", mode,
            "-package-description-version", "\(version).0",
        ]
    }
}
