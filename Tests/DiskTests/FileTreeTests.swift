import Digests
import Testing

@testable import Disk

@Suite struct FileTreeTests {
    private let files = InMemoryFileSystem([
        "/c/Package.swift": "p", "/c/a/b c/ü.swift": "ü", "/c/.git/HEAD": "x", "/c/sub/.git": "y", "/c/sub/f": "",
    ])

    private func tree() throws -> FileTree {
        try files.write(Array("run".utf8), to: AbsolutePath("/c/run.sh"), permissions: 0o755, durably: false)
        try files.makeSymbolicLink(at: AbsolutePath("/c/link"), to: "a/b c")
        try files.makeFolder(AbsolutePath("/c/deep/bare"))
        return try #require(try FileTree(reading: AbsolutePath("/c"), files: files, without: [".git"]))
    }

    @Test("a tree is every file and link, without git's own")
    func reading() throws {
        let tree = try tree()
        #expect(tree.entries.map(\.path) == ["Package.swift", "a/b c/ü.swift", "deep/bare", "link", "run.sh", "sub/f"])
        #expect(tree.entries[2].content == .emptyFolder && tree.entries[3].content == .link("a/b c"))
        #expect(tree.entries[4].content == .file(Array("run".utf8), isExecutable: true))
    }

    @Test("what is written elsewhere is the same tree, and not for editing")
    func writing() throws {
        let tree = try tree()
        try tree.write(to: AbsolutePath("/d"), files: files)
        #expect(try FileTree(reading: AbsolutePath("/d"), files: files) == tree)
        #expect(files.linkStatus(AbsolutePath("/d/Package.swift"))?.permissions == 0o444)
        #expect(files.linkStatus(AbsolutePath("/d/run.sh"))?.permissions == 0o555)
        try tree.write(to: AbsolutePath("/e"), files: files, isForEditing: true)
        #expect(try FileTree(reading: AbsolutePath("/e"), files: files) == tree)
        #expect(
            files.linkStatus(AbsolutePath("/e/Package.swift"))?.permissions == 0o644
                && files.linkStatus(AbsolutePath("/e/run.sh"))?.permissions == 0o755)
    }

    @Test("the form in the cache gives the tree back, and nothing when cut short")
    func encoded() throws {
        let tree = try tree(), bytes = tree.encoded
        #expect(try FileTree(decoding: bytes) == tree)
        for length in 0..<bytes.count {
            #expect(throws: MalformedRecord.self) { try FileTree(decoding: Array(bytes.prefix(length))) }
        }
    }

    @Test(
        "entries that would lie outside the tree are not believed",
        arguments: ["../x", "/x", "a/../../x", "", "a//b", ".", "a/.", "a\0b"])
    func hostile(path: String) {
        var writer = RecordWriter()
        writer.write([path]) { writer, path in
            writer.write(path)
            writer.write(0)
            writer.write([1, 2, 3] as [UInt8])
        }
        #expect(throws: MalformedRecord.self) { try FileTree(decoding: writer.bytes) }
    }

    @Test("an entry given twice is not believed")
    func twice() {
        var writer = RecordWriter()
        writer.write(["a", "a"]) { writer, path in
            writer.write(path)
            writer.write(2)
            writer.write("x")
        }
        #expect(throws: MalformedRecord.self) { try FileTree(decoding: writer.bytes) }
    }

    @Test("nothing lies below a link, a file or an empty folder", arguments: [2, 0, 3])
    func below(kind: Int) {
        var writer = RecordWriter()
        // Between the two stands what sorts between them.
        writer.write(["hooks", "hooks-", "hooks/pre-commit"]) { writer, path in
            writer.write(path)
            writer.write(path == "hooks" ? kind : 0)
            if path == "hooks" && kind == 2 {
                writer.write("../../.git/hooks")
            } else if path != "hooks" || kind == 0 {
                writer.write([1] as [UInt8])
            }
        }
        #expect(throws: MalformedRecord.self) { try FileTree(decoding: writer.bytes) }
    }
}
