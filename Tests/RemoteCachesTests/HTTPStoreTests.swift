import ArtifactCache
import Digests
import Disk
import Dispatch
import Glibc
import HTTPServing
import Subprocesses
import Synchronization
import Testing

@testable import RemoteCaches

@Suite(.timeLimit(.minutes(2)))
struct HTTPStoreTests {
    let server: KeepingServer
    let folder: AbsolutePath
    let files = LocalFileSystem()

    init() throws {
        server = try KeepingServer()
        var template = Array("/tmp/mono-servers-XXXXXX".utf8CString)
        folder = AbsolutePath(String(cString: try #require(mkdtemp(&template))))
    }

    private func store(salt: String = "", patience: Double = 10) -> any BackingStore {
        var settings = RemoteServerSettings(address: server.url + "/team/")
        (settings.salt, settings.patience) = (salt, patience)
        return settings.store
    }

    private let key = ContentDigest(of: "key"), blob = ContentDigest(of: "content"), bytes = Array("content".utf8)

    private var name: EntryName { EntryName(.results, key, in: .main) }

    @Test("entries are there under hashes of their names, and only there")
    func entries() throws {
        try store().write([1, 2, 3], as: name, naming: nil)
        #expect(try store().entry(name, atMost: 10).text == [1, 2, 3])
        for other in [
            EntryName(.inputNames, key, in: .main), EntryName(.results, blob, in: .main),
            EntryName(.results, key, in: try #require(CacheScope("pr-1"))),
        ] {
            #expect(throws: CacheMiss.absent) { try store().entry(other, atMost: 10) }
        }
        #expect(throws: CacheMiss.absent) { try store(salt: "2").entry(name, atMost: 10) }
        let path = try #require(server.kept.keys.first)
        #expect(path.wholeMatch(of: #//team/ac/[0-9a-f]{64}/#) != nil)
    }

    @Test("blobs lie under their hashes, are sent once, and come back whole")
    func blobs() throws {
        let here = store()
        try here.store(bytes, digest: blob)
        try here.store(bytes, digest: blob)
        #expect(here.contains(blob) && here.keep(blob))
        #expect(server.requests == ["HEAD /team/cas/\(blob.hex)", "PUT /team/cas/\(blob.hex)"])
        #expect(server.kept == ["/team/cas/\(blob.hex)": bytes])
        let there = store()
        #expect(try there.read(blob) == bytes)
        try there.copy(blob, to: folder / "copy", permissions: 0o755)
        #expect(try files.read(folder / "copy") == bytes)
        #expect(files.status(folder / "copy")?.permissions == 0o755)
        let local = ContentStore(root: folder / "cache", files: files)
        try there.bring(blob, into: local)
        #expect(try local.read(blob) == bytes)
        #expect(files.status(local.path(of: blob))?.permissions == 0o444)
        // From a file.
        let large = [UInt8](repeating: 7, count: 3 << 20), digest = ContentDigest(of: large)
        try files.write(large, to: folder / "large")
        try there.store(file: folder / "large", digest: digest)
        #expect(try here.read(digest) == large)
        try files.remove(folder)
    }

    @Test("what is not what its name says is a miss, and leaves nothing")
    func wrongContent() throws {
        let local = ContentStore(root: folder / "cache", files: files)
        for wrong in [Array("cOntent".utf8), Array("conten".utf8), [], [UInt8](repeating: 0, count: 5000)] {
            server.kept = ["/team/cas/\(blob.hex)": wrong]
            let store = store()
            #expect(throws: CacheMiss.self) { try store.read(blob) }
            #expect(throws: MaterialiseError.self) { try store.copy(blob, to: folder / "copy", permissions: 0o644) }
            #expect(throws: MaterialiseError.self) { try store.bring(blob, into: local) }
            #expect(!local.contains(blob))
            #expect(files.status(folder / "copy") == nil)
        }
        let text: [UInt8] = [1, 2, 3]
        try store().write(text, as: name, naming: nil)
        let path = try #require(server.kept.keys.first { $0.contains("/ac/") })
        for wrong in [[], [0xff], Array("text".utf8), [UInt8](repeating: 1, count: 100_000)] {
            server.kept[path] = wrong
            #expect(throws: CacheMiss.self) { try store().entry(name, atMost: 10) }
        }
        let left = try files.list(folder / "cache/v1/blobs/\(blob.hex.prefix(2))")
        #expect(left.isEmpty)
        try files.remove(folder)
    }

    @Test("a page that says that nothing is there is a miss, and one with an error is that error")
    func pagesOfErrors() throws {
        let local = ContentStore(root: folder / "cache", files: files), store = store(), url = server.url + "/team"
        server.fail(ServerTrouble.losesBlobsWithPages.trouble)
        for _ in 0..<4 {
            #expect(throws: CacheMiss.absent) { try store.read(blob) }
            #expect(throws: MaterialiseError.miss(.absent)) { try store.bring(blob, into: local) }
        }
        // Nothing speaks against the server: it is asked on, and takes the blob.
        server.fail(nil)
        try store.store(bytes, digest: blob)
        #expect(try store.read(blob) == bytes)
        let page = [UInt8](repeating: 60, count: 200_000)
        for (status, kind) in [(403, RemoteFault.Kind.refused("status 403")), (500, .failed("status 500"))] {
            server.fail { _, _ in .status(status, body: page) }
            let miss = CacheMiss.unreachable(RemoteFault(place: url, kind: kind))
            #expect(throws: miss) { try self.store().read(blob) }
            #expect(throws: MaterialiseError.miss(miss)) { try self.store().bring(blob, into: local) }
        }
        // A page that is said to be the blob is none of its content.
        server.fail(ServerTrouble.givesPages.trouble)
        for _ in 0..<2 {
            #expect(throws: CacheMiss.malformed(path: "\(url)/cas/\(blob.hex)", "it is larger than it may be")) {
                try store.read(blob)
            }
        }
        try files.remove(folder)
    }

    @Test("a fault that may pass is tried again; one that does not ends the asking")
    func faults() throws {
        let count = Mutex(0)
        server.fail { _, _ in
            count.withLock {
                $0 += 1
                return $0 == 1 ? .close : $0 == 2 ? .status(503) : nil
            }
        }
        try store().write([1], as: name, naming: nil)
        #expect(count.withLock { $0 } == 3)

        server.fail { _, _ in .status(500) }
        let store = store()
        let fault = RemoteFault(place: server.url + "/team", kind: .failed("status 500"))
        for _ in 0..<3 {
            #expect(throws: CacheMiss.unreachable(fault)) { try store.entry(name, atMost: 10) }
        }
        let before = server.requests.count
        #expect(throws: CacheMiss.absent) { try store.entry(name, atMost: 10) }
        #expect(!store.contains(blob))
        #expect(server.requests.count == before)
    }

    @Test("a refusal is a fault that names the status", arguments: [401, 403, 407])
    func refused(status: Int) throws {
        server.fail { _, _ in .status(status) }
        let fault = RemoteFault(place: server.url + "/team", kind: .refused("status \(status)"))
        #expect(throws: CacheMiss.unreachable(fault)) { try store().entry(name, atMost: 10) }
        #expect(throws: BackingFault.remote(fault)) { try store().write([1], as: name, naming: nil) }
    }

    @Test("a server that says nothing costs a bounded time")
    func silence() throws {
        server.fail { _, _ in .silence }
        let store = store(patience: 0.3), start = ContinuousClock.now
        for _ in 0..<10 { _ = try? store.entry(name, atMost: 10) }
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(server.requests.count == 1)
    }

    @Test("who may not write goes on reading", arguments: [403, 405, 507])
    func writes(status: Int) throws {
        let store = store()
        try store.write([1], as: name, naming: nil)
        server.fail(ServerTrouble.statusOfPuts(status).trouble)
        for _ in 0..<5 {
            #expect(throws: BackingFault.self) { try store.write([2], as: name, naming: nil) }
        }
        let before = server.requests.count
        #expect(throws: BackingFault.remote(RemoteFault(place: server.url + "/team", kind: .leftAlone))) {
            try store.store(bytes, digest: blob)
        }
        #expect(server.requests.dropFirst(before) == ["HEAD /team/cas/\(blob.hex)"])
        #expect(try store.entry(name, atMost: 10).text == [1])
    }

    @Test("what the server has wrong is sent again, though it says that it has it")
    func sentAgain() throws {
        let store = store()
        server.kept = ["/team/cas/\(blob.hex)": Array("cOntent".utf8)]
        #expect(throws: CacheMiss.self) { try store.read(blob) }
        #expect(!store.contains(blob))
        try store.store(bytes, digest: blob)
        #expect(try store.read(blob) == bytes)
    }

    @Test("what was taken back is said by all that read the server")
    func disowned() throws {
        let rules = [Disownment(host: "a", until: 5), Disownment(scope: .main, since: 1, until: 7)]
        #expect(store().disownments() == [])
        for rule in rules + rules { try store().disown(rule) }
        #expect(store().disownments() == rules)
        #expect(store(salt: "2").disownments() == [])
        let path = try #require(server.kept.keys.first)
        server.kept[path]?.removeLast(3)
        #expect(store().disownments().count <= 1)
    }

    @Test("many that want one blob ask for it once")
    func once() throws {
        server.kept = ["/team/cas/\(blob.hex)": bytes]
        server.fail(ServerTrouble.slow(0.05).trouble)
        let store = store(), local = ContentStore(root: folder / "cache", files: files), found = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            if (try? store.bring(blob, into: local)) != nil { found.withLock { $0 += 1 } }
        }
        #expect(found.withLock { $0 } == 8)
        #expect(server.requests.count == 1)
        #expect(store.transfers?.bytesDown == Int64(bytes.count))
        try files.remove(folder)
    }

