/// What one edit did: to the clients, and to each digest.
public struct Finding: Sendable {
    public var category: String
    public var name: String
    public var expectation: String?
    /// The first difference between stale and fresh clients that key on digests; nil: none.
    public var difference: String?
    /// The same of clients that see internal declarations.
    public var testableDifference: String?
    /// What programs of stale objects do where objects differ; nil where they do what fresh ones do.
    public var misbehaviour: String?
    /// C headers have no module: each of their bytes is in the key, under every digest.
    public var isHeader = false
    /// Which digests of the edited module changed.
    public var bytesChanged = true, textChanged = true, packageTextChanged = true
    /// nil: not computed.
    public var digestChanged: Bool?
    /// The module's bytes are the same, and what was computed from them is not.
    public var hasTwoDigests = false
    /// The kinds of lines without any one of which the digest would not have changed.
    public var onlyShownBy: [String] = []
    /// Why the digest changed, in its own words.
    public var reason: String?
    /// Of each client; where it was asked for.
    public var used: [UsedFinding] = []

    /// Objects of other files, or the module, that changed although the surfaces of the edited files did not.
    public var pastSurface: String?

    public var id: String { "\(category)/\(name)" }
}
