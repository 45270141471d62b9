import Digests
import Testing

@testable import ArtifactCache

/// A result with every part that a result can have.
func sampleResult(_ seed: String = "") -> ActionResult {
    ActionResult(
        outputs: [
            .init(name: "Sources/With Space/é.swift.o", digest: ContentDigest(of: "object" + seed)),
            .init(name: "bin/tool", digest: ContentDigest(of: "tool" + seed), isExecutable: true),
            .init(name: "line\nfeed\\n", digest: ContentDigest(of: "")),
            .init(name: "made/folder", digest: ContentDigest(of: "folder" + seed), isFolder: true),
        ],
        interface: ContentDigest(of: "interface" + seed), diagnostics: ContentDigest(of: "warning: " + seed),
        wall: 1_840, cpu: 0)
}

@Suite struct ActionResultFormatTests {
    let key = ContentDigest(of: "key")

    @Test(arguments: [
        sampleResult(),
        ActionResult(outputs: []),
        ActionResult(outputs: [.init(name: "a", digest: ContentDigest(of: "a"))], wall: 1, cpu: 31_536_000_000),
        ActionResult(outputs: [], interface: ContentDigest(of: "i")),
        ActionResult(outputs: [], diagnostics: ContentDigest(of: "d")),
        // Two spellings of one letter are two names, and names that only begin alike are two as well.
        ActionResult(
            outputs: ["\u{e9}", "e\u{301}", "a", "a b", "a/b", "...", ".a", "a..", "\\", "\\n"].map {
                .init(name: $0, digest: ContentDigest(of: $0))
            }),
    ])
    func roundTrip(result: ActionResult) throws {
        let text = try ActionResultFormat.encode(result, key: key)
        let back = try ActionResultFormat.decode(text, key: key).result
        #expect(back == result)
        #expect(back.outputs.map { Array($0.name.utf8) } == result.outputs.map { Array($0.name.utf8) })
        #expect(try ActionResultFormat.encode(back, key: key) == text)
    }

    /// Changing this text makes every cache in the world useless: then change the version, and say so in
    /// Docs/CacheFormat.md.
    @Test func theTextIsPinned() throws {
        let hex = String(repeating: "0123456789abcdef", count: 4)
        let digest = try #require(ContentDigest(hex: hex, size: 7))
        let result = ActionResult(
            outputs: [.init(name: "A.o", digest: digest), .init(name: "b\nin", digest: digest, isExecutable: true)],
            interface: digest, diagnostics: digest, wall: 12, cpu: 34)
        let body = """
            mono action result 2
            key \(hex)/7
            interface \(hex)/7
            diagnostics \(hex)/7
            cost 12 34
            file \(hex)/7 A.o
            program \(hex)/7 b\\nin
            origin 1700000000 pr-1 runner_1 - 0.9

            """
        let origin = EntryOrigin(
            time: 1_700_000_000, scope: CacheScope("pr-1")!, host: "runner 1", commit: "", version: "0.9")
        let text = String(decoding: try ActionResultFormat.encode(result, key: digest, origin: origin), as: UTF8.self)
        #expect(text == body + "check " + ContentDigest(of: body).hex + "\n")
        #expect(text.hasSuffix("check 87015dabc31c0d0ec3774934409e27c9a448220b7f965b8aa09b038940b3bd3b\n"))
    }

    @Test func everyTruncationIsMalformed() throws {
        let text = try ActionResultFormat.encode(sampleResult(), key: key)
        for count in 0..<text.count {
            #expect(throws: Malformation.self) { try ActionResultFormat.decode(Array(text[..<count]), key: key) }
        }
        for tail in [[0], Array("\n".utf8), Array("file ".utf8), text] {
            #expect(throws: Malformation.self) { try ActionResultFormat.decode(text + tail, key: key) }
        }
    }

    @Test func everyFlippedBitIsMalformed() throws {
        var text = try ActionResultFormat.encode(sampleResult(), key: key)
        for index in text.indices {
            for bit in 0..<8 {
                text[index] ^= 1 << bit
                #expect(throws: Malformation.self) { try ActionResultFormat.decode(text, key: key) }
                text[index] ^= 1 << bit
            }
        }
    }

