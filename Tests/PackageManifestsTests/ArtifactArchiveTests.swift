import Disk
import FakeTools
import Targets
import Testing

@testable import PackageManifests

/// Prebuilt artifacts that have to be fetched or unpacked; `archived-artifacts.txt` does it with the real SwiftPM.
@Suite struct ArtifactArchiveTests {
    private let workspace = FakeWorkspace()
    private static let url = "https://example.com/tool.zip"
    private static let bundle = [
        "info.json":
            #"{"schemaVersion": "1.0", "artifacts": {"t": {"type": "executable", "variants": [{"path": "bin/t", "supportedTriples": ["x"]}]}}}"#,
        "bin/t": "program", "share/words": "hello",
    ]

    private func put(_ more: String, in folder: String = ".", files: [String: String] = [:]) throws {
        try workspace.put(
            folder,
            DumpText(
                name: "app",
                targets: [
                    DumpText.target("App", "executable", needs: [DumpText.byName("Tool")]),
                    DumpText.target("Tool", "binary", more: more),
                ]),
            files: files.merging(["Sources/App/main.swift": ""]) { $1 })
    }

    private func remote(_ url: String = ArtifactArchiveTests.url, checksum: String = "abc") -> String {
        #""url": "\#(url)", "checksum": "\#(checksum)""#
    }

    private func tool(_ loaded: LoadedWorkspace, of package: String = ".") throws -> Target {
        try #require(loaded.graph.targets[TargetID(PackageID(package), "Tool")])
    }

    private func places() throws -> [String] {
        let folder = AbsolutePath("/w/.mono/artifacts")
        return workspace.files.exists(folder)
            ? try workspace.files.list(folder).filter { $0.kind == .folder }.map(\.name) : []
    }

    @Test("fetched once, in a place of its own, and from then on by nobody who shares the cache")
    func fetched() throws {
        try put(remote())
        workspace.offer(archive: Self.url, Self.bundle)
        let loaded = try workspace.load()
        #expect(workspace.takeRuns().last == "resolve .mono/swiftpm/artifacts")
        let place = try #require(try places().first)
        #expect(try places().count == 1 && place.hasPrefix("Tool-"))
        let artifacts = try #require(try tool(loaded).artifacts)
        #expect(artifacts.programs == [.init(name: "t", path: ".mono/artifacts/\(place)/bin/t", triples: ["x"])])
        #expect(artifacts.files == ["bin/t", "info.json", "share/words"].map { ".mono/artifacts/\(place)/\($0)" })
        #expect(try tool(loaded).obstacles.isEmpty)
        #expect(try workspace.files.read(AbsolutePath("/w/.mono/artifacts/\(place)/bin/t")) == Array("program".utf8))
        #expect(workspace.files.status(AbsolutePath("/w/.mono/artifacts/\(place)/bin/t"))?.isExecutable == true)
        #expect(!workspace.files.exists(AbsolutePath("/w/.mono/swiftpm/artifacts")))
        // Nothing is asked again, nor where all is lost but the cache, and the archive with it.
        #expect(try workspace.load().swiftPMRuns == 0)
        workspace.offer(archive: Self.url, nil)
        try workspace.files.remove(AbsolutePath("/w/.mono"))
        let again = try workspace.load()
        #expect(again.swiftPMRuns == 0)
        #expect(try tool(again) == tool(loaded))
    }

