import CSHA256

/// SHA-256 (FIPS 180-4) over bytes that arrive in pieces.
///
/// The compression function is C, because it uses the processor's SHA instructions where there are any.
public struct SHA256Hasher: Sendable {
    private var state = mono_sha256_state()
    private var count: Int64 = 0

    public init() { mono_sha256_init(&state) }

    /// Appends `bytes` to what is hashed.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return }
        mono_sha256_update(&state, base, bytes.count)
        count += Int64(bytes.count)
    }

    /// The same as `update` with the portable code, whatever the processor can do: for tests that compare the two.
    mutating func updatePortably(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return }
        mono_sha256_update_portable(&state, base, bytes.count)
        count += Int64(bytes.count)
    }

    /// The digest of everything appended so far. The hasher itself is left as it is.
    public func finish() -> ContentDigest {
        var copy = state
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &words) { mono_sha256_finish(&copy, $0.baseAddress!) }
        return ContentDigest(
            words: (
                UInt64(bigEndian: words.0), UInt64(bigEndian: words.1),
                UInt64(bigEndian: words.2), UInt64(bigEndian: words.3)
            ), size: count)
    }
}
