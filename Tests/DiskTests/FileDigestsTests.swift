import Digests
import Dispatch
import Glibc
import Testing

@testable import Disk

@Suite struct FileDigestsTests {
    let files = InMemoryFileSystem()
    let file = AbsolutePath("/w/file"), memory = AbsolutePath("/w/.mono/digests")

    init() throws {
        try files.write("one", to: file)
        files.advance(by: 10_000_000_000)
    }

    private func digests() -> FileDigests { FileDigests(files: files, memory: memory) }

    private func saved(_ build: (FileDigests) throws -> Void) throws -> FileDigests {
        let first = digests()
        try build(first)
        try first.save()
        return digests()
    }

    @Test func aFileIsReadOnce() throws {
        let digests = digests()
        for _ in 0..<3 { #expect(try digests.digest(file) == ContentDigest(of: "one")) }
        #expect(digests.filesRead == 1)
    }

    /// For callers that would read the file next.
    @Test func contentComesWithADigestThatWasRead() throws {
        let digests = digests()
        let first = try digests.digestReading(file)
        #expect(first.digest == ContentDigest(of: "one") && first.content == Array("one".utf8))
        let second = try digests.digestReading(file)
        #expect(second.digest == first.digest && second.content == nil)
        #expect(digests.filesRead == 1)
    }

    @Test func rememberedByTheNextProcess() throws {
        let next = try saved { _ = try $0.digest(file) }
        #expect(try next.digest(file) == ContentDigest(of: "one"))
        #expect(next.filesRead == 0)
    }

    /// Everything that a look shows counts: other content of the same size, with the old time of modification set
    /// again, is still seen.
    @Test func everyChangeIsSeen() throws {
        let next = try saved { _ = try $0.digest(file) }
        let modified = try #require(files.status(file)).modified
        try files.write("two", to: file)
        try files.setModified(file, to: modified)
        #expect(try next.digest(file) == ContentDigest(of: "two"))
        #expect(next.filesRead == 1)
    }

    @Test func aChangeInPlaceIsSeen() throws {
        let next = try saved { _ = try $0.digest(file) }
        try files.append(Array("!".utf8), to: file)
        #expect(try next.digest(file) == ContentDigest(of: "one!"))
    }

    @Test func missingAndUnreadable() throws {
        let digests = digests()
        #expect(throws: FileError(.read, AbsolutePath("/w/no"), code: ENOENT)) {
            try digests.digest(AbsolutePath("/w/no"))
        }
        #expect(code { _ = try digests.digest(AbsolutePath("/w")) } == EISDIR)
        files.fail(.read, file, code: EIO)
        #expect(code { _ = try digests.digest(file) } == EIO)
        files.heal()
        #expect(try digests.digest(file) == ContentDigest(of: "one"))
    }

    // MARK: Files too young to be trusted

    /// The clock has not moved between the two writes, so nothing that a look shows tells them apart.
    @Test func aChangeWithinTheGrainOfTheClockIsSeen() throws {
        let young = AbsolutePath("/w/young")
        try files.write("one", to: young)
        let next = try saved { _ = try $0.digest(young) }
        let before = files.status(young)
        try files.overwrite(young, with: "two")
        #expect(files.status(young) == before)
        #expect(try next.digest(young) == ContentDigest(of: "two"))
        #expect(next.filesRead == 1)
    }

    /// Read again while it is young, and never after: a build straight after a build reads a little, the next one
    /// nothing.
    @Test(arguments: [(150_000_000 as Int64, 1_000_000_007 as Int64), (3_000_000_000, 1_000_000_000)])
    func aFileGrowsOld(_ grain: Int64, _ start: Int64) throws {
        let files = InMemoryFileSystem(["/w/file": "one"], now: start)
        func read() throws -> Int {
            let digests = FileDigests(files: files, memory: memory)
            _ = try digests.digest(file)
            try digests.save()
            return digests.filesRead
        }
        #expect(try read() == 1)
        files.advance(by: 50_000_000)
        #expect(try read() == 1)
        files.advance(by: grain)
        #expect(try read() == 1)
        #expect(try read() == 0)
        files.advance(by: -grain)
        #expect(try read() == 0)
    }

