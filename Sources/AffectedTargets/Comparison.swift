/// What is compared with what.
public struct Comparison: Hashable, Sendable {
    /// Anything that git resolves.
    public var revision: String
    /// With that revision itself, rather than with where the current commit and it parted.
    public var isExact: Bool
    /// Edits in the work tree and untracked files do not count.
    public var isCommitted: Bool

    public init(since revision: String, isExact: Bool = false, isCommitted: Bool = false) {
        (self.revision, self.isExact, self.isCommitted) = (revision, isExact, isCommitted)
    }
}
