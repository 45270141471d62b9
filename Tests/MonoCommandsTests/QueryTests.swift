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

    private static let root = AbsolutePath("/w"), place = RebuildRecord.Place(root, "debug")

    private static func entry(_ action: String, _ time: Int64, _ lines: [String] = []) -> RebuildRecord.Entry {
        .init(action: action, time: time, lines: lines)
    }

    @Test("reasons are kept by name; what a later build ran stands for what the same action ran for before")
    func reasons() throws {
        let files = InMemoryFileSystem(), entry = QueryTests.entry
        var record = RebuildRecord()
        record.entries = [
            "A:a": [
                entry("emit", 4, ["emit a runs"]),
                entry("compile a b", 5, ["compile a runs, because:", "  x: 1 -> 2"]),
            ],
            "B:b c": [entry("link", 6, [])],
        ]
        try record.add(to: QueryTests.place, files: files)
        #expect(RebuildRecord(reading: QueryTests.place, files: files) == record)
        var later = RebuildRecord()
        later.entries = ["A:a": [entry("emit", 9, ["again"])]]
        try later.add(to: QueryTests.place, files: files)
        let both = RebuildRecord(reading: QueryTests.place, files: files)
        #expect(both.entries["A:a"]?.map(\.action) == ["compile a b", "emit"])
        #expect(both.entries["A:a"]?.map(\.time) == [5, 9])
        #expect(both.entries["B:b c"] == record.entries["B:b c"])
    }

    @Test("many builds leave a record of the last ones, and no more than twice its size")
    func manyReasons() throws {
        let files = InMemoryFileSystem(), place = QueryTests.place, line = String(repeating: "x", count: 1000)
        for build in 1...1000 {
            var record = RebuildRecord()
            record.entries = ["A:\(build % 50)": [QueryTests.entry("compile", Int64(build), [line])]]
            try record.add(to: place, files: files)
        }
        let record = RebuildRecord(reading: place, files: files)
        #expect(record.entries.count == 50)
        #expect(record.entries.values.joined().map(\.time).sorted() == Array(951...1000))
        let sizes = [place.main, place.later].map { files.status($0)?.size ?? 0 }
        #expect(sizes[0] > 0 && sizes[0] + sizes[1] < 150_000, "\(sizes)")
    }

    @Test("damaged reasons say nothing, and later ones are added to them")
    func damagedReasons() throws {
        let files = InMemoryFileSystem(), place = QueryTests.place
        #expect(RebuildRecord(reading: place, files: files).entries.isEmpty)
        for bad in ["", "other 2\n5\tA\tB\n", "\0\u{1}"] {
            for path in [place.main, place.later] { try files.write(bad, to: path) }
            #expect(RebuildRecord(reading: place, files: files).entries.isEmpty)
        }
        try files.write("mono reasons 2\n5\tA\tB\n6\tA\tcut o", to: place.later)
        var record = RebuildRecord()
        record.entries = ["A": [QueryTests.entry("C", 7)]]
        try record.add(to: place, files: files)
        #expect(RebuildRecord(reading: place, files: files).entries["A"]?.map(\.action) == ["B", "cut o", "C"])
    }
}
