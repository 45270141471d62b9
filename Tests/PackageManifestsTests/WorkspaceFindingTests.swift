import Configuration
import Disk
import PackageManifests
import Testing

@Suite struct WorkspaceFindingTests {
    @Test("the nearest `mono.json` upwards wins over nearer packages; without one the nearest package is the workspace")
    func find() throws {
        let files = InMemoryFileSystem([
            "/w/mono.json": "{packages: ['A']}", "/w/A/Package.swift": "", "/w/A/Sources/x": "", "/p/Package.swift": "",
            "/p/Sub/Package.swift": "",
            "/p/Sub/Sources/x": "", "/empty/x": "",
        ])
        func root(_ folder: String) throws(ManifestError) -> AbsolutePath {
            try WorkspaceConfiguration.find(from: AbsolutePath(folder), files: files).root
        }
        #expect(try root("/w/A/Sources") == AbsolutePath("/w"))
        #expect(try root("/p/Sub/Sources") == AbsolutePath("/p/Sub"))
        #expect(try root("/p") == AbsolutePath("/p"))
        #expect(throws: ManifestError.noWorkspace(AbsolutePath("/empty"))) { try root("/empty") }
    }

    @Test("a file that cannot be read, and one that is not as it should be, are told as what they are")
    func unusable() {
        let files = InMemoryFileSystem(["/w/mono.json": "{packages: 1}"])
        let file = AbsolutePath("/w/mono.json"), gone = AbsolutePath("/x/mono.json")
        let fault = ConfigurationError(
            file: file, keyPath: "packages", line: 1, fact: .wrongType(expected: .array, found: .integer))
        #expect(throws: ManifestError.configuration(fault)) {
            try WorkspaceConfiguration.find(from: file.parent, files: files)
        }
        #expect(throws: ManifestError.file(FileError(.read, gone, code: 2))) {
            try WorkspaceConfiguration.read(gone, files: files)
        }
    }
}
