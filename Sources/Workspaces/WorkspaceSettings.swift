import BuildEngine
import Disk
import PackageManifests

/// How a workspace is opened.
public struct WorkspaceSettings: Sendable {
    public var environment: HostEnvironment
    public var caches: CacheSettings
    /// Processes that may run at once; nil: as `mono.json` says, else one for each processor.
    public var jobs: Int?
    /// Other machines on which actions may run; nil: all run here.
    public var elsewhere: Elsewhere?
    /// Nil where all is built for this machine.
    public var sdk: SwiftSDKChoice?
    /// How the workspace is read.
    public var loading: WorkspaceLoader.Options
    /// Whether `open` waits while another process works in the workspace.
    public var waitsForOthers: Bool

    public init(
        environment: HostEnvironment, caches: CacheSettings, jobs: Int? = nil, sdk: SwiftSDKChoice? = nil,
        loading: WorkspaceLoader.Options = WorkspaceLoader.Options(), waitsForOthers: Bool = true
    ) {
        (self.environment, self.caches, self.jobs, self.sdk) = (environment, caches, jobs, sdk)
        (self.loading, self.waitsForOthers) = (loading, waitsForOthers)
    }
}
