import Configuration
import Disk
import Testing

@Suite struct RemoteExecutorTests {
    private func read(_ value: String) throws -> RemoteExecutorConfiguration? {
        try WorkspaceConfiguration(
            Array("{remoteExecutor: \(value)}".utf8), of: AbsolutePath("/w/mono.json"),
            files: InMemoryFileSystem(["/w/Package.swift": ""])
        ).remoteExecutor
    }

    @Test("an address alone, or with all that can be said")
    func all() throws {
        #expect(try read("'grpc://b:8980/main'") == RemoteExecutorConfiguration(address: "grpc://b:8980/main"))
        var wanted = RemoteExecutorConfiguration(address: "grpcs://b")
        (wanted.jobs, wanted.properties) = (32, ["pool": "swift", "OSFamily": ""])
        #expect(
            try read("{address: 'grpcs://b', jobs: 32, properties: {pool: 'swift', OSFamily: ''}}") == wanted)
    }

    @Test(
        "what is wrong is an error with its place",
        arguments: [
            ("'https://b/'", "remoteExecutor"), ("'grpcs://me:pw@b/'", "remoteExecutor"), ("5", "remoteExecutor"),
            ("{jobs: 2}", "remoteExecutor.address"), ("{address: 'b'}", "remoteExecutor.address"),
            ("{address: 'grpc://b', jobs: 0}", "remoteExecutor.jobs"),
            ("{address: 'grpc://b', jobs: 10001}", "remoteExecutor.jobs"),
            ("{address: 'grpc://b', mode: 'ro'}", "remoteExecutor.mode"),
            ("{address: 'grpc://b', properties: ['a']}", "remoteExecutor.properties"),
            ("{address: 'grpc://b', properties: {a: 1}}", "remoteExecutor.properties.a"),
            ("{address: 'grpc://b', properties: {a: 'x', a: 'y'}}", "remoteExecutor.properties.a"),
            ("{address: 'grpc://b', properties: {'': 'x'}}", "remoteExecutor.properties."),
        ])
    func mistakes(value: String, keyPath: String) {
        #expect { try read(value) } throws: { ($0 as? ConfigurationError)?.keyPath == keyPath }
    }
}
