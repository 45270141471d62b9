import Digests

/// What dependents of a module may compile against, as one digest: while it stays the same, recompiling a dependent would give the same bytes.
public struct ABIDigest: Hashable, Sendable {
    public let digest: ContentDigest

    /// The digest of the bytes of the `.swiftmodule`: it changes whenever anything does that a client could see, and often when
    /// nothing such does. The module must come from the emit-module action, the only one that clients read.
    public init(moduleBytes: ContentDigest) {
        var builder = DigestBuilder()
        builder.append("abi 1: module bytes")
        builder.append(moduleBytes)
        digest = builder.finish()
    }
}
