import BuildEngine
import BuildPlanning
import Disk
import Subprocesses
import Targets

/// What an editor's server needs to know of a workspace, as it was at one moment. Holds no lock: it can be asked for as
/// long as somebody likes, and is wrong as soon as a manifest changes or a file comes or goes.
public struct EditedWorkspace: Sendable {
    public let root: AbsolutePath
    public let graph: TargetGraph
    public let settings: BuildSettings
    /// The folder of the toolchain that holds `bin`, `lib`.
    public let toolchain: AbsolutePath
    private let planner: ActionPlanner
    private let temporaryFolder: String

    init(_ workspace: OpenWorkspace, _ settings: BuildSettings, _ planner: ActionPlanner) {
        (root, graph, toolchain) = (workspace.root, workspace.loaded.graph, workspace.toolchain.root)
        (self.settings, self.planner) = (settings, planner)
        temporaryFolder = workspace.settings.environment.temporaryFolder?.string ?? "/tmp"
    }

    /// What is compiled of the target, and its headers; none of it need exist where a build writes it.
    public func files(of target: TargetID) -> [EditedFile] { planner.editedFiles(of: target) }

    /// The words by which a compiler sees a file of the target, and where it is to run. Nil for what no compiler reads.
    public func command(of target: TargetID, for file: AbsolutePath) -> (words: [String], folder: AbsolutePath)? {
        let inside = file.isInside(root) ? file.relative(to: root) : file.string
        guard let command = planner.editorCommand(of: target, for: inside, in: root) else { return nil }
        let words = command.words.map { $0.spelled(jobs: 1, root: root.string, temporary: temporaryFolder) }
        return (words, AbsolutePath(command.folder, in: root))
    }

    var request: BuildRequest { planner.request }

    func moduleMaps(seenBy target: TargetID) -> [Action.GeneratedFile] {
        planner.editorModuleMaps(seenBy: target, in: root)
    }

    /// True where all that can be asked of the two has the same answers.
    public func isSame(as other: EditedWorkspace) -> Bool {
        root == other.root && toolchain == other.toolchain && planner.request == other.planner.request
            && graph.packages == other.graph.packages && graph.targets == other.graph.targets
    }

    /// What of the target's closure its sources can see.
    public func dependencies(of target: TargetID) -> [TargetID] { graph.dependencies(of: target) }
}

extension OpenWorkspace {
    /// What editors ask of the workspace. With `asking`, plugins are asked first what they make; else targets that are
    /// built with plugins have their own sources alone. Throws what `plan` throws.
    public func edited(_ settings: BuildSettings, asking: Asking?) throws -> EditedWorkspace {
        EditedWorkspace(self, settings, try planner(.everything, settings, asking: asking))
    }

    /// Writes module maps that `EditedWorkspace.command` names for these targets and no build writes. Throws
    /// `FileError`.
    public func writeModuleMaps(for targets: [TargetID], of edited: EditedWorkspace) throws {
        for map in Set(targets.flatMap(edited.moduleMaps)) {
            let path = root / map.path
            try files.makeFolder(path.parent)
            try files.writeIfChanged(Array(map.content.utf8), to: path)
        }
    }

    /// A build that puts in place what the sources of these targets are read with; it compiles nothing of the targets
    /// themselves. Throws what `plan` throws.
    public func preparation(
        of targets: [TargetID], _ settings: BuildSettings, asking: Asking
    ) throws -> PlannedBuild {
        let goal = BuildRequest.Goal.compiles(of: Set(targets))
        return try PlannedBuild(preparing: targets, self, settings, planner(goal, settings, asking: asking))
    }
}