    @Test("a helper is asked once, and again when what it said is refused")
    func helper() throws {
        let helper = folder / "helper"
        try files.write(
            Array(
                """
                #!/bin/sh
                cat >> \(folder)/asked
                echo "{\\"headers\\": {\\"Authorization\\": [\\"Bearer $(wc -l < \(folder)/asked)\\"]}}"
                """.utf8), to: helper)
        try files.setPermissions(helper, to: 0o755)
        var settings = RemoteServerSettings(address: server.url)
        settings.credentials = .helper(
            CredentialHelper(
                program: helper.string, folder: folder.string, environment: ["PATH": "/usr/bin:/bin"],
                commands: LocalCommandRunner()))
        let store = settings.store
        server.fail(ServerTrouble.wants("Bearer 1", status: 401).trouble)
        try store.write([1], as: name, naming: nil)
        #expect(try store.entry(name, atMost: 10).text == [1])
        server.fail(ServerTrouble.wants("Bearer 2", status: 401).trouble)
        #expect(try store.entry(name, atMost: 10).text == [1])
        #expect(try files.read(folder / "asked").count(where: { $0 == 10 }) == 2)
        try files.remove(folder)
    }

    @Test(
        "an answer of a helper is read, or refused",
        arguments: [
            (#"{"headers": {"A": ["1", "2"], "B": []}, "expires": "2030-01-01T00:00:00Z"}"#, ["A: 1", "A: 2"]),
            ("{}", []), (#"{"headers": []}"#, nil), (#"{"headers": {"A": ["x\ny"]}}"#, nil), ("no", nil), ("[]", nil),
        ] as [(String, [String]?)])
    func helperAnswers(text: String, headers: [String]?) {
        #expect(CredentialHelper.headers(in: Array(text.utf8)) == headers)
    }

    @Test("a server that is gone is a fault, not an end")
    func gone() throws {
        server.stop()
        do {
            _ = try store().entry(name, atMost: 10)
            Issue.record("it answers")
        } catch CacheMiss.unreachable(let fault) {
            if case .noConnection = fault.kind {} else { Issue.record("\(fault)") }
        }
    }
}
