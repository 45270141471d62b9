import PackageManifests

/// What an operation on a workspace is about to do before there is a build to show, where that may take long enough for
/// people to wonder.
public enum WorkspaceStep: Hashable, Sendable {
    /// Somebody else works in the workspace.
    case waiting(for: WorkspaceLock.Holder)
    case lookingAtToolchain
    case readingManifests
    case loading(LoadingStep)
    /// The workspace as it was in that revision, named as it was asked for.
    case reading(revision: String)
    case readingHistory
    /// What was told last is over.
    case settled
}

/// Called before each step, from any thread.
public typealias WorkspaceProgress = @Sendable (WorkspaceStep) -> Void
