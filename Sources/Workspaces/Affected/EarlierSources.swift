import BuildPlanning
import Configuration
import Disk
import GitHistory
import PackageManifests
import Subprocesses

/// A workspace as git has it in some revision, laid out in a folder of its own: the work tree, the index and the branch
/// stay as they are.
struct EarlierSources {
    /// The workspace as it is now.
    let workspace: OpenWorkspace
    let cancellation: Cancellation

    /// Calls `body` with the folder, which is removed afterwards.
    func with<Result>(_ revision: String, _ body: (AbsolutePath) throws -> Result) throws -> Result {
        let root = workspace.root, files = workspace.files
        let place = root / "\(BuildLayout.folder)/since"
        let index = place / "index", sources = place / "sources"
        try files.remove(place)
        try files.makeFolder(sources)
        defer { try? files.remove(place) }

        let repository = try workspace.repository(cancellation)
        let commit = try repository.commit(revision)
        guard try repository.layOut(commit, of: root, in: sources, index: index) else {
            throw NotInRevision(root: root, revision: revision)
        }
        // If Package.resolved is not in git, assume that the present one held then too.
        let lock = root / "Package.resolved", earlierLock = sources / "Package.resolved"
        if files.isFile(lock), !files.isFile(earlierLock) {
            try files.copy(lock, to: earlierLock, permissions: 0o644, durably: false)
        }
        return try body(files.resolve(sources) ?? sources)
    }

    /// Calls `body` with the workspace as it was there, opened with the caches of the one of now; with nil where there
    /// was none.
    func withWorkspace<Result>(_ revision: String, _ body: (OpenWorkspace?) throws -> Result) throws -> Result {
        try with(revision) { folder in
            let there = try WorkspaceConfiguration.find(
                from: folder, files: workspace.files, home: workspace.settings.environment.home)
            guard there.root == folder else { return try body(nil) }
            var settings = workspace.settings
            settings.loading = WorkspaceLoader.Options(traits: settings.loading.traits)
            return try body(
                Workspace(there, settings, files: workspace.files, commands: workspace.commands).open(cancellation))
        }
    }
}

/// The workspace's folder is not in that revision.
public struct NotInRevision: Error, Hashable, Sendable {
    public var root: AbsolutePath
    /// As it was asked for.
    public var revision: String
}

extension OpenWorkspace {
    /// Calls `body` with the workspace as git has it in `revision`, opened in a folder of its own with the same caches;
    /// with nil where there was none. The folder is removed afterwards. Throws `GitError`, `NotInRevision`, and what
    /// `open` throws.
    public func withEarlier<Result>(
        _ revision: String, _ cancellation: Cancellation, _ body: (OpenWorkspace?) throws -> Result
    ) throws -> Result {
        try EarlierSources(workspace: self, cancellation: cancellation).withWorkspace(revision, body)
    }
}
