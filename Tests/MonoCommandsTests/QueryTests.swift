import BuildPlanning
import Disk
import Testing

@testable import MonoCommands

@Suite struct QueryTests {
    @Test("what `mono hash` prints is read back, whatever files are called")
    func hashText() throws {
        let fingerprint = Fingerprint(components: [
            .init(.source("a\tb\\n\nc"), "1"), .init(.source("\u{1}u;\u{202E}\\u1;"), "2"),
            .init(.arguments, "-a \\e \u{1A}/b=\\R"),
        ])
        let hash = KeyListing(targets: [
            TargetHash(target: ".:T", actions: [("compile .:T", fingerprint), ("link .:T", nil)]),
            TargetHash(target: ".:\t", actions: []),
            TargetHash(target: ".:U", actions: [("compile .:U", nil)]),
        ])
        // As it is printed.
        let back = try #require(KeyListing(text: VisibleText.styled(hash.text, in: Style(isColored: false))))
        #expect(back.targets.map(\.target) == [".:T", ".:\t", ".:U"])
        #expect(back.targets.map { $0.actions.map(\.name) } == [["compile .:T", "link .:T"], [], ["compile .:U"]])
        #expect(back.targets.map { $0.actions.map(\.fingerprint) } == [[fingerprint, nil], [], [nil]])
        for bad in [
            "", "mono hash 1 1", "mono hash 1\naction\ta\tb\n", "mono hash 2\ntarget\tx\n",
            "mono hash 1\ntarget\tx\n\ta\tb\n", hash.text + "x\n", "mono hash 1\ntarget\tx\nfoo\ta\tb\n",
        ] {
            #expect(KeyListing(text: bad) == nil, "\(bad)")
        }
    }

    @Test("differences of keys: new actions, gone ones, unknown keys, changed components")
    func hashDifference() {
        func hash(_ actions: [(String, String?)]) -> KeyListing {
            KeyListing(
                targets: actions.map { name, value in
                    TargetHash(
                        target: ".:T",
                        actions: [(name, value.map { Fingerprint(components: [.init(.source("a.swift"), $0)]) })])
                })
        }
        let wording = KeyWording { $0.name }
        func said(_ old: [(String, String?)], _ new: [(String, String?)]) -> [String] {
            hash(new).difference(since: hash(old), wording: wording)
        }
        #expect(said([("a", "1")], [("a", "1")]) == ["the keys are the same"])
        #expect(said([("a", "1")], [("a", "2")]) == ["a has another key:", "  a.swift: 1 -> 2"])
        #expect(said([("a", "1")], [("b", "1")]) == ["b is new", "a is gone"])
        #expect(said([("a", nil)], [("a", "1")]) == ["a: its key was not known then"])
        #expect(said([("a", "1")], [("a", nil)]) == ["a: its key is not known before what it needs is built"])
        #expect(said([("a", nil)], [("a", nil)]) == ["a: neither key is known"])
    }

    @Test("reasons are kept by name; a damaged record says nothing")
    func reasons() throws {
        let files = InMemoryFileSystem(), path = AbsolutePath("/w/reasons")
        var record = RebuildRecord()
        record.entries = [
            "A:a": [
                .init(action: "emit", time: 4, lines: ["emit a runs"]),
                .init(action: "compile a b", time: 5, lines: ["compile a runs, because:", "  x: 1 -> 2"]),
            ],
            "B:b c": [.init(action: "link", time: 6, lines: [])],
        ]
        try files.write(record.text, to: path)
        #expect(RebuildRecord(reading: path, files: files) == record)
        // What another build ran stands beside it.
        record.note([.init(action: "emit", time: 9, lines: ["again"])], of: "A:a")
        #expect(record.entries["A:a"]?.map(\.action) == ["compile a b", "emit"])
        #expect(record.entries["A:a"]?.map(\.time) == [5, 9])
        for bad in ["", "other 2\n5\tA\tB\n", "\0\u{1}"] {
            try files.write(bad, to: path)
            #expect(RebuildRecord(reading: path, files: files).entries.isEmpty)
        }
        #expect(RebuildRecord(reading: AbsolutePath("/nowhere"), files: files).entries.isEmpty)
    }
}
