import BuildPlanning
import Disk
import Testing

@testable import BuildEngine

/// A resource bundle holds what the plan says, and nothing of earlier builds.
@Suite struct BundlePlacementTests {
    private let files = InMemoryFileSystem(["/w/S/a.txt": "a", "/w/S/tree/b.txt": "b", "/w/S/c": "c"])

    private func place(_ entries: [(String, BuildPlan.Bundle.Content)]) throws {
        let digests = FileDigests(files: files, memory: nil)
        let placement = BundlePlacement(
            files: files,
            readable: ReadableFiles(root: AbsolutePath("/w"), files: files, workspace: digests, machine: digests),
            digests: digests)
        try placement.place(
            BuildPlan.Bundle(
                path: ".mono/debug/P_T.resources", entries: entries.map { .init(name: $0.0, content: $0.1) }))
    }

    private func found() throws -> [String: String] {
        let folder = AbsolutePath("/w/.mono/debug/P_T.resources")
        return try Dictionary(
            uniqueKeysWithValues: FolderWalk(of: folder, in: files).files.map {
                ($0.path, String(decoding: try files.read(folder / $0.path), as: UTF8.self))
            })
    }

    @Test("files are copies of their own, in folders, beside texts that mono writes")
    func copies() throws {
        try place([
            ("a.txt", .file("S/a.txt")), ("tree/b.txt", .file("S/tree/b.txt")), ("Info.plist", .text("<plist/>")),
        ])
        #expect(try found() == ["a.txt": "a", "tree/b.txt": "b", "Info.plist": "<plist/>"])
        try files.write("changed", to: AbsolutePath("/w/S/a.txt"))
        #expect(try found()["a.txt"] == "a")
        try place([("a.txt", .file("S/a.txt"))])
        #expect(try found() == ["a.txt": "changed"])
    }

    @Test("a link where the bundle belongs is replaced, and what it leads to stays")
    func link() throws {
        let kept = AbsolutePath("/elsewhere/precious.txt")
        try files.write("precious", to: kept)
        try files.makeFolder(AbsolutePath("/w/.mono/debug"))
        try files.makeSymbolicLink(at: AbsolutePath("/w/.mono/debug/P_T.resources"), to: "/elsewhere")
        try place([("a.txt", .file("S/a.txt"))])
        #expect(try found() == ["a.txt": "a"])
        #expect(try files.read(kept) == Array("precious".utf8))
    }

    @Test("a file takes the place of a folder, and the other way round")
    func swapped() throws {
        try place([("x", .file("S/c")), ("y/z", .file("S/c"))])
        try place([("x/z", .file("S/c")), ("y", .file("S/c"))])
        #expect(try found() == ["x/z": "c", "y": "c"])
    }

    @Test("executable files stay executable, and what somebody wrote into the bundle goes")
    func permissions() throws {
        try files.setPermissions(AbsolutePath("/w/S/c"), to: 0o755)
        try place([("c", .file("S/c"))])
        let path = AbsolutePath("/w/.mono/debug/P_T.resources/c")
        #expect(files.status(path)?.isExecutable == true)
        try files.write("other", to: path)
        try files.write("other", to: path.parent / "new")
        try place([("c", .file("S/c"))])
        #expect(try found() == ["c": "c"])
    }

    @Test("links and empty folders are made as the plan says, and give way to what comes after them")
    func linksAndFolders() throws {
        let bundle = AbsolutePath("/w/.mono/debug/P_T.resources"), precious = AbsolutePath("/w/S/tree/b.txt")
        func destination(_ name: String) -> String? { try? files.destination(ofLink: bundle / name) }
        try place([
            ("l", .link("a.txt")), ("tree/up", .link("../../../../S/tree")), ("e/f", .emptyFolder),
            ("a.txt", .file("S/a.txt")),
        ])
        #expect(
            destination("l") == "a.txt" && destination("tree/up") == "../../../../S/tree"
                && files.linkStatus(bundle / "e/f")?.kind == .folder)
        // Again, with another text, and with what somebody left there.
        try files.write("junk", to: bundle / "e/f/junk")
        try place([
            ("l", .link("nowhere")), ("tree/up", .link("../../../../S/tree")), ("e/f", .emptyFolder),
            ("a.txt", .file("S/a.txt")),
        ])
        #expect(destination("l") == "nowhere")
        #expect(try files.list(bundle / "e/f").isEmpty)
        // Nothing is written or removed through a link, and none passes for a copy of what it leads to.
        try place([("l", .link("a.txt")), ("a.txt", .file("S/a.txt"))])
        try place([
            ("l", .file("S/a.txt")), ("tree/up/b.txt", .file("S/c")), ("e", .link("l")), ("a.txt/x", .emptyFolder),
        ])
        #expect(files.linkStatus(bundle / "l")?.kind == .file && destination("e") == "l")
        #expect(
            files.linkStatus(bundle / "tree/up")?.kind == .folder
                && files.linkStatus(bundle / "a.txt/x")?.kind == .folder)
        #expect(try files.read(precious) == Array("b".utf8))
        try place([("e", .emptyFolder), ("l/deep", .emptyFolder)])
        #expect(files.linkStatus(bundle / "e")?.kind == .folder && files.linkStatus(bundle / "l/deep")?.kind == .folder)
    }

    @Test("a source that is gone is an error")
    func gone() { #expect(throws: FileError.self) { try place([("a", .file("S/gone"))]) } }
}
