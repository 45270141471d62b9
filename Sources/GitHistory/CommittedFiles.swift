import Disk

extension GitRepository {
    /// The regular files below a folder in a commit: no links, and nothing of submodules.
    public func regularFiles(of commit: Commit, in folder: AbsolutePath) throws(GitError) -> Set<AbsolutePath> {
        let arguments =
            ["--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", commit.name] + pathspecs(of: [folder])
        var found: Set<AbsolutePath> = []
        for entry in try git.output(arguments, in: top).split(separator: 0) {
            // `MODE TYPE OBJECT`, a tab, the path from the top.
            guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { throw .notUnderstood(arguments: arguments) }
            let mode = String(decoding: entry.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
            if mode == RawDifference.link || mode == RawDifference.submodule { continue }
            found.insert(top / String(decoding: entry[(tab + 1)...], as: UTF8.self))
        }
        return found
    }
}
