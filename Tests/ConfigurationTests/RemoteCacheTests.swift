import ArtifactCache
import Configuration
import Disk
import Testing

@Suite struct RemoteCacheTests {
    private let file = AbsolutePath("/w/mono.json")

    private func read(_ value: String, _ more: String = "") throws -> WorkspaceConfiguration {
        let files = InMemoryFileSystem(["/w/Package.swift": ""])
        return try WorkspaceConfiguration(Array("{remoteCache: \(value)\(more)}".utf8), of: file, files: files)
    }

    private func error(_ value: String, _ more: String = "") -> ConfigurationError? {
        do {
            _ = try read(value, more)
        } catch {
            return error as? ConfigurationError
        }
        return nil
    }

    @Test("an address alone, or with all that can be said of a server")
    func all() throws {
        for address in ["https://c/mono", "grpc://c:8980/main", "grpcs://[::1]:8980", "https://[::1]/x"] {
            #expect(try read("'\(address)'").remoteCache == RemoteCacheConfiguration(address: address))
        }
        let found = try read(
            """
            {address: 'https://c/', mode: 'ro', scope: 'pr-1', trustedKeys: [], salt: 's', wait: 5,
             authorities: 'ca.pem', certificate: '/c.pem', key: '../k.pem', credentialHelper: 'helper'}
            """)
        var wanted = RemoteCacheConfiguration(address: "https://c/")
        (wanted.mode, wanted.salt, wanted.wait) = (.readOnly, "s", 5)
        (wanted.authorities, wanted.certificate) = (AbsolutePath("/w/ca.pem"), AbsolutePath("/c.pem"))
        (wanted.key, wanted.credentialHelper) = (AbsolutePath("/k.pem"), "helper")
        #expect(found.remoteCache == wanted)
        #expect(found.scopes?.written.name == "pr-1")
        #expect(found.trustedKeys == [])
        #expect(
            try read("{address: 'https://c/', credentialHelper: './h'}").remoteCache?.credentialHelper == "/w/h")
    }

    @Test(
        "what is wrong is an error with its place",
        arguments: [
            ("'cache.example.com'", "remoteCache"), ("'https://me:pw@c/'", "remoteCache"),
            ("'https://'", "remoteCache"), ("'grpc://c:x/i'", "remoteCache"), ("'ftp://c/'", "remoteCache"),
            ("'https://c/?x'", "remoteCache"), ("'https://c/ x'", "remoteCache"),
            ("{mode: 'ro'}", "remoteCache.address"),
            ("{address: 'https://c/', wait: 5000}", "remoteCache.wait"),
            ("{address: 'https://c/', wait: -1}", "remoteCache.wait"),
            ("{address: 'https://c/', mode: 'no'}", "remoteCache.mode"),
            ("{address: 'https://c/', password: 'x'}", "remoteCache.password"),
            ("{address: 'https://c/', credentialHelper: ''}", "remoteCache.credentialHelper"),
        ])
    func told(value: String, keyPath: String) { #expect(error(value)?.keyPath == keyPath) }

    @Test("scopes and keys hold for both caches, and are said once")
    func once() throws {
        let shared = ", sharedCache: {path: 's', scope: 'a', trustedKeys: []}"
        #expect(error("{address: 'https://c/', scope: 'b'}", shared)?.fact == .twice)
        #expect(error("{address: 'https://c/', trustedKeys: []}", shared)?.fact == .twice)
        #expect(try read("{address: 'https://c/'}", shared).scopes?.written.name == "a")
    }

    @Test(
        "an address on this machine is not open to others",
        arguments: [
            ("http://127.0.0.1:80/", false), ("http://localhost/x", false), ("http://[::1]:8080/", false),
            ("https://c/", false), ("http://c/", true), ("HTTP://c:80", true), ("http://localhost.example.com/", true),
            ("http://[::2]/", true), ("grpc://127.0.0.1:8980/main", false), ("grpc://c:8980", true),
            ("grpcs://c", false),
        ])
    func open(address: String, isOpen: Bool) { #expect(ServerAddress.isOpen(address) == isOpen) }
}
