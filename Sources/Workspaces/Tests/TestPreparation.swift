import BuildPlanning
import Disk
import Targets
import TestRunning

/// Finds out what tests need before they are built, by a look at their sources; what is found is remembered by content.
public struct TestPreparation: Sendable {
    private let workspace: OpenWorkspace
    private let memory: RuntimeFactsMemory

    public init(_ workspace: OpenWorkspace) {
        self.workspace = workspace
        memory = RuntimeFactsMemory(
            files: workspace.files, sourceFolders: SourcesFacts.folders(of: workspace.loaded.graph),
            digests: workspace.workspaceDigests,
            path: workspace.root / ".mono/state/test-sources")
    }

    /// What is built of test targets, and what their tests need.
    public func programs(
        of targets: [TargetID], _ configuration: BuildConfiguration
    ) -> [(program: BuildRequest.TestProgram, needs: TestNeeds)] {
        targets.map {
            TestNeeds.program(of: $0, in: workspace.loaded.graph, root: workspace.root, configuration, memory)
        }
    }

    /// Keeps what was found out, for the next time.
    public func save() { memory.save() }
}
