import Digests
import Testing

@testable import ArtifactCache

@Suite struct InputNamesFormatTests {
    let key = ContentDigest(of: "key")

    @Test func roundTrip() throws {
        let names = ["/usr/include/a b.h", "\\", "line\nfeed", "../x", "e\u{301}", "\u{e9}"].sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
        let text = try InputNamesFormat.encode(names, key: key)
        #expect(try InputNamesFormat.decode(text, key: key).map { Array($0.utf8) } == names.map { Array($0.utf8) })
        #expect(try InputNamesFormat.decode(InputNamesFormat.encode([], key: key), key: key) == [])
    }

    @Test func everyTruncationAndEveryFlippedBitIsMalformed() throws {
        var text = try InputNamesFormat.encode(["/a", "/b c"], key: key)
        for count in 0..<text.count {
            #expect(throws: Malformation.self) { try InputNamesFormat.decode(Array(text[..<count]), key: key) }
        }
        for index in text.indices {
            for bit in 0..<8 {
                text[index] ^= 1 << bit
                #expect(throws: Malformation.self) { try InputNamesFormat.decode(text, key: key) }
                text[index] ^= 1 << bit
            }
        }
    }

    @Test(arguments: [["b", "a"], ["a", "a"], [""], ["a\0"]])
    func whatIsNotInFormIsNotWritten(names: [String]) {
        #expect(throws: Malformation.self) { try InputNamesFormat.encode(names, key: key) }
    }

    @Test func mergingIsAUnionOfBytes() {
        #expect(InputNamesFormat.merge(["b", "a", "b"], ["c", "a"]) == ["a", "b", "c"])
        #expect(InputNamesFormat.merge([], []) == [])
        #expect(InputNamesFormat.merge(["e\u{301}"], ["\u{e9}"]).count == 2)
        #expect(InputNamesFormat.merge(["Z", "a"], ["é"]) == ["Z", "a", "é"])
    }
}
