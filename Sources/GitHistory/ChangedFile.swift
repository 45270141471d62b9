import Disk

/// The content of one file in one repository, by the name that git has for it.
public struct GitBlob: Hashable, Sendable {
    public var object: String
    /// The work tree whose repository has it: submodules have their own.
    public var repository: AbsolutePath

    public init(object: String, repository: AbsolutePath) { (self.object, self.repository) = (object, repository) }
}

/// A path that is another one in the state that is compared with. A file that was renamed is two of these: both ends
/// count.
public struct ChangedFile: Hashable, Sendable {
    /// What was there before.
    public enum Earlier: Hashable, Sendable {
        case file(GitBlob, isExecutable: Bool)
        case link(GitBlob)
        /// A submodule in some commit of which this clone holds nothing.
        case submodule(commit: String)
    }

    public enum Now: Hashable, Sendable {
        case file
        /// A folder that git says nothing more about: a submodule that is new, a repository in the repository.
        case folder
    }

    public var path: AbsolutePath
    /// Nil where nothing was.
    public var earlier: Earlier?
    /// Nil where nothing is any more.
    public var now: Now?

    /// Git's index does not have it.
    public var isUntracked: Bool

    public init(path: AbsolutePath, earlier: Earlier?, now: Now?, isUntracked: Bool = false) {
        (self.path, self.earlier, self.now, self.isUntracked) = (path, earlier, now, isUntracked)
    }
}
