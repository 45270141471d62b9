extension ContentDigest {
    /// How many bytes `appendHash` appends.
    public static let hashLength = 32

    /// The digest whose hash is the first 32 bytes of `hash`, as `appendHash` writes it; nil where there are fewer, or
    /// `size` is negative.
    public init?(hash: UnsafeRawBufferPointer, size: Int64) {
        guard hash.count >= ContentDigest.hashLength, size >= 0 else { return nil }
        func word(_ index: Int) -> UInt64 {
            UInt64(bigEndian: hash.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
        }
        self.init(words: (word(0), word(1), word(2), word(3)), size: size)
    }

    /// Appends the 32 bytes of the hash, without the size.
    public func appendHash(to bytes: inout [UInt8]) {
        let words = (word0.bigEndian, word1.bigEndian, word2.bigEndian, word3.bigEndian)
        withUnsafeBytes(of: words) { bytes.append(contentsOf: $0) }
    }
}
