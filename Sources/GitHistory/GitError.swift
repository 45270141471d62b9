import Disk
import Subprocesses

/// Why git could not say what changed. Facts; the words are the commands'.
public enum GitError: Error, Hashable, Sendable {
    /// No program of that name on the search path.
    case noGit
    case notStarted(CommandError)
    case notARepository(AbsolutePath)
    /// A bare repository, or git's own folder.
    case noWorkTree(AbsolutePath)
    case unknownRevision(UnknownRevision)
    case missingHistory(MissingHistory)
    /// The revision and the current commit share no ancestor, and all history is there.
    case noCommonAncestor(revision: String)
    /// The current branch has no commit yet.
    case noCommits(AbsolutePath)
    /// An object that git's own answer names is not in the repository, as in a clone without all of a submodule's
    /// history.
    case missingObject(MissingObject)
    /// What git printed when it refused.
    case failed(arguments: [String], diagnostics: String)
    case notUnderstood(arguments: [String])
    /// In seconds.
    case tookTooLong(arguments: [String], limit: Double)
    case cancelled
}

/// A revision that git cannot resolve, and what might have been meant.
public struct UnknownRevision: Hashable, Sendable {
    public var revision: String
    /// Remote-tracking branches of that name, such as `origin/main` for `main`.
    public var candidates: [String]
    /// What `git` has to be run with to get it; nil where nothing says that anybody has it.
    public var fetch: [String]?

    public init(revision: String, candidates: [String] = [], fetch: [String]? = nil) {
        (self.revision, self.candidates, self.fetch) = (revision, candidates, fetch)
    }
}

/// History that a shallow clone does not hold.
public struct MissingHistory: Hashable, Sendable {
    public enum Need: Hashable, Sendable {
        /// The revision itself.
        case revision
        /// Where the revision and the current commit parted.
        case commonAncestor
    }

    public var revision: String
    public var need: Need
    /// The commit that would be needed next; nil where git does not know its name.
    public var commit: String?
    /// What `git` has to be run with to get it.
    public var fetch: [String]

    public init(revision: String, need: Need, commit: String?, fetch: [String]) {
        (self.revision, self.need, self.commit, self.fetch) = (revision, need, commit, fetch)
    }
}

public struct MissingObject: Hashable, Sendable {
    public var object: String
    /// The work tree whose repository should have it.
    public var repository: AbsolutePath
    /// What `git` has to be run with, in that folder, to get it.
    public var fetch: [String]

    public init(object: String, repository: AbsolutePath, fetch: [String]) {
        (self.object, self.repository, self.fetch) = (object, repository, fetch)
    }
}
