import Digests
import InterfaceDigests
import Testing

@Suite struct ABIDigestTests {
    @Test func followsTheModulesBytes() {
        let one = ContentDigest(of: "module one"), two = ContentDigest(of: "module two")
        #expect(ABIDigest(moduleBytes: one) == ABIDigest(moduleBytes: one))
        #expect(ABIDigest(moduleBytes: one) != ABIDigest(moduleBytes: two))
        // A digest of an interface is never taken for that of a file.
        #expect(ABIDigest(moduleBytes: one).digest != one)
    }
}
