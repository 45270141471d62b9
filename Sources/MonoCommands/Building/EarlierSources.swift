import BuildPlanning
import Configuration
import Disk
import GitHistory
import PackageManifests

/// A workspace as git has it in some revision, laid out in a folder of its own: the work tree, the index and the branch stay as they are.
struct EarlierSources {
    /// The workspace as it is now.
    let root: AbsolutePath
    let files: any FileSystem
    let programs: Programs
    let session: Session

    /// Calls `body` with the folder, which is removed afterwards.
    func with<Result>(_ revision: String, _ body: (AbsolutePath) throws -> Result) throws -> Result {
        let place = root / "\(BuildLayout.folder)/since"
        let index = place / "index", sources = place / "sources"
        try files.remove(place)
        try files.makeFolder(sources)
        defer { try? files.remove(place) }

        let repository = try GitRepository(around: root, in: session, programs)
        let commit = try programs.interruptible { try repository.commit(revision) }
        guard try repository.layOut(commit, of: root, in: sources, index: index) else {
            throw ErrorReport(code: .usage, what: "'\(root)' is not in the revision '\(revision)'")
        }
        // Where the lock file is nobody's business but this work tree's, its versions held then as far as anybody knows.
        let lock = root / "Package.resolved", earlierLock = sources / "Package.resolved"
        if files.isFile(lock), !files.isFile(earlierLock) {
            try files.copy(lock, to: earlierLock, permissions: 0o644, durably: false)
        }
        return try body(files.resolve(sources) ?? sources)
    }

    /// Calls `body` with the workspace as it was there, opened with the caches of `workspace`; with nil where there was none.
    func withWorkspace<Result>(
        _ revision: String, like workspace: OpenWorkspace, _ options: BuildOptions, _ body: ((OpenWorkspace, Session)?) throws -> Result
    ) throws -> Result {
        try with(revision) { folder in
            let there = try WorkspaceConfiguration.find(from: folder, files: files, home: session.home)
            guard there.root == folder else { return try body(nil) }
            let places = try CachePlaces(options.cache, workspace.configuration, session)
            var cache = options.cache
            cache.folder = places.local.string
            (cache.scopes, cache.trustedKeys) = (places.scopes, places.trustedKeys)
            cache.shared = places.shared.map { SharedCacheChoice(folder: $0.folder.string, isReadOnly: $0.mode == .readOnly) }
            let earlier = session.moved(to: folder)
            let sdk = try SwiftSDKChoice(options, in: session)
            return try body((OpenWorkspace(in: earlier, cache: cache, jobs: options.jobs, sdk: sdk, loading: .init(traits: options.loading.traits), programs: programs), earlier))
        }
    }
}

extension GitRepository {
    init(around folder: AbsolutePath, in session: Session, _ programs: Programs) throws {
        self = try programs.interruptible { () throws(GitError) in
            try GitRepository(
                around: folder, files: LocalFileSystem(), commands: programs.commands, environment: session.environment.variables,
                cancellation: programs.cancellation)
        }
    }
}
