import Digests
import Testing

@Suite struct DigestBuilderTests {
    private func digest(_ build: (inout DigestBuilder) -> Void) -> ContentDigest {
        var builder = DigestBuilder()
        build(&builder)
        return builder.finish()
    }

    /// All fields that there are. The value was computed from the table in the doc comment by other means; if this test
    /// fails, the encoding has changed, and no cache entry in the world is found any more.
    @Test func golden() {
        let found = digest {
            $0.append("mono")
            $0.append("é")
            $0.append([0, 255] as [UInt8])
            $0.append(-2)
            $0.append(1 << 40)
            $0.append(true)
            $0.append(false)
            $0.appendNothing()
            $0.append(ContentDigest(of: "abc"))
            $0.append(["a", "", "bc"])
            $0.beginList(count: 2)
            $0.append(true)
            $0.append(7)
        }
        #expect(found.description == "080dbd573f860524b363bd53c6370dbe10a87d3b80e56c9a995a2dc2d1402ce6/155")
    }

    @Test func fieldsAreFramed() {
        let different = [
            digest {
                $0.append("ab"); $0.append("c")
            },
            digest {
                $0.append("a"); $0.append("bc")
            },
            digest { $0.append("abc") },
            digest {
                $0.append("abc"); $0.append("")
            },
            digest {
                $0.append(""); $0.append("abc")
            },
            digest { $0.append(["abc"]) },
            digest { $0.append(["ab", "c"]) },
            digest { $0.append(["a", "bc"]) },
            digest {
                $0.append(["a"]); $0.append(["bc"])
            },
            digest { $0.append(Array("abc".utf8)) },
            digest { $0.append(ContentDigest(of: "abc")) },
        ]
        #expect(Set(different).count == different.count)
    }

    @Test func nothingDiffersFromEveryValue() {
        let different = [
            digest { _ in },
            digest { $0.appendNothing() },
            digest { $0.append("") },
            digest { $0.append([] as [UInt8]) },
            digest { $0.append([] as [String]) },
            digest { $0.append(0) },
            digest { $0.append(false) },
            digest { $0.append(ContentDigest(of: "")) },
        ]
        #expect(Set(different).count == different.count)
        #expect(digest { $0.append(nil as String?) } == digest { $0.appendNothing() })
        #expect(digest { $0.append(nil as ContentDigest?) } == digest { $0.appendNothing() })
        #expect(digest { $0.append("x" as String?) } == digest { $0.append("x") })
        #expect(
            digest { $0.append(ContentDigest(of: "x") as ContentDigest?) }
                == digest { $0.append(ContentDigest(of: "x")) })
    }

    @Test func aListIsItsCountAndItsFields() {
        let byHand = digest {
            $0.beginList(count: 2)
            $0.append("a")
            $0.append("b")
        }
        #expect(byHand == digest { $0.append(["a", "b"]) })
    }

    @Test func sizeOfADigestCounts() throws {
        let hex = ContentDigest(of: "abc").hex
        let three = try #require(ContentDigest(hex: hex, size: 3)),
            four = try #require(ContentDigest(hex: hex, size: 4))
        #expect(digest { $0.append(three) } != digest { $0.append(four) })
    }
}
