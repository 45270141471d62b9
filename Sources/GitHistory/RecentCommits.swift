import Disk

/// A commit, and which files it changed.
public struct RecentCommit: Hashable, Sendable {
    public var commit: GitRepository.Commit
    /// A renamed file by both its names. Compared with the first parent; of the first commit of all, everything.
    public var paths: [AbsolutePath]
}

extension GitRepository {
    /// The commits before `commit` along first parents, nearest first. No more than `count`.
    public func ancestors(of commit: Commit, atMost count: Int) throws(GitError) -> [Commit] {
        let list = try git.output(
            ["rev-list", "--first-parent", "--skip=1", "-n", "\(count)", commit.name, "--"], in: top)
        return String(decoding: list, as: UTF8.self).split(separator: "\n").map { Commit(name: String($0)) }
    }

    /// Needs git 2.31. The newest commits of the current branch along first parents, newest first: what was merged
    /// counts as one change. No more than `count`.
    public func recentCommits(_ count: Int) throws(GitError) -> [RecentCommit] {
        guard try resolved("HEAD") != nil else { throw .noCommits(top) }
        let list = try git.output(["rev-list", "--first-parent", "-n", "\(count)", "HEAD", "--"], in: top)
        let names = String(decoding: list, as: UTF8.self).split(separator: "\n").map(String.init)
        let arguments = [
            "diff-tree", "--stdin", "-r", "--diff-merges=first-parent", "--root", "--name-only", "--no-renames",
            "--no-ext-diff", "-z",
        ]
        let output = try git.output(arguments, in: top, input: list)
        guard let paths = RecentCommit.paths(in: output, of: names) else { throw .notUnderstood(arguments: arguments) }
        return zip(names, paths).map { name, paths in
            RecentCommit(commit: Commit(name: name), paths: paths.map { top / $0 })
        }
    }
}

extension RecentCommit {
    /// For each of `names` the paths that stand behind it in what `git diff-tree --stdin -z` printed; commits without a
    /// change are left out there. Nil where it is no such list.
    static func paths(in output: [UInt8], of names: [String]) -> [[String]]? {
        var result = names.map { _ in [String]() }
        let places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        var fields = output.split(separator: 0, omittingEmptySubsequences: false)[...]
        guard fields.popLast()?.isEmpty ?? true else { return nil }
        var current: Int?
        for field in fields {
            let text = String(decoding: field, as: UTF8.self)
            if text.isEmpty { return nil }
            if let place = places[text], place > current ?? -1 {
                current = place
            } else if let current {
                result[current].append(text)
            } else {
                return nil
            }
        }
        return result
    }
}
