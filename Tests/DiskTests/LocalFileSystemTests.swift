import Digests
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Disk

@Suite struct LocalFileSystemTests {
    let files = LocalFileSystem()

    /// A pipe without a writer would keep a reader waiting for ever.
    @Test func pipesAndDevicesAreNotRead() throws {
        try withScratchFolder { folder in
            mkfifo((folder / "pipe").string, 0o644)
            #expect(files.status(folder / "pipe")?.kind == .other)
            #expect(code { _ = try files.read(folder / "pipe") } == EINVAL)
            #expect(code { _ = try files.digest(folder / "pipe") } == EINVAL)
            #expect(code { _ = try files.readRegularFile(folder / "pipe", atMost: 9) } == EINVAL)
            #expect(
                code { try files.copy(folder / "pipe", to: folder / "copy", permissions: 0o644, durably: false) }
                    == EINVAL)
            #expect(code { try files.append([1], to: folder / "pipe") } == ENXIO)
            #expect(code { _ = try files.read(AbsolutePath("/dev/zero")) } == EINVAL)
            #expect(try files.list(folder) == [FolderEntry(name: "pipe", kind: .other)])
            try files.write("x", to: folder / "pipe")
            #expect(try files.text(folder / "pipe") == "x")
        }
    }

    /// Their status says that they are empty.
    @Test func filesOfUnknownLength() throws {
        try withScratchFolder { folder in
            let content = try files.read(AbsolutePath("/proc/self/maps"))
            #expect(content.count > 100)
            try files.copy(AbsolutePath("/proc/version"), to: folder / "version", permissions: 0o644, durably: false)
            #expect(try files.read(folder / "version") == files.read(AbsolutePath("/proc/version")))
            #expect(try files.digest(AbsolutePath("/proc/version")) == files.digest(folder / "version"))
        }
    }

    /// A hundred gigabytes of zeros take no room on a disk.
    @Test func largeFilesAreNotReadInOnePiece() throws {
        try withScratchFolder { folder in
            let path = folder / "sparse"
            try files.write("x", to: path)
            #expect(truncate(path.string, 100 << 30) == 0)
            #expect(code { _ = try files.read(path) } == EFBIG)
            #expect(code { _ = try files.readRegularFile(path, atMost: 1 << 20) } == EFBIG)
            let digests = FileDigests(files: files, memory: nil)
            #expect(code { _ = try digests.digest(path, atMost: 1 << 20) } == EFBIG)
            #expect(digests.filesRead == 0)
        }
    }

    @Test func permissionsDoNotDependOnTheUmask() throws {
        try withScratchFolder { folder in
            // The mask belongs to the whole process, so this test takes bits that no usual mask lets through.
            for permissions: UInt16 in [0o777, 0o666, 0o400, 0o4755] {
                try files.write(Array("x".utf8), to: folder / "a", permissions: permissions, durably: false)
                #expect(files.status(folder / "a")?.permissions == permissions)
                try files.copy(folder / "a", to: folder / "b", permissions: permissions, durably: false)
                #expect(files.status(folder / "b")?.permissions == permissions)
            }
        }
    }

    /// To the system, a zero byte ends a path: another file would be meant.
    @Test func pathsWithZeroBytes() throws {
        try withScratchFolder { folder in
            try files.write("x", to: folder / "a")
            let path = folder / "a\0b"
            #expect(code { _ = try files.read(path) } == EINVAL)
            #expect(code { try files.write("y", to: path) } == EINVAL)
            #expect(code { try files.remove(path) } == EINVAL)
            #expect(code { try files.rename(folder / "a", to: path) } == EINVAL)
            #expect(code { try files.makeSymbolicLink(at: folder / "link", to: "a\0b") } == EINVAL)
            #expect(files.status(path) == nil && files.resolve(path) == nil)
            #expect(try files.list(folder).map(\.name) == ["a"])
        }
    }

    /// Nothing with a temporary name is left, whatever went wrong.
    @Test func failedWritesLeaveNothing() throws {
        try withScratchFolder { folder in
            try files.makeFolder(folder / "there/below")
            #expect(code { try files.write("x", to: folder / "there") } == EISDIR)
            let name = String(repeating: "n", count: 256)
            #expect(code { try files.write("x", to: folder / name) } == ENAMETOOLONG)
            try files.write("x", to: folder / "a")
            #expect(
                code { try files.copy(folder / "a", to: folder / "there", permissions: 0o644, durably: false) }
                    == EISDIR)
            #expect(try files.list(folder).map(\.name) == ["a", "there"])
        }
    }

    @Test func theLongestNames() throws {
        try withScratchFolder { folder in
            let name = String(repeating: "n", count: 255)
            try files.write("x", to: folder / name)
            try files.write("y", to: folder / name)
            #expect(try files.text(folder / name) == "y")
        }
    }

    /// Someone who reads while others replace the file sees one of the contents, whole.
    @Test func readersSeeWholeFiles() throws {
        try withScratchFolder { folder in
            let contents = (0..<4).map { [UInt8](repeating: UInt8($0), count: 50_000 + $0) }
            try files.write(contents[0], to: folder / "a")
            let torn = Mutex(0)
            DispatchQueue.concurrentPerform(iterations: 4) { index in
                for _ in 0..<25 {
                    if index < 2 {
                        try? files.write(contents[index * 2], to: folder / "a")
                    } else if let found = try? files.read(folder / "a"), contents.contains(found) {
                        continue
                    } else {
                        torn.withLock { $0 += 1 }
                    }
                }
            }
            #expect(torn.withLock { $0 } == 0)
            #expect(try files.list(folder).map(\.name) == ["a"])
        }
    }

    @Test func foldersThatAreReadOnlyOrFullAreRemoved() throws {
        try withScratchFolder { folder in
            for index in 0..<300 { try files.write("x", to: folder / "tree/\(index % 7)/\(index)") }
            try files.setPermissions(folder / "tree/3", to: 0o500)
            try files.setPermissions(folder / "tree/4", to: 0o000)
            try files.remove(folder / "tree")
            #expect(try files.list(folder) == [])
        }
    }

    @Test func namesThatAreNoText() throws {
        try withScratchFolder { folder in
            let bytes = Array(folder.string.utf8CString.dropLast()) + [0x2f, 0x41, CChar(bitPattern: 0xff), 0]
            close(open(bytes, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644))
            // It cannot be named, so it is only seen, and removed with its folder.
            let name = try #require(files.list(folder).first?.name)
            #expect(name == "A\u{fffd}")
            #expect(code { _ = try files.read(folder / name) } == ENOENT)
            try files.remove(folder)
            #expect(!files.exists(folder))
        }
    }

    @Test("folders of this system's own file systems change their times; those of others may not")
    func datedFolders() {
        let files = LocalFileSystem()
        #expect(!files.datesFolders(AbsolutePath("/proc")) && !files.datesFolders(AbsolutePath("/no/such/folder")))
    }

    /// What the system's own calls and programs find is what is found.
    @Test func traitsOfCopies() throws {
        try withScratchFolder { folder in
            try files.write("x", to: folder / "x")
            let canLink = link((folder / "x").string, (folder / "y").string) == 0
            let before = try files.list(folder)
            let traits = try files.copyTraits(from: folder, to: folder / "new/target")
            #expect(traits.hasHardLinks == canLink)
            #expect(try files.list(folder) == [FolderEntry(name: "new", kind: .folder)] + before)
            #expect(try files.list(folder / "new/target").isEmpty)
            let memory = AbsolutePath("/dev/shm")
            if files.isFolder(memory) {
                // A file system in memory has no blocks to share.
                #expect(try !files.copyTraits(from: folder, to: memory).sharesBlocks)
            }
            #expect(throws: FileError.self) { try files.copyTraits(from: folder, to: AbsolutePath("/proc")) }
            #expect(throws: FileError.self) { try files.copyTraits(from: AbsolutePath("/proc"), to: folder) }
            #expect(try files.list(folder).count == before.count + 1)
        }
    }

    @Test func temporaryNames() {
        let names = Set((0..<100).map { _ in TemporaryName.make() })
        #expect(names.count == 100)
        #expect(names.allSatisfy { TemporaryName.matches($0) && $0.utf8.count < 64 })
        for name in ["", ".mono", ".mono-", "mono-1.tmp", ".mono-1.tmp.swift", "x.mono-1.tmp"] {
            #expect(!TemporaryName.matches(name))
        }
    }

    @Test func theClockGoesWithTheFiles() throws {
        try withScratchFolder { folder in
            let before = files.now
            try files.write("x", to: folder / "a")
            let time = try #require(files.status(folder / "a")).modified
            // Files get the time of the last tick, which may be a hundredth of a second ago.
            #expect(time > before - 1_000_000_000 && time <= files.now)
        }
    }
}
