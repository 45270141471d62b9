import Disk
import Glibc
import Testing

/// What the one for tests can do beyond the protocol.
@Suite struct InMemoryFileSystemTests {
    let files = InMemoryFileSystem(["/a/file": "x", "/a/other": "y"], now: 1_000)

    @Test func theClockMovesWhenItIsTold() throws {
        #expect(files.now == 1_000)
        #expect(files.status(AbsolutePath("/a/file"))?.modified == 1_000)
        files.advance(by: 500)
        try files.write("z", to: AbsolutePath("/a/file"))
        #expect(files.status(AbsolutePath("/a/file"))?.modified == 1_500)
        #expect(files.status(AbsolutePath("/a"))?.modified == 1_500)
        #expect(files.status(AbsolutePath("/a/other"))?.changed == 1_000)
        files.advance(by: 500)
        try files.setModified(AbsolutePath("/a/file"), to: 7)
        #expect(files.status(AbsolutePath("/a/file")).map { [$0.modified, $0.changed] } == [7, 2_000])
    }

    @Test func itFailsWhereItIsTold() throws {
        let file = AbsolutePath("/a/file")
        files.fail(.read, file, code: EIO)
        files.fail(.write, AbsolutePath("/b"), code: EROFS)
        #expect(throws: FileError(.read, file, code: EIO)) { try files.read(file) }
        #expect(code { _ = try files.digest(file) } == EIO)
        #expect(try files.text(AbsolutePath("/a/other")) == "y")
        #expect(code { try files.write("x", to: AbsolutePath("/b/c/d")) } == EROFS)
        files.fail(.look, AbsolutePath("/a"), code: EACCES)
        #expect(!files.exists(file))
        files.heal()
        #expect(try files.text(file) == "x")
        try files.write("x", to: AbsolutePath("/b/c/d"))
    }

    @Test func theDiskFills() throws {
        files.failWrites(after: 4)
        try files.write("abc", to: AbsolutePath("/b"))
        #expect(code { try files.write("de", to: AbsolutePath("/c")) } == ENOSPC)
        #expect(code { try files.append([1, 2], to: AbsolutePath("/b")) } == ENOSPC)
        #expect(!files.exists(AbsolutePath("/c")))
        try files.write("d", to: AbsolutePath("/c"))
        #expect(
            code { try files.copy(AbsolutePath("/c"), to: AbsolutePath("/d"), permissions: 0o644, durably: false) }
                == ENOSPC)
        files.heal()
        try files.write("de", to: AbsolutePath("/d"))
    }

    @Test func somethingHappensInBetween() throws {
        let file = AbsolutePath("/a/file")
        files.before(.read, file) { [files] in try? files.write("changed", to: file) }
        #expect(try files.text(file) == "changed")
        try files.write("again", to: file)
        #expect(try files.text(file) == "again")
        #expect(files.filesRead == [file, file])
    }

    @Test func specialFiles() throws {
        let pipe = AbsolutePath("/a/pipe")
        try files.makeSpecialFile(pipe)
        #expect(files.status(pipe)?.kind == .other)
        #expect(code { _ = try files.read(pipe) } == EINVAL)
    }
}
