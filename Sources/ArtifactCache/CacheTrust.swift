import Signatures

/// Whose entries count.
public struct CacheTrust: Sendable {
    /// Signs what is written; nil where this process holds no secret key.
    public var signer: Signer?
    /// Knows the keys that count; nil where entries need no signature.
    public var verifier: Verifier?

    /// Everybody's entries count, and none is signed.
    public static let everybody = CacheTrust()

    private init() {}

    /// Nothing but what one of `keys` signed counts, and what this process writes is signed where it has a `signer`,
    /// whose own key counts too.
    public init(signer: Signer?, keys: [VerifyingKey]) throws(SignatureError) {
        self.signer = signer
        verifier = try Verifier(keys + (signer.map { [$0.verifyingKey] } ?? []))
    }

    /// Who checks entries of one scope; nil where they need no signature.
    ///
    /// - The shared tier: each scope. But one that this process writes to and cannot sign for holds what it and its
    ///   like wrote, unless that is `main`, of which it then reads what is signed.
    /// - The local tier: where this process signs, for then its own entries are signed, and whoever else used this
    ///   machine cannot sign. Who only verifies has to take what it wrote itself.
    func verifier(of scope: CacheScope, in tier: CacheTier, writing written: CacheScope) -> Verifier? {
        switch tier {
        case .local: signer == nil ? nil : verifier
        case .shared, .remote: signer == nil && scope == written && scope != .main ? nil : verifier
        }
    }

    /// False where what this process would write to a shared folder's scope counts for nobody who asks for signatures.
    func mayWrite(to scope: CacheScope) -> Bool { signer != nil || verifier == nil || scope != .main }

    /// Names of the keys, for what is bound to them.
    var names: [String] {
        (verifier?.keys.map(\.description) ?? []) + (signer.map { ["signs as \($0.verifyingKey)"] } ?? [])
    }
}
