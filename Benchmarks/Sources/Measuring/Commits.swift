import Foundation

/// A commit of a repository that is replayed.
public struct Commit: Sendable {
    public var id: String
    public var title: String

    public init(id: String, title: String) { (self.id, self.title) = (id, title) }

    public var short: Substring { id.prefix(9) }

    /// The last `count` that touch `paths`, oldest first; of merges the first parent's line alone. There is at least
    /// one.
    public static func latest(_ count: Int, until revision: String, touching paths: [String], in folder: String) throws
        -> [Commit]
    {
        let words = ["log", "--first-parent", "--format=%H %s", "-n", "\(count)", revision, "--"] + paths
        let log = try Program("git", words, in: folder).run().output
        let commits = log.split(separator: "\n").reversed().map { line in
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            return Commit(id: parts[0], title: parts.count > 1 ? parts[1] : "")
        }
        if commits.isEmpty { throw RunError("\(folder) has no commit that touches \(paths)") }
        return commits
    }
}

/// A clone of a repository, in which one commit after the other is checked out.
public struct Clone: Sendable {
    public let folder: String

    /// Nothing is checked out yet. A clone that is there already is taken as it is.
    public init(of repository: String, in folder: String) throws {
        self.folder = folder
        if Folders.exists(folder + "/.git") { return }
        _ = try Program("git", ["clone", "--quiet", "--no-checkout", repository, folder], in: "/").run()
    }

    public func checkOut(_ revision: String) throws {
        _ = try Program(
            "git", ["-c", "advice.detachedHead=false", "checkout", "--quiet", "--force", revision], in: folder
        ).run()
    }

    /// A commit of its own without any file: since then everything is new.
    public func emptyCommit() throws -> String {
        func git(_ words: [String]) throws -> String {
            try Program("git", words, in: folder).run().output.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let tree = try git(["hash-object", "-w", "-t", "tree", "/dev/null"])
        return try git([
            "-c", "user.name=nobody", "-c", "user.email=nobody@localhost", "commit-tree", "-m", "nothing", tree,
        ])
    }
}
