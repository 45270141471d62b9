import Glibc
import Testing

@testable import Disk

/// What may have changed since a moment, on a real file system.
@Suite struct PathWatchTests {
    private let files = LocalFileSystem()

    /// Calls `change` between a moment and a look, in a folder with `include/sub/x.h`, another `other/sub/x.h`, a link
    /// `way` to `include`, and a folder `busy` beside them; returns which of the names are still.
    private func still(_ names: String..., change: (AbsolutePath) throws -> Void) throws -> [String] {
        var found: [String] = []
        try withScratchFolder { folder in
            let root = folder / "deep/workspace"
            try files.write("1", to: root / "include/sub/x.h")
            try files.write("2", to: root / "other/sub/x.h")
            try files.write("b", to: root / "busy/file")
            try files.makeSymbolicLink(at: root / "way", to: "include")
            try files.makeSymbolicLink(at: root / "include/sub/link.h", to: "x.h")
            let clock = FileClock(files: files, probe: folder / "clock/probe")
            let start = clock.moment(
                after: ["include/sub/x.h", "other", "way", "include", "include/sub/link.h", ""].compactMap {
                    files.linkStatus(root / $0)
                })
            try change(root)
            var watch = PathWatch(files: files, workspace: root, since: start)
            found = names.filter { watch.isStill(root / $0) }
            #expect(clock.isSteady(since: start))
        }
        return found
    }

