import Disk
import FileWatching
import Glibc
import Synchronization
import Testing

/// On the real file system: what matters is what the kernel reports.
struct FolderWatchTests {
    /// Keeps what was reported.
    private final class Reports: Sendable {
        let changes = Mutex(FileChanges())

        /// Waits until `isThere` of all that was reported, at most 20 s or that many hundredths of a second.
        func wait(_ most: Int = 2_000, until isThere: (FileChanges) -> Bool) -> Bool {
            for _ in 0..<most {
                if changes.withLock({ isThere($0) }) { return true }
                usleep(10_000)
            }
            return false
        }

        func forget() { changes.withLock { $0 = FileChanges() } }
    }

    private let files = LocalFileSystem()

    private func inFolder(mostFolders: Int = .max, _ body: (AbsolutePath, FolderWatch, Reports) throws -> Void) throws {
        var template = Array("/tmp/mono-watch-XXXXXX".utf8CString)
        let made = try #require(template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } })
        let root = AbsolutePath(String(cString: made))
        defer { try? files.remove(root) }
        let reports = Reports()
        let watch = try FolderWatch.started(
            leavingOut: .init(names: [".mono"], paths: [root / "cache"]), mostFolders: mostFolders, interval: 0.02
        ) { changes in reports.changes.withLock { $0.formUnion(changes) } }
        defer { watch.stop() }
        try body(root, watch, reports)
    }

    private func write(_ path: AbsolutePath) throws {
        try files.makeFolder(path.parent)
        try files.write([1], to: path, permissions: 0o644, durably: false)
    }

    @Test func namesWhatChangesBelowARoot() throws {
        try inFolder { root, watch, reports in
            try write(root / "Sources/A/a.swift")
            watch.add(root)
            #expect(watch.count == 3)
            try write(root / "Sources/A/a.swift")
            #expect(reports.wait { $0.paths.contains(root / "Sources/A/a.swift") })
            reports.forget()
            try files.remove(root / "Sources/A/a.swift")
            #expect(reports.wait { $0.paths.contains(root / "Sources/A/a.swift") })
        }
    }

    @Test func watchesFoldersThatAreMadeLater() throws {
        try inFolder { root, watch, reports in
            watch.add(root)
            try write(root / "New/Deep/a.swift")
            // The folder is reported, and once it is watched its files are.
            #expect(reports.wait { $0.paths.contains(root / "New") })
            for _ in 0..<2_000 where watch.count < 3 { usleep(10_000) }
            reports.forget()
            try write(root / "New/Deep/a.swift")
            #expect(reports.wait { $0.paths.contains(root / "New/Deep/a.swift") })
        }
    }

    @Test func namesFilesOfAFolderThatMovedByItsNewName() throws {
        try inFolder { root, watch, reports in
            try write(root / "Old/Deep/a.swift")
            watch.add(root)
            try #require(rename((root / "Old").string, (root / "New").string) == 0)
            #expect(reports.wait { $0.paths.contains(root / "New") })
            for _ in 0..<2_000 where watch.count < 3 { usleep(10_000) }
            try write(root / "New/Deep/a.swift")
            #expect(reports.wait { $0.paths.contains(root / "New/Deep/a.swift") })
        }
    }

    @Test func leavesOutWhatItIsTo() throws {
        try inFolder { root, watch, reports in
            try write(root / ".mono/build/x")
            try write(root / "cache/x")
            watch.add(root)
            #expect(watch.count == 1)
            try write(root / ".mono/build/x")
            try write(root / "cache/x")
            try write(root / "seen")
            #expect(reports.wait { $0.paths.contains(root / "seen") })
            #expect(
                reports.changes.withLock { $0.paths.allSatisfy { $0.parent == root && $0.string.contains("seen") } })
        }
    }

    @Test func looksAtAllThatTheKernelDoesNotWatch() throws {
        try inFolder(mostFolders: 2) { root, watch, reports in
            try write(root / "Sources/A/Deep/a.swift")
            watch.add(root)
            #expect(watch.count == 2 && watch.isIncomplete)
            try write(root / "Sources/A/Deep/a.swift")
            #expect(reports.wait { $0.isPartial })
            reports.forget()
            try write(root / ".mono/x")
            try write(root / "Sources/A/Deep/New/b.swift")
            #expect(reports.wait { $0.isPartial })
        }
    }

    @Test func watchesTheEndsOfLinksThatLeadOut() throws {
        try inFolder { root, watch, reports in
            try write(root / "out/file")
            try write(root / "out/other")
            try write(root / "workspace/a.swift")
            try files.makeSymbolicLink(at: root / "workspace/link", to: "../out/file")
            watch.add(root / "workspace")
            try write(root / "out/other")
            try write(root / "out/file")
            #expect(reports.wait { $0.paths.contains(root / "out/file") })
            #expect(reports.changes.withLock { !$0.paths.contains(root / "out/other") })
        }
    }

    @Test func manyChangesAtOnceAreReported() throws {
        try inFolder { root, watch, reports in
            watch.add(root)
            // More than are named, in folders that are not watched yet.
            for folder in 0..<40 {
                try files.makeFolder(root / "\(folder)")
                for file in 0..<50 {
                    let path = "\(root)/\(folder)/\(file)"
                    close(open(path, O_CREAT | O_WRONLY, 0o600))
                }
            }
            // Of files that were there before their folder was watched, the folder is named alone.
            #expect(
                reports.wait { changes in
                    changes.isPartial || (0..<40).allSatisfy { changes.paths.contains(root / "\($0)") }
                })
            for _ in 0..<2_000 where watch.count < 41 { usleep(10_000) }
            // Reports about those before may come in between, and `FileChanges` names only so many.
            var isNamed = false
            for _ in 0..<200 where !isNamed {
                reports.forget()
                try write(root / "39/last")
                isNamed = reports.wait(10) { $0.paths.contains(root / "39/last") }
            }
            #expect(isNamed)
        }
    }

    @Test func namesNoMoreThanItsLimit() {
        var changes = FileChanges((0..<FileChanges.limit).map { AbsolutePath("/\($0)") })
        #expect(!changes.isPartial)
        changes.insert(AbsolutePath("/0"))
        #expect(!changes.isPartial)
        changes.insert(AbsolutePath("/more"))
        #expect(changes.isPartial && changes.paths.count == FileChanges.limit)
    }
}