    @Test func anEntryUnderAnotherKeyIsMalformed() throws {
        let text = try ActionResultFormat.encode(sampleResult(), key: key)
        #expect(throws: Malformation(reason: "it was written for another key")) {
            try ActionResultFormat.decode(text, key: ContentDigest(of: "other"))
        }
    }

    /// Entries with a good checksum that no writer of ours would write.
    @Test(arguments: [
        "",
        "cost 1",
        "cost 1 2 3",
        "cost 01 2",
        "cost -1 2",
        "cost +1 2",
        "cost 1 1000000000000000000000000000000",
        "cost 31536000001 2",
        "cost 1 999999999999999999",
        "cost  1 2",
        "cost 1 2 ",
        "cost 1 2\r",
        "cost 1 2\n",
        "cost 1 2\nfile",
        "cost 1 2\nfile D",
        "cost 1 2\nfile D ",
        "cost 1 2\nfile D /a",
        "cost 1 2\nfile D ..",
        "cost 1 2\nfile D ../a",
        "cost 1 2\nfile D a/../../b",
        "cost 1 2\nfile D a/..",
        "cost 1 2\nfile D .",
        "cost 1 2\nfile D ./a",
        "cost 1 2\nfile D a/./b",
        "cost 1 2\nfile D a//b",
        "cost 1 2\nfile D a/",
        "cost 1 2\nfile D a\0b",
        "cost 1 2\nfile D a\\tb",
        "cost 1 2\nfile D a\\",
        "cost 1 2\nfile D a\nfile D a",
        "cost 1 2\nfile D a\nfile D b\nprogram D a",
        "cost 1 2\nlink D a",
        "cost 1 2\nFile D a",
        "cost 1 2\nfile d a",
        "cost 1 2\nfile H/ a",
        "cost 1 2\nfile H/-1 a",
        "cost 1 2\nfile H/007 a",
        "cost 1 2\nfile H/1099511627777 a",
        "cost 1 2\nfile H/99999999999999999999 a",
        "cost 1 2\nfile H/1x a",
        "cost 1 2\nfile 0H/1 a",
        "cost 1 2\nfile H a",
        "cost 1 2\nfile D a\ninterface D",
        "interface D\ninterface D\ncost 1 2",
        "diagnostics D\ninterface D\ncost 1 2",
        "interface -\ncost 1 2",
        "interface D x\ncost 1 2",
        "key D\ncost 1 2",
        "cost 1 2\ncost 1 2",
        "cost 1 2\ncheck 1",
    ])
    func strangeEntriesAreMalformed(lines: String) {
        let digest = ContentDigest(of: "x").description
        let hex = ContentDigest(of: "x").hex
        let body =
            "mono action result 2\nkey \(key)\n"
            + lines.replacing("D", with: digest).replacing("H", with: hex) + (lines.isEmpty ? "" : "\n")
        #expect(throws: Malformation.self) { try decodeChecked(Array(body.utf8)) }
    }

    @Test func strangeHeadsAreMalformed() {
        for head in [
            "", "\n", "mono action result 1\nkey \(key)\n", "mono action result 2 \nkey \(key)\n",
            "mono action result 2\n",
            "mono action result 2\nkey\n", "mono action result 2\nkey \n", "mono action result 2\nkey \(key.hex)/9\n",
            "mono action result 2\r\nkey \(key)\n", "\u{feff}mono action result 2\nkey \(key)\n",
        ] {
            #expect(throws: Malformation.self) { try decodeChecked(Array((head + "cost 1 2\n").utf8)) }
        }
    }

    @Test func namesThatAreNotUTF8AreMalformed() {
        let head = "mono action result 2\nkey \(key)\ncost 1 2\nfile \(ContentDigest(of: "x")) "
        for name: [UInt8] in [[0xff], [0x61, 0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0x5c, 0x5c, 0xff]] {
            #expect(throws: Malformation.self) { try decodeChecked(Array(head.utf8) + name + [10]) }
        }
    }

    @Test(arguments: ["", "/a", "../a", "a/../../b", ".", "a//b", "a\0b", String(repeating: "a", count: 8_193)])
    func badNamesAreNotWritten(name: String) {
        let result = ActionResult(outputs: [.init(name: name, digest: ContentDigest(of: "x"))])
        #expect(throws: Malformation.self) { try ActionResultFormat.encode(result, key: key) }
    }

    @Test func equalNamesAreNotWritten() {
        let output = ActionResult.Output(name: "a", digest: ContentDigest(of: "x"))
        #expect(throws: Malformation.self) {
            try ActionResultFormat.encode(.init(outputs: [output, output]), key: key)
        }
    }

    @Test func aTimeThatRanBackwardsIsNone() throws {
        let text = try ActionResultFormat.encode(ActionResult(outputs: [], wall: -5, cpu: .min), key: key)
        #expect(try ActionResultFormat.decode(text, key: key).result.wall == 0)
    }

    private func decodeChecked(_ body: [UInt8]) throws -> ActionResult {
        try ActionResultFormat.decode(body + Array("check \(ContentDigest(of: body).hex)\n".utf8), key: key).result
    }
}
