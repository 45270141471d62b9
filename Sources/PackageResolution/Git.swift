import Disk
import Subprocesses

/// Asks git about the repositories in which SwiftPM checks packages out.
struct Git: Sendable {
    let commands: any CommandRunner
    let files: any FileSystem
    let environment: [String: String]
    let cancellation: Cancellation

    /// True where the folder holds the commit's files, all of them, and no other. Without git, nobody knows.
    func isUntouched(_ checkout: AbsolutePath, at revision: String) -> Bool {
        guard let program = files.program("git", on: environment["PATH"]) else { return false }
        var variables = SwiftPM.basics(of: environment)
        variables["GIT_OPTIONAL_LOCKS"] = "0"
        // Outside the checkout there is nothing to be asked about.
        variables["GIT_CEILING_DIRECTORIES"] = checkout.parent.string
        let command = Command(
            program.string, ["status", "--porcelain=v2", "--branch", "--ignored", "--untracked-files=all"],
            folder: checkout.string,
            environment: variables, timeLimit: 600)
        guard let result = try? commands.run(command, cancellation: cancellation), result.succeeded else {
            return false
        }
        // Lines that start with `#` tell of the branch, one of them of the commit; every other is a difference.
        let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
        return lines.contains { $0 == "# branch.oid \(revision)" } && lines.allSatisfy { $0.hasPrefix("# ") }
    }
}
