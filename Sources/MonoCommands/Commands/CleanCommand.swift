import BuildPlanning
import Configuration
import Disk
import PackageManifests
import Targets

/// `mono clean`: removes what builds left in the workspace. Caches stay.
enum CleanCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var isComplete = false
    }

    static let syntax = CommandSyntax<Options>(
        "clean", "removes what builds left in the workspace",
        discussion: ["The cache stays as it is, so that the next build restores rather than compiles. 'mono cache gc' makes the cache smaller."],
        defaults: Options(),
        arguments: [
            .flag("--all", help: "external packages' checkouts too: everything in .mono") { $0.isComplete = true }
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let files = LocalFileSystem()
        // The manifests may be broken; only the root counts.
        let root = try WorkspaceConfiguration.find(from: session.folder, files: files, home: session.home).root
        let folder = root / BuildLayout.folder
        guard files.isFolder(folder) else { return .success }
        let programs = Programs()
        let lock = try programs.interruptible {
            try WorkspaceLock(of: root, files, session.terminal.errors, programs)
        }
        defer { withExtendedLifetime(lock) {} }
        guard !options.isComplete else {
            try files.remove(folder)
            return .success
        }
        let leftByBuilds = ["build", "state"] + BuildConfiguration.allCases.map(\.rawValue)
        let ofPlatforms = try files.list(folder).map(\.name).filter(BuildLayout.isFolderOfPlatform)
        for name in leftByBuilds + ofPlatforms { try files.remove(folder / name) }
        return .success
    }
}
