import Digests
import Disk
import Testing
import Toolchains

@testable import InterfaceDigests

@Suite("Verdicts on compilers")
struct DigestVerdictTests {
    private let files = InMemoryFileSystem()
    private var verdicts: DigestVerdicts { DigestVerdicts(files: files, memory: AbsolutePath("/memory")) }

    private func toolchain(_ content: String, says version: String) -> Toolchain {
        Toolchain(
            root: AbsolutePath("/usr"), identity: ContentDigest(of: content), triple: "x86_64-unknown-linux-gnu",
            versionText: version, linker: AbsolutePath("/usr/bin/ld"), linkerIdentity: ContentDigest(of: "ld"))
    }

    private let listed = "Swift version 6.3.1 (swift-6.3.1-RELEASE)"

    @Test("a compiler is on the list by what it says, until it was asked: then by what it is")
    func precision() throws {
        let known = toolchain("known", says: listed), other = toolchain("other", says: "Swift version 6.4")
        #expect(verdicts.judged(known).precision == .listed && verdicts.judged(other).precision == .unknown)
        #expect(ABIDigester.knows(verdicts.judged(known)) && !ABIDigester.knows(verdicts.judged(other)))
        try verdicts.keep(true, on: other)
        #expect(verdicts.judged(other).precision == .qualified && ABIDigester.knows(verdicts.judged(other)))
        // Another one that says the same.
        #expect(verdicts.judged(toolchain("third", says: "Swift version 6.4")).precision == .unknown)
        try verdicts.keep(false, on: known)
        #expect(verdicts.judged(known).precision == .refuted && !ABIDigester.knows(verdicts.judged(known)))
    }

    @Test("results of one precision are none of the other's, and those of a compiler that passed are those of the list")
    func keys() throws {
        let other = toolchain("other", says: "Swift version 6.4")
        let before = verdicts.judged(other)
        try verdicts.keep(true, on: other)
        let after = verdicts.judged(other)
        for linking in [false, true] {
            #expect(before.identity(linking: linking) != after.identity(linking: linking))
            #expect(after.identity(linking: linking) == other.identity(linking: linking))
        }
    }

    @Test("a damaged verdict is none")
    func damaged() throws {
        let other = toolchain("other", says: "Swift version 6.4")
        try verdicts.keep(true, on: other)
        let folder = AbsolutePath("/memory")
        for entry in try files.list(folder) {
            var bytes = try files.read(folder / entry.name)
            bytes[0] ^= 1
            try files.write(bytes, to: folder / entry.name)
        }
        #expect(verdicts.judged(other).precision == .unknown)
    }
}
