import Disk
import Glibc
import Testing

@Suite struct FolderWalkTests {
    @Test(arguments: Form.allCases) func everyFileByItsPath(_ form: Form) throws {
        try form.use { files, folder in
            for path in ["b", "a/y", "a/x", "a-b/z", "a/deep/down/w", ".hidden/v"] {
                try files.write(path, to: folder / path)
            }
            try files.makeFolder(folder / "empty")
            let walk = try FolderWalk(of: folder, in: files)
            // By bytes: "-" comes before "/".
            #expect(walk.files.map(\.path) == [".hidden/v", "a-b/z", "a/deep/down/w", "a/x", "a/y", "b"])
            #expect(walk.linksNotFollowed == [])
            #expect(walk.emptyFolders == ["empty"])

            let pruned = try FolderWalk(of: folder, in: files) { $0 != "a/deep" && !$0.hasPrefix(".") }
            #expect(pruned.files.map(\.path) == ["a-b/z", "a/x", "a/y", "b"])
            #expect(code { _ = try FolderWalk(of: folder / "b", in: files) } == ENOTDIR)
            #expect(code { _ = try FolderWalk(of: folder / "missing", in: files) } == ENOENT)
        }
    }

    @Test(arguments: Form.allCases) func whatLiesBehindLinks(_ form: Form) throws {
        try form.use { files, folder in
            try files.write("x", to: folder / "other/x")
            try files.write("y", to: folder / "root/real/y")
            try files.makeSymbolicLink(at: folder / "root/out", to: "../other")
            try files.makeSymbolicLink(at: folder / "root/in", to: "real")
            try files.makeSymbolicLink(at: folder / "moved", to: "root")
            for root in ["root", "moved"] {
                func isBehind(_ path: String) -> Bool { files.isBehindLink(folder / root / path, outOf: folder / root) }
                #expect(isBehind("out/x") && isBehind("out/not/there") && isBehind("in/../out/x"))
                #expect(!isBehind("out") && !isBehind("in/y") && !isBehind("real/y") && !isBehind("not/there"))
            }
            #expect(!files.isBehindLink(folder / "missing/x", outOf: folder / "missing"))
        }
    }

    @Test(arguments: Form.allCases) func links(_ form: Form) throws {
        try form.use { files, folder in
            try files.write("x", to: folder / "shared/x")
            try files.write("y", to: folder / "root/real/y")
            try files.makeSymbolicLink(at: folder / "root/inside", to: "real")
            try files.makeSymbolicLink(at: folder / "root/outside", to: "../shared")
            try files.makeSymbolicLink(at: folder / "root/file", to: "../shared/x")
            try files.makeSymbolicLink(at: folder / "root/nowhere", to: "missing")
            try files.makeSymbolicLink(at: folder / "root/real/up", to: "..")
            try files.makeSymbolicLink(at: folder / "root/itself", to: "itself")
            let walk = try FolderWalk(of: folder / "root", in: files)
            #expect(walk.files == ["file", "inside/y", "real/y"].map { .init(path: $0, kind: .file) })
            #expect(
                walk.linksNotFollowed == [
                    .init(path: "inside/up", reason: .leadsInCircle), .init(path: "itself", reason: .leadsNowhere),
                    .init(path: "nowhere", reason: .leadsNowhere), .init(path: "outside", reason: .leadsOutside),
                    .init(path: "real/up", reason: .leadsInCircle),
                ])
            let wide = try FolderWalk(of: folder / "root", in: files, boundary: folder)
            #expect(wide.files.map(\.path) == ["file", "inside/y", "outside/x", "real/y"])

            try files.makeSymbolicLink(at: folder / "alias", to: "root")
            #expect(try FolderWalk(of: folder / "alias", in: files) == walk)
            #expect(
                try FolderWalk(of: folder / "root", in: files) { $0 != "inside" }.files.map(\.path) == [
                    "file", "real/y",
                ])
        }
    }

    /// Each of two folders leads into the other: the walk goes there once and not back.
    @Test(arguments: Form.allCases) func circlesOfTwo(_ form: Form) throws {
        try form.use { files, folder in
            try files.write("x", to: folder / "a/x")
            try files.write("y", to: folder / "b/y")
            try files.makeSymbolicLink(at: folder / "a/to-b", to: "../b")
            try files.makeSymbolicLink(at: folder / "b/to-a", to: "../a")
            let walk = try FolderWalk(of: folder, in: files)
            #expect(walk.files.map(\.path) == ["a/to-b/y", "a/x", "b/to-a/x", "b/y"])
            #expect(walk.linksNotFollowed.map(\.path) == ["a/to-b/to-a", "b/to-a/to-b"])
        }
    }
}
