import Digests

/// What dependents of a module may compile against, as one digest: while it stays the same, recompiling a dependent
/// would give the same bytes.
///
/// `Docs/Digests.md` defines it and argues why it is sound.
public struct ABIDigest: Hashable, Sendable {
    public let digest: ContentDigest
    /// What the digest is made of; empty where it is that of the module's bytes and nothing else was looked at.
    public let parts: ABIParts

    /// The digest of the bytes of the `.swiftmodule`: it changes whenever anything does that a client could see, and
    /// often when nothing such does. The module must come from the emit-module action, the only one that clients read.
    public init(moduleBytes: ContentDigest, parts: ABIParts = ABIParts()) {
        var builder = DigestBuilder()
        builder.append("abi 2: module bytes")
        builder.append(moduleBytes)
        self.init(digest: builder.finish(), parts: parts)
    }

    /// The digest of the parts, or of the module's bytes where the parts do not cover everything.
    public init(parts: ABIParts, moduleBytes: ContentDigest) {
        guard parts.fallbacks.isEmpty else {
            self.init(moduleBytes: moduleBytes, parts: parts)
            return
        }
        var builder = DigestBuilder()
        builder.append("abi 2: parts")
        builder.append(parts.text)
        self.init(digest: builder.finish(), parts: parts)
    }

    private init(digest: ContentDigest, parts: ABIParts) { (self.digest, self.parts) = (digest, parts) }

    public var fallbacks: [ABIParts.Part] { parts.fallbacks }
}
