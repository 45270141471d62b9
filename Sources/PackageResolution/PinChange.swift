/// How one pin would change.
public struct PinChange: Hashable, Sendable {
    public var identity: String
    /// Version, branch or revision; nil where there is no pin.
    public var before, after: String?

    public init(identity: String, before: String?, after: String?) {
        (self.identity, self.before, self.after) = (identity, before, after)
    }
}
