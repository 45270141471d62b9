import Digests
import Glibc
import Testing

@testable import Disk

/// What a log says of questions to a file system holds as long as the answers are the same.
@Suite struct LookTests {
    /// Files of this machine in a folder of their own, and the same in memory.
    private func eachKind(_ body: (any FileSystem, AbsolutePath, _ wait: () -> Void) throws -> Void) throws {
        let memory = InMemoryFileSystem()
        try memory.makeFolder(AbsolutePath("/f"))
        try body(memory, AbsolutePath("/f")) { memory.advance(by: 10_000_000_000) }
        try withScratchFolder { folder in
            // Longer than clocks of local file systems stand still.
            try body(LocalFileSystem(), folder) { usleep(120_000) }
        }
    }

    private static func isSame(_ table: LookTable, in files: any FileSystem) -> Bool {
        files.edited(since: table, atMost: 9)?.isEmpty == true
    }

    private func put(_ files: any FileSystem, _ folder: AbsolutePath) throws {
        for name in ["a/one", "a/two", "b/deep/three", "é f"] { try files.write(name, to: folder / name) }
        try files.makeSymbolicLink(at: folder / "a/link", to: "two")
        try files.makeSymbolicLink(at: folder / "c", to: "b")
    }

    /// Asks all kinds of questions.
    private func ask(_ files: any FileSystem, _ folder: AbsolutePath) {
        _ = try? files.list(folder)
        _ = try? files.list(folder / "a")
        _ = try? files.read(folder / "a/one")
        _ = try? files.digest(folder / "c/deep/three")
        _ = files.status(folder / "é f")
        _ = files.linkStatus(folder / "a/link")
        _ = try? files.destination(ofLink: folder / "a/link")
        _ = files.resolve(folder / "c/deep")
        _ = files.exists(folder / "absent")
        _ = files.status(folder / "b/absent/more")
        _ = files.isFolder(folder / "b/deep")
        _ = files.status(AbsolutePath("/"))
    }

    private func table(_ files: any FileSystem, _ folder: AbsolutePath) throws -> LookTable {
        let log = LookLog(leavingOut: [])
        ask(LoggingFileSystem(files, log), folder)
        return try #require(log.table(files))
    }

    private func copy(_ table: LookTable) throws -> LookTable {
        var writer = RecordWriter()
        table.write(to: &writer)
        var reader = RecordReader(writer.bytes)
        let copy = try LookTable(from: &reader)
        try reader.finish()
        return copy
    }

    @Test(arguments: [false, true]) func allThatIsAskedForCounts(_ settled: Bool) throws {
        let changes: [(String, (any FileSystem, AbsolutePath) throws -> Void)] = [
            ("content", { try $0.write("other", to: $1 / "a/one") }),
            ("content behind a link", { try $0.write("b/deep/thrEE", to: $1 / "b/deep/three") }),
            ("mode", { try $0.setPermissions($1 / "é f", to: 0o600) }),
            ("time", { try $0.setModified($1 / "é f", to: 1_000_000_000) }),
            ("added", { try $0.write("", to: $1 / "a/more") }), ("removed", { try $0.remove($1 / "a/two") }),
            (
                "link",
                {
                    try $0.remove($1 / "a/link")
                    try $0.makeSymbolicLink(at: $1 / "a/link", to: "one")
                }
            ),
            (
                "link on the way",
                {
                    try $0.remove($1 / "c")
                    try $0.makeSymbolicLink(at: $1 / "c", to: "a")
                }
            ), ("there now", { try $0.write("", to: $1 / "absent") }),
            ("there now, below", { try $0.write("", to: $1 / "b/absent/more") }),
            ("no folder any more", { try $0.rename($1 / "b/deep", to: $1 / "b/other") }),
        ]
        for (what, change) in changes {
            try eachKind { files, folder, wait in
                try put(files, folder)
                if settled { wait() }
                let known = try copy(table(files, folder))
                #expect(LookTests.isSame(known, in: files), "\(what)")
                #expect(known.edited(in: files, atMost: 0)?.isEmpty == true, "\(what)")
                wait()
                try change(files, folder)
                #expect(!LookTests.isSame(known, in: files), "\(what)")
                #expect(known.edited(in: files, atMost: 0)?.isEmpty != true, "\(what)")
            }
        }
    }

