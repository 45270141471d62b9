import Disk
import Testing

@testable import PackagePlugins

/// The work folder of a plugin holds what its answer brings and what its commands made, and nothing of other answers.
@Suite struct PluginWorkFolderTests {
    private let files = InMemoryFileSystem([:]), name = "b/w", mark = AbsolutePath("/r/answer.placed/1")
    private var folder: PluginWorkFolder { PluginWorkFolder(AbsolutePath("/r/b/w"), in: files) }

    private func write(_ texts: [String: String]) throws {
        for (path, text) in texts { try files.write(text, to: AbsolutePath("/r/b/w") / path) }
    }

    private func found(_ place: String = "/r/b/w") throws -> [String: String] {
        let place = AbsolutePath(place)
        return try Dictionary(
            uniqueKeysWithValues: FolderWalk(of: place, in: files).files.map {
                ($0.path, String(decoding: try files.read(place / $0.path), as: UTF8.self))
            })
    }

    /// Asks a plugin that leaves these files.
    private func ask(_ texts: [String: String], _ commands: [PluginAnswer.Command] = [], more: () throws -> Void = {})
        throws -> PluginAnswer
    {
        var answer = PluginAnswer(commands: commands)
        try folder.empty()
        #expect(try found().isEmpty)
        try write(texts)
        try more()
        answer.add(folder, as: name, root: "/r")
        try folder.restore(answer.made(in: name))
        return answer
    }

    private func command(_ output: String) -> PluginAnswer.Command {
        .init(executable: "/x", outputs: ["\u{1A}/b/w/" + output])
    }

    @Test("it is asked in an empty folder, and what commands made is there again")
    func asked() throws {
        try write(["old.txt": "old", "made/a.swift": "a", "conf": "before"])
        let answer = try ask(["conf": "now /r/x"], [command("made/a.swift")])
        #expect(
            answer.files == [.init(path: "\u{1A}/b/w/conf", content: .text("now /r/x"))]
                || answer.files == [.init(path: "\u{1A}/b/w/conf", content: .text("now \u{1A}/x"))])
        #expect(try found() == ["conf": "now /r/x", "made/a.swift": "a"])
        #expect(!files.exists(AbsolutePath("/r/b/w~")))
    }

    @Test("a plugin that failed leaves everything as it was, and so does one that was stopped")
    func failed() throws {
        try write(["a": "a"])
        try folder.empty()
        try write(["b": "b"])
        try folder.restore()
        #expect(try found() == ["a": "a"])
        try folder.empty()
        try write(["b": "b"])
        try folder.empty()
        try folder.restore()
        #expect(try found() == ["a": "a"])
    }

    @Test("what lies behind links that lead elsewhere stays there, whether a link was left before or is now")
    func linksElsewhere() throws {
        let kept = AbsolutePath("/r/Sources/kept.swift"), bare = AbsolutePath("/r/Sources/bare")
        try files.write("mine", to: kept)
        try files.makeFolder(bare)
        let commands = [command("link/kept.swift"), command("link/bare")]
        for _ in 0..<3 {
            _ = try ask([:], commands) { try files.makeSymbolicLink(at: AbsolutePath("/r/b/w/link"), to: "/r/Sources") }
            #expect(try files.read(kept) == Array("mine".utf8) && files.isFolder(bare))
        }
        _ = try ask([:], commands)
        #expect(try files.read(kept) == Array("mine".utf8) && files.isFolder(bare) && found().isEmpty)
    }

    @Test("bytes, modes and empty folders are kept elsewhere")
    func kept() throws {
        let answer = try ask(["t": "/r"], [.init(executable: "/x", outputFolder: "\u{1A}/b/w/out")]) {
            try files.write([0xFF, 0], to: AbsolutePath("/r/b/w/d/bin"))
            try files.write(Array("#!".utf8), to: AbsolutePath("/r/b/w/run"))
            try files.setPermissions(AbsolutePath("/r/b/w/run"), to: 0o755)
            try files.makeFolder(AbsolutePath("/r/b/w/bare/more"))
        }
        #expect(answer.unkept == nil && answer.boundTo == nil)
        let again = try #require(PluginAnswer(text: Array(answer.text.utf8)))
        #expect(again == answer)
        let elsewhere = AbsolutePath("/s/b/w")
        try files.write("of another answer", to: elsewhere / "t/x")
        try files.write("of another answer", to: elsewhere / "out/x")
        try PluginWorkFolder(elsewhere, in: files).place(again, as: name, mark: AbsolutePath("/s/m/1"), root: "/s")
        #expect(try FolderWalk(of: elsewhere, in: files).files.map(\.path) == ["d/bin", "run", "t"])
        #expect(try files.read(elsewhere / "d/bin") == [0xFF, 0] && files.read(elsewhere / "t") == Array("/s".utf8))
        #expect(
            files.status(elsewhere / "run")?.isExecutable == true
                && files.status(elsewhere / "t")?.isExecutable == false)
        #expect(files.isFolder(elsewhere / "bare/more"))
    }

    @Test("what the answer before brought goes, and commands' files stay")
    func placed() throws {
        let one = try ask(["one.swift": "1"], [command("made.swift")])
        try folder.place(one, as: name, mark: mark, root: "/r")
        try write(["made.swift": "m"])
        let two = try ask(["two.swift": "2"], [command("made.swift")])
        try folder.place(two, as: name, mark: AbsolutePath("/r/answer.placed/2"), root: "/r")
        #expect(try found() == ["two.swift": "2", "made.swift": "m"])
        // From the cache: nobody is asked.
        try folder.place(one, as: name, mark: mark, root: "/r")
        #expect(try found() == ["one.swift": "1", "made.swift": "m"])
        #expect(try found("/r/answer.placed") == ["1": ""])
        // The same again: what lies there is looked at no more.
        try write(["somebody's": "x"])
        try folder.place(one, as: name, mark: mark, root: "/r")
        #expect(try found().count == 3)
    }

    @Test("what cannot be kept is named, and bytes that hold the root's path bind the answer to it")
    func unkept() throws {
        let answer = try ask([:]) {
            try files.makeSymbolicLink(at: AbsolutePath("/r/b/w/link"), to: "nowhere")
            try files.write([0xFF] + Array("/r".utf8), to: AbsolutePath("/r/b/w/bin"))
        }
        #expect(answer.unkept == "b/w/link" && answer.boundTo == "/r")
        try folder.place(answer, as: name, mark: mark, root: "/r")
        #expect(files.linkStatus(AbsolutePath("/r/b/w/link")) != nil && !files.exists(mark))
    }
}
