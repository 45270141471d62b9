import Digests
import Glibc
import Testing

@testable import Disk

/// Below a folder that others write to, no link leads anywhere.
@Suite struct ConfinedTests {
    enum Kind: CaseIterable, Sendable {
        case local
        /// What kernels without `openat2` get.
        case stepwise
        case inMemory

        /// Calls `body` with a file system, the same confined to `folder/cage`, and `folder`, beside whose `cage`
        /// something precious lies.
        func use(_ body: (_ files: any FileSystem, _ confined: any FileSystem, _ folder: AbsolutePath) throws -> Void)
            throws
        {
            func prepared(_ files: any FileSystem, _ confined: any FileSystem, _ folder: AbsolutePath) throws {
                try files.write("precious", to: folder / "outside/deep/file")
                try files.write("mine", to: folder / "cage/real/file")
                try files.makeSymbolicLink(at: folder / "cage/way", to: "../outside")
                try files.makeSymbolicLink(at: folder / "cage/absolute", to: (folder / "outside").string)
                try files.makeSymbolicLink(at: folder / "cage/inward", to: "real")
                try files.makeSymbolicLink(at: folder / "cage/real/end", to: "../../outside/deep/file")
                try body(files, confined, folder)
                #expect(try files.text(folder / "outside/deep/file") == "precious")
                #expect(try files.list(folder / "outside/deep").map(\.name) == ["file"])
                #expect(try files.list(folder / "outside").map(\.name) == ["deep"])
            }
            switch self {
            case .inMemory:
                let files = InMemoryFileSystem(), folder = AbsolutePath("/scratch")
                try prepared(files, files.confined(to: folder / "cage"), folder)
            case .local, .stepwise:
                try withScratchFolder { folder in
                    var access = PathAccess().anchored(at: folder / "cage")
                    access.isStepwise = self == .stepwise
                    try prepared(LocalFileSystem(), LocalFileSystem(access: access), folder)
                }
            }
        }
    }

