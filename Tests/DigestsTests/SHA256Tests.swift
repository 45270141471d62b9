import Testing

@testable import Digests

@Suite struct SHA256Tests {
    static let long =
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"

    /// The examples that NIST publishes with FIPS 180-4.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (long, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
    ])
    func published(_ text: String, _ hex: String) {
        #expect(ContentDigest(of: text).hex == hex)
        #expect(ContentDigest(of: text).size == Int64(text.utf8.count))
        #expect(portable(Array(text.utf8)).hex == hex)
    }

    @Test func aMillionTimesA() {
        let content = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        let hex = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        #expect(ContentDigest(of: content).hex == hex)
        #expect(portable(content).hex == hex)
    }

    /// Every length from nothing to four blocks and a bit, hashed, and the hashes hashed: the expected value comes from
    /// another implementation (Python's hashlib).
    @Test func everyLengthAroundTheBordersOfBlocks() {
        let content = (0..<260).map { UInt8($0 % 251) }
        for hash in [ContentDigest.init(of:), portable] {
            var hashes: [UInt8] = []
            for length in 0..<260 { hash(Array(content[..<length])).appendHash(to: &hashes) }
            #expect(ContentDigest(of: hashes).hex == "5c1a7f92faa4af460c9773f9f78fc95ef823ce056675566b7495fdef14d13e8d")
        }
    }

    /// Native and portable code, whole and in pieces of any length, also mixed, since both work on the same state.
    @Test func piecesMakeTheWhole() {
        var random = SeededGenerator(seed: 20_260_101)
        for _ in 0..<200 {
            let content = (0..<Int.random(in: 0...2_000, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            let whole = ContentDigest(of: content)
            #expect(portable(content) == whole)
            var hasher = SHA256Hasher()
            var rest = content[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 0...150, using: &random))
                let isPortable = Bool.random(using: &random)
                piece.withUnsafeBytes { isPortable ? hasher.updatePortably($0) : hasher.update($0) }
                rest = rest.dropFirst(piece.count)
            }
            #expect(hasher.finish() == whole)
        }
    }

    @Test func finishingLeavesTheHasherAsItIs() {
        var hasher = SHA256Hasher()
        Array("ab".utf8).withUnsafeBytes { hasher.update($0) }
        #expect(hasher.finish() == ContentDigest(of: "ab"))
        #expect(hasher.finish() == ContentDigest(of: "ab"))
        Array("c".utf8).withUnsafeBytes { hasher.update($0) }
        #expect(hasher.finish() == ContentDigest(of: "abc"))
    }

    private func portable(_ content: [UInt8]) -> ContentDigest {
        var hasher = SHA256Hasher()
        content.withUnsafeBytes { hasher.updatePortably($0) }
        return hasher.finish()
    }
}

/// SplitMix64: the same numbers in every run, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
        return z ^ z >> 31
    }
}