    @Test func aFileFromTheFutureIsNotTrusted() throws {
        files.advance(by: -3_600_000_000_000)
        let digests = digests()
        for _ in 0..<2 { _ = try digests.digest(file) }
        #expect(digests.filesRead == 2)
    }

    @Test func aFileThatChangesWhileItIsRead() throws {
        let digests = digests()
        // After the look, before the read: what is read is not what was looked at.
        files.before(.read, file) { [files, file] in
            files.advance(by: 1_000_000_000)
            try? files.write("two", to: file)
            files.advance(by: 10_000_000_000)
        }
        #expect(try digests.digest(file) == ContentDigest(of: "two"))
        #expect(digests.filesRead == 2)
        #expect(try digests.digest(file) == ContentDigest(of: "two"))
        #expect(digests.filesRead == 2)
    }

    @Test func aFileThatNeverStopsChanging() throws {
        let digests = digests()
        for round in 0..<3 {
            files.before(.read, file) { [files, file] in
                files.advance(by: 1_000_000_000)
                try? files.write("round \(round)", to: file)
            }
        }
        #expect(try digests.digest(file) == ContentDigest(of: "round 2"))
        #expect(digests.filesRead == 3)
    }

    // MARK: Recorded

    @Test func recordedFilesAreNotRead() throws {
        let output = AbsolutePath("/w/output")
        let next = try saved {
            try files.write("result", to: output)
            $0.record(output, ContentDigest(of: "result"))
            #expect(try $0.digest(output) == ContentDigest(of: "result"))
        }
        #expect(try next.digest(output) == ContentDigest(of: "result"))
        #expect(next.filesRead == 0)
        files.advance(by: 1)
        try files.write("other!", to: output)
        #expect(try next.digest(output) == ContentDigest(of: "other!"))
    }

    @Test func whatCannotBeIsNotRecorded() throws {
        let digests = digests()
        digests.record(AbsolutePath("/w/missing"), ContentDigest(of: ""))
        digests.record(AbsolutePath("/w"), ContentDigest(of: ""))
        digests.record(file, ContentDigest(of: "longer than it is"))
        #expect(try digests.digest(file) == ContentDigest(of: "one"))
        #expect(digests.filesRead == 1)
    }

    // MARK: The memory

    @Test func savedOnlyWhenSomethingIsNew() throws {
        let next = try saved { _ = try $0.digest(file) }
        let before = files.status(memory)
        _ = try next.digest(file)
        try next.save()
        #expect(files.status(memory) == before)
        // The day after it is noted that the entry is still of use.
        files.advance(by: 90_000_000_000_000)
        _ = try next.digest(file)
        try next.save()
        #expect(files.status(memory) != before)
    }

    @Test func entriesThatNobodyAsksForGoAway() throws {
        let other = AbsolutePath("/w/other")
        try files.write("other", to: other)
        files.advance(by: 10_000_000_000)
        var digests = try saved { for path in [file, other] { _ = try $0.digest(path) } }
        for _ in 0..<20 {
            files.advance(by: 2 * 86_400_000_000_000)
            _ = try digests.digest(other)
            try digests.save()
            digests = self.digests()
        }
        _ = try digests.digest(other)
        #expect(digests.filesRead == 0)
        _ = try digests.digest(file)
        #expect(digests.filesRead == 1)
    }

    @Test func aMemoryThatCannotBeWrittenIsTriedAgain() throws {
        let digests = digests()
        _ = try digests.digest(file)
        files.fail(.write, memory, code: ENOSPC)
        #expect(code { try digests.save() } == ENOSPC)
        files.heal()
        try digests.save()
        #expect(files.exists(memory))
    }