    @Test func editedFilesAreNamedWhereNothingElseDiffers() throws {
        try eachKind { files, folder, wait in
            try put(files, folder)
            wait()
            let known = try copy(table(files, folder))
            #expect(files.edited(since: known, atMost: 0) == EditedPlaces(files: [], folders: []))
            wait()
            try files.append(Array("more".utf8), to: folder / "é f")
            #expect(files.edited(since: known, atMost: 1) == EditedPlaces(files: [folder / "é f"], folders: []))
            #expect(files.edited(since: known, atMost: 0) == nil)
            // Another file in its place: what the folder lists is the same, and a look does not show that.
            try files.write("other", to: folder / "é f")
            #expect(files.edited(since: known, atMost: 1) == EditedPlaces(files: [folder / "é f"], folders: [folder]))
            try files.write("", to: folder / "a/more")
            let places = EditedPlaces(files: [folder / "é f"], folders: [folder, folder / "a"])
            #expect(files.edited(since: known, atMost: 2) == places)
            #expect(files.edited(since: known, atMost: 1) == nil)
            try files.setPermissions(folder / "a", to: 0o700)
            #expect(files.edited(since: known, atMost: 9) == nil)
        }
    }

    @Test func foldersListWhatTheyDidWhereAFileGaveWayToAnother() throws {
        try eachKind { files, folder, wait in
            try put(files, folder)
            wait()
            let known = try copy(table(files, folder))
            let listings = FolderListings(of: known, in: folder.parent, butNot: folder / "own", files)
            #expect(listings.holds(folder, in: files))
            wait()
            try files.write("other", to: folder / "é f")
            #expect(listings.holds(folder, in: files))
            // A folder of which nothing is known, as where it changed before it was listed.
            #expect(!FolderListings(of: known, in: folder, butNot: folder / "own", files).holds(folder, in: files))
            #expect(!listings.holds(folder / "nowhere", in: files))
            try files.write("", to: folder / "more")
            #expect(!listings.holds(folder, in: files))
            try files.remove(folder / "more")
            try files.remove(folder / "é f")
            #expect(!listings.holds(folder, in: files))
            try files.makeSymbolicLink(at: folder / "é f", to: "a")
            #expect(!listings.holds(folder, in: files))
        }
    }

    /// Where only the kind was asked for, all else may change.
    @Test func whatNobodyAskedForDoesNotCount() throws {
        try eachKind { files, folder, wait in
            try put(files, folder)
            wait()
            let log = LookLog(leavingOut: [folder / "b"]), logged = LoggingFileSystem(files, log)
            _ = logged.isFolder(folder / "a")
            _ = logged.exists(folder / "é f")
            _ = try logged.read(folder / "b/deep/three")
            let known = try #require(log.table(files))
            #expect(known.count == 2)
            try files.write("", to: folder / "a/more")
            try files.write("longer", to: folder / "é f")
            try files.remove(folder / "b")
            #expect(LookTests.isSame(known, in: files))
        }
    }

    /// A file that is changed again in the instant in which it was read looks the same.
    @Test func whatIsTooNewIsKnownByItsContent() throws {
        let files = InMemoryFileSystem()
        try files.write("one", to: AbsolutePath("/f/a"))
        let log = LookLog(leavingOut: [])
        _ = try LoggingFileSystem(files, log).read(AbsolutePath("/f/a"))
        let known = try #require(log.table(files))
        #expect(LookTests.isSame(known, in: files))
        let before = files.status(AbsolutePath("/f/a"))
        try files.overwrite(AbsolutePath("/f/a"), with: "two")
        #expect(files.status(AbsolutePath("/f/a")) == before)
        #expect(!LookTests.isSame(known, in: files))
    }

    /// The file is read, changed in the same instant, and looked at when that is long ago.
    @Test func whatWasTooNewIsReadAgain() throws {
        let files = InMemoryFileSystem()
        try files.write("one", to: AbsolutePath("/f/a"))
        let log = LookLog(leavingOut: [])
        _ = try LoggingFileSystem(files, log).read(AbsolutePath("/f/a"))
        try files.overwrite(AbsolutePath("/f/a"), with: "two")
        files.advance(by: 10_000_000_000)
        #expect(!LookTests.isSame(try #require(log.table(files)), in: files))
        try files.overwrite(AbsolutePath("/f/a"), with: "one")
        files.advance(by: 10_000_000_000)
        let other = LookLog(leavingOut: [])
        _ = try LoggingFileSystem(files, other).read(AbsolutePath("/f/a"))
        let settled = try #require(other.table(files))
        #expect(settled.answers.isEmpty && LookTests.isSame(settled, in: files))
    }