    @Test("what links lead to is not there", arguments: Kind.allCases)
    func looking(_ kind: Kind) throws {
        try kind.use { files, confined, folder in
            for way in ["way", "absolute", "inward"] {
                let path = folder / "cage/\(way)"
                #expect(
                    confined.status(path)?.kind == .symbolicLink && confined.linkStatus(path)?.kind == .symbolicLink)
                #expect(confined.status(path / "deep") == nil && confined.linkStatus(path / "deep/file") == nil)
                #expect(confined.resolve(path) == nil && !confined.isFolder(path) && !confined.exists(path / "file"))
                #expect(code { _ = try confined.read(path / "file") } == ELOOP)
                #expect(code { _ = try confined.digest(path / "deep/file") } == ELOOP)
                #expect(code { _ = try confined.readRegularFile(path / "deep/file", atMost: 100) } == ELOOP)
                #expect([ELOOP, ENOTDIR].contains(code { _ = try confined.list(path) }))
            }
            #expect(code { _ = try confined.read(folder / "cage/real/end") } == ELOOP)
            #expect(try confined.destination(ofLink: folder / "cage/way") == "../outside")
            #expect(try confined.text(folder / "cage/real/file") == "mine")
            let names = try confined.list(folder / "cage").map(\.name)
            #expect(names == ["absolute", "inward", "real", "way"])
            // Elsewhere it is as ever.
            #expect(try confined.text(folder / "outside/deep/file") == "precious")
        }
    }

    /// Each of these would change something through the link at `way`.
    private static let changes:
        [@Sendable (_ files: any FileSystem, _ cage: AbsolutePath, _ way: AbsolutePath) throws -> Void] = [
            { files, _, way in try files.write("x", to: way / "new") },
            { files, _, way in try files.write("x", to: way / "deep/file") },
            { files, _, way in try files.write("x", to: way / "far/away/new") },
            { files, _, way in try files.append([1], to: way / "deep/file") },
            { files, cage, way in
                try files.copy(cage / "real/file", to: way / "new", permissions: 0o644, durably: false)
            },
            { files, cage, way in
                _ = try files.copy(
                    cage / "real/file", to: way / "new", expecting: ContentDigest(of: "mine"), permissions: 0o644,
                    durably: false)
            },
            { files, cage, way in
                _ = try files.copy(cage / "real/file", by: way, permissions: 0o644) { _ in way / "new" }
            },
            { files, _, way in try files.makeFolder(way / "new") },
            { files, _, way in try files.makeSymbolicLink(at: way / "new", to: "x") },
            { files, _, way in try files.remove(way / "deep") },
            { files, _, way in try files.remove(way / "deep/file") },
            { files, cage, way in try files.rename(way / "deep", to: cage / "stolen") },
            { files, cage, way in try files.rename(cage / "real", to: way / "planted") },
            { files, _, way in try files.setModified(way / "deep/file", to: 0) },
            { files, _, way in try files.setPermissions(way / "deep/file", to: 0o600) },
            { files, cage, _ in try files.append([1], to: cage / "real/end") },
        ]

    @Test("nothing is written, moved or removed through one", arguments: Kind.allCases)
    func changing(_ kind: Kind) throws {
        try kind.use { files, confined, folder in
            let cage = folder / "cage"
            for way in ["way", "absolute"] {
                for (number, change) in ConfinedTests.changes.enumerated() {
                    #expect(code { try change(confined, cage, cage / way) } == ELOOP, "change \(number)")
                }
            }
            // A file takes the place of a link, and a link goes without what it leads to.
            try confined.write("new", to: cage / "real/end")
            #expect(try files.text(cage / "real/end") == "new")
            #expect(files.linkStatus(cage / "real/end")?.kind == .file)
            try confined.remove(cage / "way")
            try confined.remove(cage / "absolute")
            #expect(try files.list(cage).map(\.name) == ["inward", "real"])
        }
    }

    @Test("what is plain works as ever", arguments: Kind.allCases)
    func plain(_ kind: Kind) throws {
        try kind.use { files, confined, folder in
            let cage = folder / "cage"
            try confined.write("x", to: cage / "a/b/c/file")
            try confined.setModified(cage / "a/b/c/file", to: 5_000_000_000)
            try confined.setPermissions(cage / "a/b/c/file", to: 0o600)
            #expect(
                files.status(cage / "a/b/c/file")?.modified == 5_000_000_000
                    && files.status(cage / "a/b/c/file")?.permissions == 0o600)
            try confined.rename(cage / "a/b", to: cage / "moved")
            #expect(try confined.text(cage / "moved/c/file") == "x")
            // In, and out.
            try confined.copy(folder / "outside/deep/file", to: cage / "copy", permissions: 0o644, durably: false)
            try confined.copy(cage / "copy", to: folder / "elsewhere/copy", permissions: 0o644, durably: false)
            #expect(try files.text(folder / "elsewhere/copy") == "precious")
            try confined.remove(cage / "moved")
            #expect(try confined.list(cage).map(\.name) == ["a", "absolute", "copy", "inward", "real", "way"])
            #expect(confined.status(cage)?.kind == .folder)
            #expect(code { _ = try confined.read(cage / "missing/file") } == ENOENT)
            #expect(code { _ = try confined.read(cage / "copy/file") } == ENOTDIR)
            try confined.remove(cage)
            #expect(!files.exists(cage))
        }
    }

    @Test("the folder itself may be reached through links; of nested ones the outer counts", arguments: Kind.allCases)
    func anchors(_ kind: Kind) throws {
        try kind.use { files, _, folder in
            try files.makeSymbolicLink(at: folder / "alias", to: "cage")
            let aliased = files.confined(to: folder / "alias")
            #expect(try aliased.text(folder / "alias/real/file") == "mine")
            #expect(code { _ = try aliased.read(folder / "alias/way/deep/file") } == ELOOP)
            let nested = files.confined(to: folder / "cage/way").confined(to: folder / "cage")
            #expect(code { _ = try nested.read(folder / "cage/way/deep/file") } == ELOOP)
            let other = files.confined(to: folder / "cage").confined(to: folder / "outside")
            #expect(try other.text(folder / "outside/deep/file") == "precious")
            #expect(code({ try other.write("x", to: folder / "cage/way/x") }) == ELOOP)
        }
    }

    @Test("a name with a zero byte is none, and long names are as they are", arguments: [Kind.local, .stepwise])
    func names(_ kind: Kind) throws {
        try kind.use { files, confined, folder in
            #expect(code({ try confined.write("x", to: folder / "cage/a\0b") }) == EINVAL)
            #expect(code({ try confined.write("x", to: folder / "cage/a\0b/c") }) == EINVAL)
            let long = String(repeating: "n", count: 255)
            try confined.write("x", to: folder / "cage/\(long)/\(long)/f")
            #expect(try confined.text(folder / "cage/\(long)/\(long)/f") == "x")
            #expect(code({ try confined.write("x", to: folder / "cage/\(long)n/f") }) == ENAMETOOLONG)
        }
    }
}