    @Test("another checksum is another artifact; what cannot be had is told with SwiftPM's words")
    func changed() throws {
        try put(remote())
        workspace.offer(archive: Self.url, Self.bundle)
        let before = try tool(try workspace.load())
        workspace.offer(archive: Self.url, nil)
        try put(remote(checksum: "abd"))
        let id = TargetID(PackageID("."), "Tool")
        #expect(
            throws: ManifestError.artifactsNotFetched([id], diagnostics: "error: failed downloading '\(Self.url)'\n")
        ) { try workspace.load() }
        workspace.offer(archive: Self.url, ["info.json": #"{"schemaVersion": "1.0", "artifacts": {}}"#])
        #expect(try tool(try workspace.load()) != before)
        #expect(try places().count == 2)
        // Back again, from where it lies.
        try put(remote())
        workspace.offer(archive: Self.url, nil)
        #expect(try tool(try workspace.load()) == before)
    }

    @Test("an archive in the package: its bytes are what counts, in subfolders too")
    func file() throws {
        try put(#""path": "prebuilt/tool.zip""#, files: ["prebuilt/tool.zip": "first"])
        workspace.offer(archive: "first", Self.bundle)
        let before = try tool(try workspace.load())
        #expect(before.artifacts?.programs.count == 1 && before.folder == "prebuilt/tool.zip")
        workspace.files.advance(by: 10_000_000_000)
        #expect(try tool(try workspace.load()) == before)
        workspace.offer(archive: "second", ["info.json": #"{"schemaVersion": "1.0", "artifacts": {}}"#])
        try workspace.files.write("second", to: AbsolutePath("/w/prebuilt/tool.zip"))
        workspace.files.advance(by: 10_000_000_000)
        let after = try tool(try workspace.load())
        #expect(after.artifacts?.programs == [] && after.obstacles.isEmpty)
        // One that is not there is an obstacle to those that need it, as any such artifact.
        try workspace.files.remove(AbsolutePath("/w/prebuilt/tool.zip"))
        #expect(try tool(try workspace.load()).obstacles == [.binary])
    }

    @Test(
        "what is for Apple's systems is not fetched where its name says so, and not kept where it does not",
        arguments: [
            ("https://example.com/X.xcframework.zip", 0), ("https://example.com/X.XCFramework.zip?token=1", 0),
            ("https://example.com/X.zip", 1),
        ])
    func frameworks(url: String, runs: Int) throws {
        try put(remote(url))
        workspace.offer(archive: url, ["Info.plist": "", "macos/X": "large"])
        let loaded = try workspace.load()
        #expect(workspace.takeRuns().count { $0 == "resolve .mono/swiftpm/artifacts" } == runs)
        #expect(try tool(loaded).obstacles.isEmpty && tool(loaded).artifacts == nil)
        for place in try places() {
            #expect(try workspace.files.list(AbsolutePath("/w/.mono/artifacts/\(place)")).isEmpty)
        }
    }

    @Test("what no target uses is not fetched")
    func unused() throws {
        workspace.offer(
            "kit", "1.0.0",
            DumpText(
                name: "kit", products: [DumpText.library("Kit")],
                targets: [DumpText.target("Kit"), DumpText.target("Tool", "binary", more: remote())]),
            files: ["Sources/Kit/kit.swift": ""])
        try workspace.put(
            ".",
            DumpText(
                name: "app", dependencies: [DumpText.remote("kit")],
                targets: [DumpText.target("App", "executable", needs: [DumpText.product("Kit", "kit")])]),
            files: ["Sources/App/main.swift": ""])
        _ = try workspace.load()
        #expect(try places().isEmpty)
    }

    @Test(
        "names and checksums that a manifest can hold lead nowhere else",
        arguments: ["../../../x", "a/b", "", "é\" + \"x"])
    func strange(_ word: String) throws {
        let escaped = word.replacing("\"", with: "\\\"")
        try workspace.put(
            ".",
            DumpText(
                name: "app",
                targets: [DumpText.target(escaped.isEmpty ? "T" : escaped, "binary", more: remote(checksum: escaped))]))
        workspace.offer(archive: Self.url, Self.bundle)
        let loaded = try workspace.load()
        #expect(loaded.graph.targets.count == 1 && loaded.graph.targets.values.first?.artifacts?.programs.count == 1)
        #expect(try places().count == 1)
        #expect(try workspace.files.list(AbsolutePath("/")).map(\.name).sorted() == ["bin", "cache", "w"])
    }

    @Test("a folder that holds an artifact deeper down")
    func deeper() throws {
        func found(_ paths: String...) -> ArtifactFolder {
            var package = PackageFolder(
                root: AbsolutePath("/p"),
                files: InMemoryFileSystem(Dictionary(uniqueKeysWithValues: paths.map { ("/p/" + $0, "") })))
            return ArtifactFolder(in: "x", package: &package)
        }
        #expect(found("x/info.json") == .bundle("x"))
        #expect(found("x/a/b/info.json", "x/c/d") == .bundle("x/a/b"))
        #expect(found("x/a/info.json", "x/b/info.json") == .bundle("x/b"))
        #expect(found("x/a/Info.plist") == .framework)
        #expect(found("x/y") == .none && found("z") == .none)
    }
}
