import Digests
import Disk
import Glibc
import Testing

/// What the protocol promises, of both file systems.
@Suite struct FileSystemTests {
    @Test(arguments: Form.allCases) func writingAndReading(_ form: Form) throws {
        try form.use { files, folder in
            let path = folder / "some/folders/down/file"
            try files.write(Array("one".utf8), to: path, permissions: 0o640, durably: true)
            let first = try #require(files.status(path))
            #expect(first.kind == .file && first.size == 3 && first.permissions == 0o640 && !first.isExecutable)
            #expect(try files.text(path) == "one")
            #expect(try files.digest(path) == ContentDigest(of: "one"))

            try files.write(Array("another".utf8), to: path, permissions: 0o755, durably: false)
            let second = try #require(files.status(path))
            #expect(second.size == 7 && second.isExecutable && second.inode != first.inode)
            #expect(try files.text(path) == "another")
            #expect(try files.list(path.parent) == [FolderEntry(name: "file", kind: .file)])

            try files.write([], to: path)
            #expect(try files.read(path) == [])
            #expect(try files.digest(path) == ContentDigest(of: ""))
        }
    }

    /// More than any buffer holds, and not a multiple of one.
    @Test(arguments: Form.allCases) func largeFiles(_ form: Form) throws {
        try form.use { files, folder in
            let content = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
            let digest = ContentDigest(of: content)
            try files.write(content, to: folder / "a")
            #expect(try files.read(folder / "a") == content)
            #expect(try files.digest(folder / "a") == digest)
            try files.copy(folder / "a", to: folder / "b", permissions: 0o644, durably: false)
            #expect(try files.read(folder / "b") == content)
            #expect(
                try files.copy(folder / "a", to: folder / "c", expecting: digest, permissions: 0o644, durably: false)
                    == digest)
            #expect(try files.read(folder / "c") == content)
        }
    }

    @Test(arguments: Form.allCases) func whatIsNoFileIsNotRead(_ form: Form) throws {
        try form.use { files, folder in
            try files.write("x", to: folder / "file")
            try files.makeSymbolicLink(at: folder / "link", to: "file")
            try files.makeSymbolicLink(at: folder / "loop", to: "loop")
            #expect(code { _ = try files.read(folder) } == EISDIR)
            #expect(code { _ = try files.digest(folder) } == EISDIR)
            #expect(code { _ = try files.read(folder / "missing") } == ENOENT)
            #expect(code { _ = try files.read(folder / "file/below") } == ENOTDIR)
            #expect(code { _ = try files.read(folder / "loop") } == ELOOP)
            #expect(try files.text(folder / "link") == "x")

            #expect(try files.readRegularFile(folder / "file", atMost: 1).content == Array("x".utf8))
            #expect(try files.readRegularFile(folder / "file", atMost: 1).status == files.status(folder / "file"))
            #expect(code { _ = try files.readRegularFile(folder / "file", atMost: 0) } == EFBIG)
            #expect(code { _ = try files.readRegularFile(folder / "link", atMost: 9) } == ELOOP)
            #expect(code { _ = try files.readRegularFile(folder, atMost: 9) } == EISDIR)
            #expect(code { _ = try files.readRegularFile(folder / "missing", atMost: 9) } == ENOENT)
            #expect(throws: FileError(.read, folder / "missing", code: ENOENT)) { try files.read(folder / "missing") }
        }
    }

    @Test(arguments: Form.allCases) func appending(_ form: Form) throws {
        try form.use { files, folder in
            try files.append(Array("a".utf8), to: folder / "log")
            let first = files.status(folder / "log")
            try files.append(Array("b".utf8), to: folder / "log")
            #expect(try files.text(folder / "log") == "ab")
            #expect(files.status(folder / "log")?.inode == first?.inode)
            #expect(code { try files.append([], to: folder) } == EISDIR)
            #expect(code { try files.append([], to: folder / "missing/log") } == ENOENT)
        }
    }

    @Test(arguments: Form.allCases) func listsAreInTheOrderOfBytes(_ form: Form) throws {
        try form.use { files, folder in
            let names = ["Z", "a", "a b", "a-b", "a.b", "aa", "\u{e9}", "\u{ffff}", "\u{1f600}"]
            for name in names.reversed() { try files.write(name, to: folder / name) }
            try files.makeFolder(folder / "a!")
            try files.makeSymbolicLink(at: folder / "~", to: "nowhere")
            let found = try files.list(folder)
            #expect(
                found.map(\.name) == [
                    "Z", "a", "a b", "a!", "a-b", "a.b", "aa", "~", "\u{e9}", "\u{ffff}", "\u{1f600}",
                ])
            #expect(
                found.filter { $0.kind != .file } == [
                    .init(name: "a!", kind: .folder), .init(name: "~", kind: .symbolicLink),
                ])
            #expect(code { _ = try files.list(folder / "a") } == ENOTDIR)
            #expect(code { _ = try files.list(folder / "missing") } == ENOENT)
        }
    }

    @Test(arguments: Form.allCases) func links(_ form: Form) throws {
        try form.use { files, folder in
            try files.write("x", to: folder / "real/file")
            try files.makeSymbolicLink(at: folder / "made/link", to: "../real")
            let link = folder / "made/link"
            #expect(try files.destination(ofLink: link) == "../real")
            #expect(files.status(link)?.kind == .folder)
            #expect(files.linkStatus(link)?.kind == .symbolicLink)
            #expect(try files.text(link / "file") == "x")
            #expect(files.resolve(link / "file") == folder / "real/file")
            #expect(code { try files.makeSymbolicLink(at: link, to: "other") } == EEXIST)
            #expect(code { _ = try files.destination(ofLink: folder / "real/file") } == EINVAL)

            try files.makeSymbolicLink(at: folder / "broken", to: "/no/such/file")
            #expect(files.status(folder / "broken") == nil && !files.exists(folder / "broken"))
            #expect(files.linkStatus(folder / "broken")?.kind == .symbolicLink)
            #expect(files.resolve(folder / "broken") == nil)

            // Writing replaces a link, it does not write through it.
            try files.makeSymbolicLink(at: folder / "alias", to: "real/file")
            try files.write("new", to: folder / "alias")
            #expect(try files.text(folder / "real/file") == "x")
            #expect(files.linkStatus(folder / "alias")?.kind == .file)
        }
    }

    @Test(arguments: Form.allCases) func folders(_ form: Form) throws {
        try form.use { files, folder in
            try files.makeFolder(folder / "a/b/c")
            try files.makeFolder(folder / "a/b/c")
            #expect(files.isFolder(folder / "a/b/c"))
            try files.write("x", to: folder / "file")
            #expect(code { try files.makeFolder(folder / "file") } == ENOTDIR)
            #expect(code { try files.makeFolder(folder / "file/below") } == ENOTDIR)
            #expect(code { try files.write("x", to: folder / "a") } == EISDIR)
            #expect(code { try files.write("x", to: folder / "file/below") } == ENOTDIR)
            #expect(try files.list(folder).map(\.name) == ["a", "file"])
        }
    }

    @Test(arguments: Form.allCases) func removing(_ form: Form) throws {
        try form.use { files, folder in
            try files.write("x", to: folder / "kept/file")
            try files.write("x", to: folder / "gone/one/two/file")
            try files.makeSymbolicLink(at: folder / "gone/one/link", to: "../../kept")
            try files.remove(folder / "gone")
            #expect(try files.list(folder).map(\.name) == ["kept"])
            #expect(try files.text(folder / "kept/file") == "x")
            try files.remove(folder / "gone")
            try files.remove(folder / "kept/file/below")
            try files.makeSymbolicLink(at: folder / "link", to: "kept")
            try files.remove(folder / "link")
            try files.remove(folder / "kept/file")
            #expect(try files.list(folder / "kept") == [])
            #expect(code { try files.remove(AbsolutePath("/")) } == EBUSY)
        }
    }

    @Test(arguments: Form.allCases) func renaming(_ form: Form) throws {
        try form.use { files, folder in
            try files.write("a", to: folder / "a")
            try files.write("b", to: folder / "b")
            let inode = files.status(folder / "a")?.inode
            try files.rename(folder / "a", to: folder / "b")
            #expect(try files.text(folder / "b") == "a")
            #expect(files.status(folder / "b")?.inode == inode && !files.exists(folder / "a"))
            try files.rename(folder / "b", to: folder / "b")
            #expect(try files.text(folder / "b") == "a")

            try files.write("c", to: folder / "f/c")
            #expect(code { try files.rename(folder / "f", to: folder / "b") } == ENOTDIR)
            #expect(code { try files.rename(folder / "b", to: folder / "f") } == EISDIR)
            #expect(code { try files.rename(folder / "f", to: folder / "f/g") } == EINVAL)
            #expect(code { try files.rename(folder / "missing", to: folder / "x") } == ENOENT)
            #expect(code { try files.rename(folder / "b", to: folder / "missing/x") } == ENOENT)
            try files.makeFolder(folder / "full/x")
            #expect(code { try files.rename(folder / "f", to: folder / "full") } == ENOTEMPTY)
            try files.makeFolder(folder / "empty")
            try files.rename(folder / "f", to: folder / "empty")
            #expect(try files.text(folder / "empty/c") == "c")
        }
    }

    @Test(arguments: Form.allCases) func copying(_ form: Form) throws {
        try form.use { files, folder in
            try files.write(Array("x".utf8), to: folder / "a", permissions: 0o600, durably: false)
            try files.copy(folder / "a", to: folder / "new/b", permissions: 0o755, durably: true)
            let copy = try #require(files.status(folder / "new/b"))
            #expect(copy.permissions == 0o755 && copy.size == 1 && copy.inode != files.status(folder / "a")?.inode)
            #expect(code { try files.copy(folder, to: folder / "c", permissions: 0o644, durably: false) } == EISDIR)
            #expect(throws: FileError(.read, folder / "missing", code: ENOENT)) {
                try files.copy(folder / "missing", to: folder / "c", permissions: 0o644, durably: false)
            }
            try files.write([], to: folder / "empty")
            try files.copy(folder / "empty", to: folder / "new/b", permissions: 0o644, durably: false)
            #expect(try files.read(folder / "new/b") == [])
        }
    }

    @Test(arguments: Form.allCases) func aCopyGoesWhereItsContentBelongs(_ form: Form) throws {
        try form.use { files, folder in
            try files.write("good", to: folder / "a")
            func copy(_ source: String, wanted: Bool = true) throws -> ContentDigest {
                try files.copy(folder / source, by: folder / "store", permissions: 0o444) { digest in
                    wanted ? folder / "store" / String(digest.hex.prefix(8)) : nil
                }
            }
            #expect(try copy("a", wanted: false) == ContentDigest(of: "good"))
            #expect(try files.list(folder / "store").isEmpty)
            #expect(try copy("a") == ContentDigest(of: "good"))
            let name = String(ContentDigest(of: "good").hex.prefix(8))
            #expect(try files.list(folder / "store").map(\.name) == [name])
            let made = try #require(files.linkStatus(folder / "store" / name))
            #expect(made.permissions == 0o444 && made.inode != files.status(folder / "a")?.inode)
            #expect(try files.text(folder / "store" / name) == "good")

            try files.makeSymbolicLink(at: folder / "link", to: "a")
            #expect(throws: FileError(.read, folder / "link", code: ELOOP)) { try copy("link") }
            #expect(throws: FileError(.read, folder / "missing", code: ENOENT)) { try copy("missing") }
            #expect(throws: FileError(.create, folder / "refused", code: EROFS)) {
                try files.copy(folder / "a", by: folder / "store", permissions: 0o444) { _ throws(FileError) in
                    throw FileError(.create, folder / "refused", code: EROFS)
                }
            }
            #expect(try files.list(folder / "store").map(\.name) == [name])
        }
    }

    @Test(arguments: Form.allCases) func aCopyIsMadeOnlyOfWhatIsExpected(_ form: Form) throws {
        try form.use { files, folder in
            try files.write("good", to: folder / "a")
            try files.write("old", to: folder / "b")
            func copy(_ source: String, _ expected: String) throws -> ContentDigest {
                try files.copy(
                    folder / source, to: folder / "b", expecting: ContentDigest(of: expected), permissions: 0o600,
                    durably: false)
            }
            #expect(try copy("a", "evil") == ContentDigest(of: "good"))
            #expect(try files.text(folder / "b") == "old")
            #expect(code { _ = try copy("a", "goods") } == EFBIG)
            try files.makeSymbolicLink(at: folder / "link", to: "a")
            #expect(throws: FileError(.read, folder / "link", code: ELOOP)) { try copy("link", "good") }
            #expect(try files.list(folder).map(\.name) == ["a", "b", "link"])
            #expect(try copy("a", "good") == ContentDigest(of: "good"))
            #expect(try files.text(folder / "b") == "good")
            #expect(files.status(folder / "b")?.permissions == 0o600)
        }
    }

    @Test(arguments: Form.allCases) func timesAndPermissions(_ form: Form) throws {
        try form.use { files, folder in
            try files.write("x", to: folder / "a")
            let before = try #require(files.status(folder / "a"))
            for time: Int64 in [1_234_567_890_123_456_789, 0, 1, -1_500_000_000] {
                try files.setModified(folder / "a", to: time)
                #expect(files.status(folder / "a")?.modified == time)
            }
            // No program can set this one.
            #expect(try #require(files.status(folder / "a")).changed >= before.changed)
            try files.setPermissions(folder / "a", to: 0o751)
            #expect(files.status(folder / "a")?.permissions == 0o751)
            #expect(code { try files.setModified(folder / "b", to: 0) } == ENOENT)
            #expect(code { try files.setPermissions(folder / "b", to: 0) } == ENOENT)
        }
    }

    @Test(arguments: Form.allCases) func writingIfChangedKeepsTheTimes(_ form: Form) throws {
        try form.use { files, folder in
            try files.write("x", to: folder / "a")
            try files.setModified(folder / "a", to: 1_000_000_000)
            try files.writeIfChanged(Array("x".utf8), to: folder / "a")
            #expect(files.status(folder / "a")?.modified == 1_000_000_000)
            try files.writeIfChanged(Array("y".utf8), to: folder / "a")
            #expect(try files.text(folder / "a") == "y")
        }
    }

    /// Files that two spellings of one letter name are two files, though `String` holds them for equal.
    @Test(arguments: Form.allCases) func pathsAreBytes(_ form: Form) throws {
        let composed = AbsolutePath("/\u{e9}"), decomposed = AbsolutePath("/e\u{301}")
        #expect(composed != decomposed && decomposed < composed)
        #expect(Set([composed, decomposed, AbsolutePath("//\u{e9}/.")]).count == 2)
    }

    @Test(arguments: Form.allCases) func notReadable(_ form: Form) throws {
        // Nothing is closed to the superuser.
        if form == .local, geteuid() == 0 { return }
        try form.use { files, folder in
            try files.write(Array("x".utf8), to: folder / "secret", permissions: 0o000, durably: false)
            #expect(code { _ = try files.read(folder / "secret") } == EACCES)
            #expect(code { _ = try files.digest(folder / "secret") } == EACCES)
            try files.write("x", to: folder / "closed/file")
            try files.setPermissions(folder / "closed", to: 0o500)
            #expect(code { try files.write("y", to: folder / "closed/file") } == EACCES)
            #expect(code { try files.makeFolder(folder / "closed/folder") } == EACCES)
            try files.setPermissions(folder / "closed", to: 0o000)
            #expect(code { _ = try files.list(folder / "closed") } == EACCES)
            #expect(files.status(folder / "closed/file") == nil)
            try files.setPermissions(folder / "closed", to: 0o700)
        }
    }
}
