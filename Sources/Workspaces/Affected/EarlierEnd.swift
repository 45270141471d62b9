import AffectedTargets
import Configuration
import Disk
import GitHistory
import PackageManifests
import Subprocesses

/// Reads the workspace as it was, from git's objects where files are others now, and from the disk where they are not.
/// Nothing is laid out.
struct EarlierEnd {
    let workspace: OpenWorkspace
    let cancellation: Cancellation
    let progress: WorkspaceProgress

    /// `changes`: all that is different between then and what is on the disk. Nil where there was no workspace in this
    /// root. `isWanted`: whose content will be asked for, beside that of manifests.
    func read(
        before changes: [ChangedFile], _ repository: GitRepository, isWanted: (AbsolutePath) -> Bool = { _ in false }
    ) throws -> AffectedQuery.End? {
        let files = try EarlierFiles(of: repository, before: changes, disk: workspace.files) { path in
            path.name.hasPrefix("Package") || ["mono.json", "mirrors.json"].contains(path.name) || isWanted(path)
        }
        do {
            let configuration = try WorkspaceConfiguration.find(
                from: workspace.root, files: files, home: workspace.settings.environment.home)
            guard configuration.root == workspace.root else { return nil }
            let loaded = try workspace.loader.loadEarlier(
                configuration, in: files, now: workspace.loaded, changes: earlierChanges(changes),
                traits: workspace.settings.loading.traits,
                cancellation: cancellation
            ) { progress(.loading($0)) }
            return AffectedQuery.End(
                workspace: loaded, files: files, testInputs: configuration.testInputs, wiring: configuration.wiring)
        } catch {
            if let failure = files.failure { throw failure }
            if case .noWorkspace = error { return nil }
            throw error
        }
    }

    /// For what a load of the earlier state need not read.
    private func earlierChanges(_ changes: [ChangedFile]) -> EarlierChanges {
        var edited: [AbsolutePath] = [], rearranged: [AbsolutePath] = []
        for change in changes {
            // For git a link is a file, too.
            if case .file? = change.earlier, change.now == .file, workspace.files.linkStatus(change.path)?.kind == .file
            {
                edited.append(change.path)
            } else {
                rearranged.append(change.path)
            }
        }
        return EarlierChanges(edited: edited, rearranged: rearranged)
    }
}