    @Test func twoAnswersAreNone() throws {
        let files = InMemoryFileSystem(["/f/a": "one"])
        files.advance(by: 10_000_000_000)
        let log = LookLog(leavingOut: []), logged = LoggingFileSystem(files, log)
        _ = try logged.read(AbsolutePath("/f/a"))
        try files.write("two", to: AbsolutePath("/f/a"))
        _ = try logged.read(AbsolutePath("/f/a"))
        #expect(log.table(files) == nil)
    }

    /// Times in whole seconds tell nothing of what was changed just now.
    @Test func coarseClocks() throws {
        let files = InMemoryFileSystem(["/f/a": "one"], now: 1_700_000_000_000_000_000)
        let log = LookLog(leavingOut: [])
        _ = LoggingFileSystem(files, log).status(AbsolutePath("/f/a"))
        #expect(log.table(files) == nil)
        files.advance(by: 3_000_000_000)
        #expect(log.table(files) != nil)
    }

    /// A link that comes to stand on the way is not followed by who asked.
    @Test func confinedFiles() throws {
        try eachKind { files, folder, wait in
            try put(files, folder)
            wait()
            let log = LookLog(leavingOut: [])
            let confined = LoggingFileSystem(files, log).confined(to: folder)
            #expect(try confined.read(folder / "b/deep/three") == Array("b/deep/three".utf8))
            let known = try #require(log.table(files))
            #expect(LookTests.isSame(known, in: files))
            try files.rename(folder / "b", to: folder / "moved")
            try files.makeSymbolicLink(at: folder / "b", to: "moved")
            #expect(!LookTests.isSame(known, in: files))
        }
    }

    @Test func largeFoldersAndManyFolders() throws {
        try withScratchFolder { folder in
            let files = LocalFileSystem()
            for number in 0..<1300 { try files.write("", to: folder / "large/\(number)") }
            for number in 0..<200 { try files.write("", to: folder / "\(number)/file") }
            usleep(120_000)
            let log = LookLog(leavingOut: []), logged = LoggingFileSystem(files, log)
            for number in 0..<1300 { _ = logged.status(folder / "large/\(number)") }
            for number in 0..<200 { _ = logged.status(folder / "\(number)/file") }
            let known = try copy(#require(log.table(files)))
            #expect(known.count == 1500 && LookTests.isSame(known, in: files))
            for path in ["large/1299", "large/0", "0/file", "199/file"] {
                let before = try #require(files.status(folder / path)).modified
                try files.setModified(folder / path, to: 0)
                #expect(!LookTests.isSame(known, in: files), "\(path)")
                // The time of change tells all the same.
                try files.setModified(folder / path, to: before)
                #expect(!LookTests.isSame(known, in: files), "\(path)")
                try files.remove(folder / path)
                #expect(!LookTests.isSame(known, in: files), "\(path)")
            }
        }
    }

    /// Whatever bytes a table is read from: it holds, or it does not.
    @Test func hostileBytes() throws {
        try withScratchFolder { folder in
            let files = LocalFileSystem()
            try put(files, folder)
            usleep(120_000)
            var writer = RecordWriter()
            try table(files, folder).write(to: &writer)
            let whole = writer.bytes
            for at in whole.indices {
                for flip: UInt8 in [0x01, 0x80, 0xFF] {
                    var bytes = whole
                    bytes[at] ^= flip
                    var reader = RecordReader(bytes)
                    if let table = try? LookTable(from: &reader) {
                        #expect(files.edited(since: table, atMost: 9) == table.edited(in: files, atMost: 9))
                    }
                }
                var reader = RecordReader(Array(whole[..<at]))
                if let table = try? LookTable(from: &reader) { #expect(!LookTests.isSame(table, in: files) || at == 0) }
            }
        }
    }
}
