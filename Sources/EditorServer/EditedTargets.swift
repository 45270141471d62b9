import BuildPlanning
import Disk
import JSON
import Targets
import Toolchains
import Workspaces

/// The targets of a workspace as the Build Server Protocol tells of them, at one moment.
///
/// Every file of the workspace belongs to one of them: for a file that none has, a language server starts SwiftPM.
struct EditedTargets: Sendable {
    let root: AbsolutePath
    /// Nil until the workspace could be read.
    let workspace: EditedWorkspace?
    /// By their identifiers without a mark.
    private let targets: [String: TargetID]
    private let marks: [TargetID: String]

    init(root: AbsolutePath, _ workspace: EditedWorkspace?) {
        (self.root, self.workspace) = (root, workspace)
        var targets: [String: TargetID] = [:], marks: [TargetID: String] = [:]
        for id in workspace?.graph.order ?? [] {
            targets[EditedTargets.name(of: id)] = id
            marks[id] = workspace.map { EditedTargets.mark(of: id, in: $0) }
        }
        (self.targets, self.marks) = (targets, marks)
    }

    /// Manifests, and whatever is no target's.
    static let rest = "mono://workspace"

    private static func name(of target: TargetID) -> String { "mono://target/" + FileURI.escaped(target.description) }

    /// Changes with the files of a target, what it imports and how it is compiled. SourceKit-LSP starts to index what
    /// changed with the flags that it knows, before it hears what else changed with it (`error opening input file`, `no
    /// such module`). It never tries the same file of the same target again until the file changes. With another
    /// identifier it looks whether the file's index data is older than the file.
    private static func mark(of id: TargetID, in workspace: EditedWorkspace) -> String {
        var hasher = Hasher()
        hasher.combine(workspace.graph.targets[id])
        hasher.combine(workspace.dependencies(of: id))
        for file in workspace.files(of: id) { hasher.combine(file.path) }
        return String(UInt(bitPattern: hasher.finalize()), radix: 16)
    }

    /// The target's identifier for a client.
    func uri(of target: TargetID) -> String {
        EditedTargets.name(of: target) + (marks[target].map { "?" + $0 } ?? "")
    }

    /// The target that an identifier names: this one, or one of before.
    func target(_ uri: String) -> TargetID? { targets[String(uri.prefix { $0 != "?" })] }

    // MARK: Answers

    /// To `workspace/buildTargets`.
    var listing: JSONText {
        var found: [JSONText] = []
        if let workspace {
            for id in workspace.graph.order where isShown(id, in: workspace) { found.append(entry(id, in: workspace)) }
        }
        let rest = entry(
            EditedTargets.rest, name: "Package.swift", folder: root, tags: ["not-buildable"], languages: ["swift"],
            dependencies: [])
        return .object([("targets", .array(found + [rest]))])
    }

    /// To `buildTarget/sources`.
    func sources(of uris: [String]) -> JSONText {
        let items = uris.map { uri -> JSONText in
            let sources: [JSONText]
            if uri == EditedTargets.rest {
                sources = manifests + [folderItem(root)]
            } else if let workspace, let id = target(uri) {
                sources = self.sources(of: id, in: workspace)
            } else {
                sources = []
            }
            return .object([("target", .object([("uri", .text(uri))])), ("sources", .array(sources))])
        }
        return .object([("items", .array(items))])
    }

    /// To `textDocument/sourceKitOptions`.
    func options(for file: AbsolutePath, of uri: String) -> JSONText {
        guard let workspace else { return .null }
        let command: (words: [String], folder: AbsolutePath)?
        if uri == EditedTargets.rest {
            command = PackageDescriptionWords(workspace).command(forManifest: file)
        } else if let id = target(uri) {
            command =
                workspace.graph.targets[id]?.kind == .plugin
                ? PackageDescriptionWords(workspace).command(forPlugin: id, file)
                : workspace.command(of: id, for: file)
        } else {
            command = nil
        }
        guard let command else { return .null }
        return .object([
            ("compilerArguments", .array(command.words.map(JSONText.text))),
            ("workingDirectory", .text(command.folder.string)),
        ])
    }

