import Disk
import Parallelism

/// What a commit is compared with.
public enum ComparisonEnd: Hashable, Sendable {
    /// What is on the disk, untracked files that git does not ignore included.
    case workTree
    case commit(GitRepository.Commit)
}

extension GitRepository {
    /// All files in `places` (folders or files in the work tree) that are different since `commit`, those of submodules
    /// included, sorted by path.
    ///
    /// Without looking for renames: a renamed file is gone at one end and new at the other, and both count.
    public func changes(since commit: Commit, to end: ComparisonEnd, in places: [AbsolutePath]) throws(GitError)
        -> [ChangedFile]
    {
        var found: [AbsolutePath: ChangedFile] = [:]
        var submodules: [RawDifference] = []
        let (differences, untracked) = try lists(since: commit, to: end, in: places)
        for difference in differences {
            if difference.mode == RawDifference.submodule || difference.earlierMode == RawDifference.submodule {
                submodules.append(difference)
            } else {
                let path = top / difference.path
                found[path] = ChangedFile(path: path, earlier: earlier(difference), now: now(difference))
            }
        }
        for name in untracked {
            let isFolder = name.utf8.last == UInt8(ascii: "/")
            let path = top / name
            // What was taken out of the index alone is gone for git, and here all the same.
            let earlier = found[path]?.earlier
            found[path] = ChangedFile(path: path, earlier: earlier, now: isFolder ? .folder : .file, isUntracked: true)
        }
        for submodule in submodules {
            for change in try changes(of: submodule, to: end) { found[change.path] = change }
        }
        return found.values.sorted { $0.path < $1.path }
    }

    /// What git itself says. The two questions have nothing to do with each other, and each looks at every file.
    private func lists(
        since commit: Commit, to end: ComparisonEnd, in places: [AbsolutePath]
    ) throws(GitError) -> (differences: [RawDifference], untracked: [String]) {
        var difference = [
            "--literal-pathspecs", "diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff",
            "--no-relative", "--no-color",
            "--ignore-submodules=none", commit.name,
        ]
        let pathspecs = pathspecs(of: places)
        var listing: Background<Result<[UInt8], GitError>>?
        switch end {
        case .commit(let other): difference.append(other.name)
        case .workTree:
            let arguments = ["--literal-pathspecs", "ls-files", "--others", "--exclude-standard", "-z"] + pathspecs
            listing = Background { [git, top] in Result { () throws(GitError) in try git.output(arguments, in: top) } }
        }
        difference += pathspecs
        let output = Result { () throws(GitError) in try git.output(difference, in: top) }
        // Where one has failed, the other is still waited for: no program is left behind.
        let listed = listing?.wait()
        guard let differences = RawDifference.parse(try output.get()) else {
            throw .notUnderstood(arguments: difference)
        }
        let untracked = try listed?.get().split(separator: 0).map { String(decoding: $0, as: UTF8.self) } ?? []
        return (differences, untracked)
    }

    private func earlier(_ difference: RawDifference) -> ChangedFile.Earlier? {
        let blob = GitBlob(object: String(difference.earlierObject), repository: top)
        switch String(difference.earlierMode) {
        case RawDifference.nothing: return nil
        case RawDifference.link: return .link(blob)
        case RawDifference.submodule: return .submodule(commit: blob.object)
        case let mode: return .file(blob, isExecutable: mode == RawDifference.executable)
        }
    }

    private func now(_ difference: RawDifference) -> ChangedFile.Now? {
        switch String(difference.mode) {
        case RawDifference.nothing: nil
        case RawDifference.submodule: .folder
        default: .file
        }
    }

    // MARK: Submodules

    /// The files that are different in a submodule, or the whole of it where one end has none.
    private func changes(of difference: RawDifference, to end: ComparisonEnd) throws(GitError) -> [ChangedFile] {
        let path = top / difference.path
        let whole = ChangedFile(path: path, earlier: earlier(difference), now: now(difference))
        guard case .submodule(let before) = whole.earlier, whole.now == .folder else { return [whole] }
        // Where it is not checked out, no build sees any of it, before or after.
        guard files.exists(path / ".git"), let repository = try? GitRepository(around: path, files: files, git: git),
            repository.top == path
        else { return [whole] }
        let commits: [String]
        let inner: ComparisonEnd
        if case .commit = end {
            let after = String(difference.object)
            (commits, inner) = ([before, after], .commit(Commit(name: after)))
        } else {
            (commits, inner) = ([before], .workTree)
        }
        for commit in commits where try !repository.holds(commit) {
            throw .missingObject(
                MissingObject(
                    object: commit, repository: path, fetch: ["fetch"] + (try repository.remotes().prefix(1)) + [commit]
                ))
        }
        return try repository.changes(since: Commit(name: before), to: inner, in: [path])
    }
}