    /// Whatever happened to the file, the memory is what it was or empty, and digests are right.
    @Test func damagedMemories() throws {
        _ = try saved { _ = try $0.digest(file) }
        let whole = try files.read(memory)
        var damaged = (0..<whole.count).map { Array(whole[..<$0]) } + [whole + [0], whole + whole]
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 1 << UInt8(index % 8)
            damaged.append(bytes)
        }
        for bytes in damaged { #expect(DigestMemory.parse(bytes) == nil) }
        #expect(DigestMemory.parse(whole)?.count == 1)

        try files.write([UInt8](repeating: 0xff, count: 200), to: memory)
        let digests = digests()
        #expect(try digests.digest(file) == ContentDigest(of: "one"))
        #expect(digests.filesRead == 1)
        try digests.save()
        #expect(try files.read(memory).count == whole.count)
    }

    @Test func aMemoryOfAnotherVersionIsEmpty() throws {
        var bytes = DigestMemory.encode([:])
        #expect(DigestMemory.parse(bytes)?.isEmpty == true)
        bytes.removeLast(ContentDigest.hashLength)
        bytes[7] = UInt8(ascii: "2")
        ContentDigest(of: bytes).appendHash(to: &bytes)
        #expect(DigestMemory.parse(bytes) == nil)
    }

    @Test func manyThreads() throws {
        let paths = (0..<50).map { AbsolutePath("/w/many/\($0)") }
        for path in paths { try files.write(path.string, to: path) }
        files.advance(by: 10_000_000_000)
        let digests = digests()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for path in paths {
                let found = try? digests.digest(path)
                if found != ContentDigest(of: path.string) { Issue.record("\(path): \(String(describing: found))") }
            }
            try? digests.save()
        }
        let next = self.digests()
        for path in paths { _ = try next.digest(path) }
        #expect(next.filesRead == 0)
    }

    @Test func onTheDisk() throws {
        try withScratchFolder { folder in
            let files = LocalFileSystem()
            try files.write("one", to: folder / "file")
            let digests = FileDigests(files: files, memory: folder / "memory")
            digests.record(folder / "file", ContentDigest(of: "one"))
            try digests.save()
            let next = FileDigests(files: files, memory: folder / "memory")
            #expect(try next.digest(folder / "file") == ContentDigest(of: "one"))
            #expect(next.filesRead == 0)
            try files.write("two", to: folder / "file")
            #expect(try next.digest(folder / "file") == ContentDigest(of: "two"))
        }
    }

    // MARK: Two writes that look alike

    /// A race found in the field: a compiler wrote an object, and another one of the same size within the second that
    /// the file system counts in.
    @Test func whatSomebodyElseIsAboutToWriteIsForgotten() throws {
        let digests = digests(), clock = FileClock(files: files, probe: AbsolutePath("/w/clock"))
        try files.write("one", to: file)
        digests.record(file, ContentDigest(of: "one"))
        digests.forgetLately(changed: [file], before: clock.moment())
        try files.overwriteUnseen(file, with: "two")
        #expect(try digests.digest(file) == ContentDigest(of: "two"))
    }

    /// What is older than the clock's last step gets another time when it is written: it stays remembered.
    @Test func whatIsOlderIsKept() throws {
        let digests = digests(), clock = FileClock(files: files, probe: AbsolutePath("/w/clock"))
        digests.record(file, ContentDigest(of: "one"))
        files.advance(by: 5_000_000_000)
        digests.forgetLately(changed: [file, AbsolutePath("/w/no")], before: clock.moment())
        _ = try digests.digest(file)
        #expect(digests.filesRead == 0)
    }

    @Test func whereTimesAreWholeSecondsNothingNewIsRememberedForOthers() throws {
        let files = InMemoryFileSystem(["/w/file": "one"], now: 1_700_000_000_000_000_000)
        let digests = FileDigests(files: files, memory: memory)
        digests.record(file, ContentDigest(of: "one"))
        try digests.save()
        try files.overwriteUnseen(file, with: "two")
        #expect(try FileDigests(files: files, memory: memory).digest(file) == ContentDigest(of: "two"))
    }
}