    // MARK: Entries

    private func isShown(_ id: TargetID, in workspace: EditedWorkspace) -> Bool {
        guard let target = workspace.graph.targets[id] else { return false }
        return target.language != .none && !target.sources.isEmpty
    }

    private func entry(_ id: TargetID, in workspace: EditedWorkspace) -> JSONText {
        let target = workspace.graph[id], folder = root / workspace.graph[id.package].folder
        var tags: [String] = []
        if target.kind == .test { tags.append("test") }
        if id.package.isExternal { tags.append("dependency") }
        if target.kind == .plugin { tags.append("not-buildable") }
        let dependencies = workspace.dependencies(of: id).filter { isShown($0, in: workspace) }
        return entry(
            uri(of: id), name: id.name, folder: folder, tags: tags,
            languages: languages(of: target), dependencies: dependencies.map(uri(of:)))
    }

    private func entry(
        _ uri: String, name: String, folder: AbsolutePath, tags: [String], languages: [String], dependencies: [String]
    ) -> JSONText {
        var members: [(String, JSONText)] = [
            ("id", .object([("uri", .text(uri))])), ("displayName", .text(name)),
            ("baseDirectory", .text(FileURI.text(folder))), ("tags", .array(tags.map(JSONText.text))),
            ("capabilities", .object([])), ("languageIds", .array(languages.map(JSONText.text))),
            ("dependencies", .array(dependencies.map { .object([("uri", .text($0))]) })),
        ]
        if let workspace {
            // The folder that holds `usr`.
            let toolchain = FileURI.text(workspace.toolchain.parent, isFolder: true)
            members += [("dataKind", "sourceKit"), ("data", .object([("toolchain", .text(toolchain))]))]
        }
        return .object(members)
    }

    private func languages(of target: Target) -> [String] {
        if target.language == .swift { return ["swift"] }
        return Set(target.sources.map(EditedTargets.language(ofFileNamed:))).sorted()
    }

    private static func language(ofFileNamed name: String) -> String {
        if name.hasSuffix(".m") { return "objective-c" }
        if name.hasSuffix(".mm") { return "objective-cpp" }
        return ClangCompilation.language(ofFileNamed: name) == .cxx ? "cpp" : "c"
    }

    private func sources(of id: TargetID, in workspace: EditedWorkspace) -> [JSONText] {
        let target = workspace.graph[id]
        let files = workspace.files(of: id).map { file -> JSONText in
            var data: [(String, JSONText)] = []
            if file.kind == .header { data.append(("kind", "header")) }
            if let object = file.object {
                data.append(("outputPath", .text(BuildLayout.indexUnit(ofObject: object))))
            }
            return .object([
                ("uri", .text(FileURI.text(AbsolutePath(file.path, in: root)))), ("kind", 1),
                ("generated", .bool(file.isGenerated)), ("dataKind", "sourceKit"), ("data", .object(data)),
            ])
        }
        let folder = AbsolutePath(target.folder, in: root / workspace.graph[id.package].folder)
        // So new files belong to it. A package's own folder holds other targets' files too.
        return target.folder == "." ? files : files + [folderItem(folder)]
    }

    private func folderItem(_ folder: AbsolutePath) -> JSONText {
        .object([("uri", .text(FileURI.text(folder, isFolder: true))), ("kind", 2), ("generated", false)])
    }

    private var manifests: [JSONText] {
        (workspace?.graph.packages.values.filter { !$0.isExternal }.map(\.folder).sorted() ?? []).map { folder in
            .object([
                ("uri", .text(FileURI.text(AbsolutePath(folder, in: root) / "Package.swift"))), ("kind", 1),
                ("generated", false),
            ])
        }
    }
}
