import Configuration
import Disk
import PackageManifests
import Workspaces

/// `mono clean`: removes what builds left in the workspace. Caches stay.
enum CleanCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var isComplete = false
    }

    static let syntax = CommandSyntax<Options>(
        "clean", "removes what builds left in the workspace",
        discussion: [
            """
            The cache stays as it is, so the next build restores from it. 'mono cache gc' makes the cache smaller.
            """
        ],
        defaults: Options(),
        arguments: [
            .flag("--all", help: "remove everything in .mono, also the checkouts of external packages") {
                $0.isComplete = true
            }
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let files = LocalFileSystem()
        // The manifests may be broken; only the root counts.
        let root = try WorkspaceConfiguration.find(from: session.folder, files: files, home: session.home).root
        let programs = Programs(), report = session.progress(in: root)
        try programs.interruptible {
            try Workspace.clean(
                root, everything: options.isComplete, files: files, commands: programs.commands, programs.cancellation,
                progress: report)
        }
        return .success
    }
}
