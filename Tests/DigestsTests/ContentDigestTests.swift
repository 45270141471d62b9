import Digests
import Testing

@Suite struct ContentDigestTests {
    let digest = ContentDigest(of: "abc")

    @Test func everyFormIsReadBack() {
        #expect(ContentDigest(hex: digest.hex, size: 3) == digest)
        #expect(digest.description == digest.hex + "/3")
        #expect(ContentDigest(digest.description) == digest)
        #expect(ContentDigest(Substring(digest.description)) == digest)
        for size in [0, Int64.max] {
            #expect(ContentDigest("\(digest.hex)/\(size)") == ContentDigest(hex: digest.hex, size: size))
        }
        #expect(digest.hex.hasPrefix(digest.short) && digest.short.count == 12)

        var bytes: [UInt8] = []
        digest.appendHash(to: &bytes)
        #expect(bytes.count == ContentDigest.hashLength)
        #expect(bytes.withUnsafeBytes { ContentDigest(hash: $0, size: 3) } == digest)
        #expect(bytes.dropLast().withUnsafeBytes { ContentDigest(hash: $0, size: 3) } == nil)
        #expect(bytes.withUnsafeBytes { ContentDigest(hash: $0, size: -1) } == nil)
    }

    @Test func badHashes() {
        let hex = digest.hex
        #expect(ContentDigest(hex: "", size: 0) == nil)
        #expect(ContentDigest(hex: hex.dropLast(), size: 3) == nil)
        #expect(ContentDigest(hex: hex + "0", size: 3) == nil)
        #expect(ContentDigest(hex: hex.uppercased(), size: 3) == nil)
        #expect(ContentDigest(hex: hex.dropLast() + "g", size: 3) == nil)
        #expect(ContentDigest(hex: hex.dropLast(2) + "é", size: 3) == nil)
        #expect(ContentDigest(hex: " " + hex.dropLast(), size: 3) == nil)
        #expect(ContentDigest(hex: hex, size: -1) == nil)
    }

    /// A digest has one spelling only: names of files are made of it, and two names for one thing would be two things.
    @Test(arguments: [
        "", "/", "/3", "3", "-3", "/-3", "/+3", "/03", "/3 ", "/ 3", "/3/", "/3/3", "//3", "/0x3",
        "/99999999999999999999", "/٣",
    ])
    func badDescriptions(_ end: String) {
        #expect(ContentDigest(digest.hex + end) == (end == "/3" ? digest : nil))
    }

    @Test func orderIsThatOfTheHash() {
        let digests = (0..<100).map { ContentDigest(of: "\($0)") }
        #expect(digests.sorted().map(\.hex) == digests.map(\.hex).sorted())
        #expect(ContentDigest(hex: digest.hex, size: 2)! < digest)
    }
}
