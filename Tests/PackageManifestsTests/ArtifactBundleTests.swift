import Disk
import Targets
import Testing

@testable import PackageManifests

/// What `info.json` says of a bundle; `Tests/Fixtures/BinaryTargets` is built and compared with what SwiftPM plans.
@Suite struct ArtifactBundleTests {
    private func read(_ information: String, _ others: String...) throws(ArtifactBundle.Malformed) -> BinaryArtifacts {
        var files = ["/p/A.artifactbundle/info.json": information]
        for other in others { files["/p/A.artifactbundle/" + other] = "" }
        var package = PackageFolder(root: AbsolutePath("/p"), files: InMemoryFileSystem(files))
        return try ArtifactBundle(in: "A.artifactbundle", of: &package, in: ".").artifacts
    }

    private func text(_ type: String, _ variant: String, version: String = "1.0") -> String {
        #"{"schemaVersion": "\#(version)", "artifacts": {"x": {"type": "\#(type)", "version": "1", "variants": [\#(variant)]}}}"#
    }

    @Test("libraries with all that lies where their headers do; programs")
    func contents() throws {
        let metadata =
            #""staticLibraryMetadata": {"headerPaths": ["include", "gone"], "moduleMapPath": "include/module.modulemap"}"#
        let found = try read(
            text(
                "staticLibrary",
                #"{"path": "l/libx.a", "supportedTriples": ["one", "two"], \#(metadata)}, {"path": "m/libx.a"}"#,
                version: "1.2"),
            "include/module.modulemap", "include/deep/x.h", "l/libx.a")
        #expect(
            found.libraries == [
                .init(
                    path: "A.artifactbundle/l/libx.a", triples: ["one", "two"],
                    headerFolders: ["A.artifactbundle/include", "A.artifactbundle/gone"],
                    headers: ["A.artifactbundle/include/deep/x.h", "A.artifactbundle/include/module.modulemap"],
                    moduleMap: "A.artifactbundle/include/module.modulemap"),
                .init(path: "A.artifactbundle/m/libx.a", triples: [], headerFolders: [], headers: [], moduleMap: nil),
            ])
        let programs = try read(
            text("executable", #"{"path": "bin/x", "supportedTriples": ["one"]}"#), "bin/x", "share/words")
        #expect(programs.programs == [.init(name: "x", path: "A.artifactbundle/bin/x", triples: ["one"])])
        #expect(programs.files == ["bin/x", "info.json", "share/words"].map { "A.artifactbundle/" + $0 })
        #expect(try read(text("swiftSDK", #"{"path": "x"}"#)) == BinaryArtifacts())
    }

    @Test(
        "what makes no sense, or leads out of the bundle",
        arguments: [
            "", "[]", "{}", #"{"schemaVersion": "2.0", "artifacts": {}}"#, #"{"schemaVersion": "1.0"}"#,
            #"{"schemaVersion": "1.0", "artifacts": {"x": {}}}"#,
            #"{"schemaVersion": "1.0", "artifacts": {"x": {"type": "executable", "variants": [{}]}}}"#,
            #"{"schemaVersion": "1.0", "artifacts": {"x": {"type": "executable", "variants": [{"path": "/bin/sh"}]}}}"#,
            #"{"schemaVersion": "1.0", "artifacts": {"x": {"type": "executable", "variants": [{"path": "../../x"}]}}}"#,
            #"{"schemaVersion": "1.0", "artifacts": {"x": {"type": "staticLibrary", "variants": [{"path": "x.a"}]}}}"#,
        ])
    func malformed(_ text: String) {
        #expect(throws: ArtifactBundle.Malformed(file: "A.artifactbundle/info.json")) { try read(text) }
    }
}