    @Test func nothingHappened() throws {
        let names = [
            "include/sub/x.h", "way/sub/x.h", "include/sub/link.h", "include", "include/missing.h",
            "missing/folder/x.h",
        ]
        #expect(
            try still(
                "include/sub/x.h", "way/sub/x.h", "include/sub/link.h", "include", "include/missing.h",
                "missing/folder/x.h"
            ) { _ in } == names)
    }

    @Test func aFileIsRewrittenReplacedOrTouched() throws {
        let all = ["include/sub/x.h", "way/sub/x.h", "include/sub/link.h"]
        for change in [
            { try files.append([1], to: $0 / "include/sub/x.h") },
            { try files.write("3", to: $0 / "include/sub/x.h") },
            { try files.setPermissions($0 / "include/sub/x.h", to: 0o600) },
            { try files.remove($0 / "include/sub/x.h") },
            {
                try files.rename($0 / "include/sub/x.h", to: $0 / "away");
                try files.rename($0 / "away", to: $0 / "include/sub/x.h")
            },
        ] as [(AbsolutePath) throws -> Void] {
            #expect(try still(all[0], all[1], all[2], "other/sub/x.h", change: change) == ["other/sub/x.h"])
        }
    }

    /// The inode of the header keeps its times.
    @Test func aFolderIsMovedAwayAndAnotherTakesItsPlace() throws {
        #expect(
            try still("include/sub/x.h", "way/sub/x.h", "busy/file") { root in
                try files.rename(root / "include", to: root / "old")
                try files.rename(root / "other", to: root / "include")
            } == ["busy/file"])
    }

    @Test func aFolderIsMovedAwayAndBack() throws {
        #expect(
            try still("include/sub/x.h", "way/sub/x.h", "busy/file") { root in
                try files.rename(root / "include/sub", to: root / "include/old")
                try files.rename(root / "other/sub", to: root / "include/sub")
                try files.rename(root / "include/sub", to: root / "other/sub")
                try files.rename(root / "include/old", to: root / "include/sub")
            } == ["busy/file"])
    }

    @Test func aLinkLeadsElsewhereForAMoment() throws {
        #expect(
            try still("include/sub/x.h", "way/sub/x.h") { root in
                try files.remove(root / "way")
                try files.makeSymbolicLink(at: root / "way", to: "other")
                try files.remove(root / "way")
                try files.makeSymbolicLink(at: root / "way", to: "include")
            } == ["include/sub/x.h"])
    }

    /// An editor saves, tools leave temporary files: what is beside a file is not the file.
    @Test func whatIsBesideDoesNotMatter() throws {
        #expect(
            try still("include/sub/x.h", "way/sub/x.h", "include") { root in
                try files.write("new", to: root / "include/sub/beside.h")
                try files.write("new", to: root / "include/sub/beside.h")
                try files.write("new", to: root / "busy/more")
                try files.write("new", to: root.parent / "elsewhere")
            } == ["include/sub/x.h", "way/sub/x.h", "include"])
        // But what was not there may have been.
        #expect(
            try still("include/sub/missing.h", "other/sub/missing.h") { root in
                try files.write("new", to: root / "include/sub/missing.h")
                try files.remove(root / "include/sub/missing.h")
            } == ["other/sub/missing.h"])
    }

    /// `/tmp` changes all the time, and so may what a workspace holds at its top.
    @Test func busyFoldersAboveDoNotMatter() throws {
        #expect(
            try still("include/sub/x.h") { root in
                try files.makeFolder(root.parent / "elsewhere")
                try files.makeFolder(root / ".mono")
            } == ["include/sub/x.h"])
        #expect(
            try still("include/sub/x.h") { root in
                try files.rename(root, to: root.parent / "away")
                try files.rename(root.parent / "away", to: root)
            } == [])
    }

    @Test func foldersInWhichNamesAreLookedUp() throws {
        try withScratchFolder { folder in
            try files.write("1", to: folder / "include/x.h")
            let clock = FileClock(files: files, probe: folder / "probe")
            let start = clock.moment(after: [try #require(files.linkStatus(folder / "include"))])
            var watch = PathWatch(files: files, workspace: folder, since: start)
            let before = watch.isUntouched(folder: folder / "include")
            try files.write("2", to: folder / "include/y.h")
            try files.remove(folder / "include/y.h")
            watch = PathWatch(files: files, workspace: folder, since: start)
            let after = watch.isUntouched(folder: folder / "include")
            #expect(before && !after)
        }
    }

    @Test(
        "times are compared with what the file system takes for now",
        arguments: [0, -10_000_000_000, 10_000_000_000, 1 << 60] as [Int64])
    func skew(_ ahead: Int64) {
        let moment = FileMoment(
            probe: (device: 1, stamp: 1_000_000_000_500), now: 1_000_000_000_500 + ahead, steady: .now)
        for isLocal in [true, false] {
            #expect(!moment.mayPrecede(1_000_000_000_499, on: 1, isLocal: isLocal))
            #expect(
                moment.mayPrecede(1_000_000_000_500, on: 1, isLocal: isLocal)
                    && moment.mayPrecede(1_000_000_000_501, on: 1, isLocal: isLocal))
        }
    }

    @Test("where nothing can be written, this kernel's clock counts, or an hour")
    func withoutProbe() {
        let second: Int64 = 1_000_000_000, now = 1_000_000 * second + 123_456_789,
            moment = FileMoment(probe: nil, now: now, steady: .now)
        #expect(
            !moment.mayPrecede(now - 30_000_001, on: 1, isLocal: true)
                && moment.mayPrecede(now - 10_000_000, on: 1, isLocal: true))
        // Whole seconds may be steps of two.
        #expect(
            moment.mayPrecede(now / second * second, on: 1, isLocal: true)
                && !moment.mayPrecede((now / second - 3) * second, on: 1, isLocal: true))
        #expect(
            moment.mayPrecede(now - 3_000 * second, on: 1, isLocal: false)
                && !moment.mayPrecede(now - 4_000 * second, on: 1, isLocal: false))
    }

    @Test("a clock that is set is seen")
    func clockThatIsSet() throws {
        let files = InMemoryFileSystem(["/w/file": "x"])
        let clock = FileClock(files: files, probe: AbsolutePath("/w/probe"))
        let start = clock.moment()
        #expect(clock.isSteady(since: start))
        files.advance(by: -10_000_000_000)
        #expect(!clock.isSteady(since: start))
        files.advance(by: 3_600_000_000_000)
        #expect(!clock.isSteady(since: start))
    }

    /// One that counts in seconds: what changed in this second may change in it again.
    @Test func itWaitsUntilTheInstantOfTheLastChangeIsOver() throws {
        try withScratchFolder { folder in
            let clock = FileClock(files: files, probe: folder / "probe")
            for _ in 0..<20 {
                try files.write("x", to: folder / "source")
                let status = try #require(files.linkStatus(folder / "source"))
                #expect(!clock.moment(after: [status]).mayPrecede(status.changed, on: status.device, isLocal: true))
            }
        }
    }
}
