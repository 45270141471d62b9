/// The version of an external package that was chosen.
public struct Pin: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable { case remoteSourceControl, localSourceControl }

    public enum State: Hashable, Sendable {
        case version(Version)
        case branch(String)
        /// Nothing but the revision was wanted.
        case revision
    }

    public var identity: String
    public var kind: Kind
    public var location: String
    /// The commit.
    public var revision: String
    public var state: State

    public init(identity: String, kind: Kind, location: String, revision: String, state: State) {
        (self.identity, self.kind, self.location) = (identity, kind, location)
        (self.revision, self.state) = (revision, state)
    }

    /// The version, the branch, or the revision, for people.
    public var shownState: String {
        switch state {
        case .version(let version): version.description
        case .branch(let name): name
        case .revision: revision
        }
    }
}
