import Disk
import Parallelism
import Subprocesses

/// A work tree with its repository. Nothing here writes to either.
public struct GitRepository: Sendable {
    /// The top folder of the work tree, without symbolic links.
    public let top: AbsolutePath
    /// Part of the history is not in this clone.
    public let isShallow: Bool
    let git: GitProgram
    let files: any FileSystem

    /// The repository whose work tree holds `folder`. `environment`: the user's.
    public init(
        around folder: AbsolutePath, files: any FileSystem, commands: any CommandRunner, environment: [String: String],
        cancellation: Cancellation = Cancellation()
    ) throws(GitError) {
        try self.init(
            around: folder, files: files,
            git: try GitProgram(files: files, commands: commands, environment: environment, cancellation: cancellation))
    }

    init(around folder: AbsolutePath, files: any FileSystem, git: GitProgram) throws(GitError) {
        let arguments = ["rev-parse", "--is-inside-work-tree", "--is-shallow-repository", "--show-toplevel"]
        let result = try git.run(arguments, in: folder)
        guard result.succeeded else {
            let diagnostics = String(decoding: result.errors, as: UTF8.self)
            if diagnostics.contains("not a git repository") { throw .notARepository(folder) }
            if diagnostics.contains("must be run in a work tree") { throw .noWorkTree(folder) }
            throw .failed(arguments: arguments, diagnostics: diagnostics)
        }
        // The folder comes last: its name may hold line ends.
        let lines = String(decoding: result.output, as: UTF8.self).split(
            separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3, lines[2].hasPrefix("/"), lines[2].hasSuffix("\n") else {
            throw .notUnderstood(arguments: arguments)
        }
        top = AbsolutePath(String(lines[2].dropLast()))
        isShallow = lines[1] == "true"
        (self.files, self.git) = (files, git)
    }

    /// A commit, by its full name.
    public struct Commit: Hashable, Sendable {
        public var name: String
    }

    /// The commit that `revision` means, by git's own rules.
    public func commit(_ revision: String) throws(GitError) -> Commit {
        if let commit = try resolved(revision) { return commit }
        throw try missing(revision)
    }

    /// Where the current commit and `revision` parted: what a branch is compared with.
    public func commonAncestor(of revision: String) throws(GitError) -> Commit {
        // One process where all is well.
        if GitRepository.isPlausible(revision) {
            let result = try git.run(["merge-base", revision, "HEAD"], in: top)
            if result.succeeded, let commit = GitRepository.commit(in: result.output) { return commit }
        }
        let commit = try self.commit(revision)
        guard try resolved("HEAD") != nil else { throw .noCommits(top) }
        if isShallow { throw try missingAncestor(of: revision, commit) }
        throw .noCommonAncestor(revision: revision)
    }

    /// True where a commit of that name is in this clone.
    func holds(_ commit: String) throws(GitError) -> Bool {
        try git.run(["cat-file", "-e", "\(commit)^{commit}"], in: top).succeeded
    }

    /// True for a file that is not in the index, and that `git add` leaves out. `file`: in the work tree; false for one
    /// elsewhere.
    public func ignores(_ file: AbsolutePath) throws(GitError) -> Bool {
        try git.run(["check-ignore", "--quiet", "--", file.string], in: top).exit == .code(0)
    }

    /// Nil where git cannot resolve it.
    func resolved(_ revision: String) throws(GitError) -> Commit? {
        guard GitRepository.isPlausible(revision) else { return nil }
        let result = try git.run(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"], in: top)
        return result.succeeded ? GitRepository.commit(in: result.output) : nil
    }

    /// What starts with a dash is an option to git.
    private static func isPlausible(_ revision: String) -> Bool {
        !revision.isEmpty && !revision.hasPrefix("-") && !revision.utf8.contains(0)
    }

    private static func commit(in output: [UInt8]) -> Commit? {
        let line = output.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first ?? []
        // An excluded revision (`^main`) is resolved to a name with a mark.
        let name = String(decoding: line, as: UTF8.self)
        return isFullName(name) ? Commit(name: name) : nil
    }

    /// True for the names that git gives to objects, by SHA-1 or SHA-256.
    static func isFullName(_ text: String) -> Bool {
        [40, 64].contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            }
    }

    /// As git names them; none for the whole work tree.
    func pathspecs(of places: [AbsolutePath]) -> [String] {
        places.contains(top) ? [] : ["--"] + places.map { $0.relative(to: top) }
    }
}

extension GitRepository {
    /// Lays the files of `folder` out as they were in a commit. `place` and `index` are paths that nobody else uses;
    /// the work tree, the index and the branch stay as they are. False where the commit has no such folder.
    public func layOut(_ commit: Commit, of folder: AbsolutePath, in place: AbsolutePath, index: AbsolutePath)
        throws(GitError) -> Bool
    {
        let prefix = folder == top ? "" : folder.relative(to: top)
        let variables = ["GIT_INDEX_FILE": index.string]
        // The tree of that folder alone: its paths are then what they are below it.
        guard try git.run(["read-tree", "\(commit.name):\(prefix)"], in: top, variables).succeeded else { return false }
        _ = try git.output(["checkout-index", "--all", "--prefix=\(place)/"], in: top, variables)
        return true
    }
}
