import ArtifactCache
import Digests
import Disk
import Dispatch
import Glibc
import RemoteCalls
import Synchronization
import Testing

@testable import RemoteCaches

@Suite(.timeLimit(.minutes(2)))
struct APIStoreTests {
    let server = FakeAPIServer()
    let folder: AbsolutePath
    let files = LocalFileSystem()

    init() throws {
        var template = Array("/tmp/mono-servers-XXXXXX".utf8CString)
        folder = AbsolutePath(String(cString: try #require(mkdtemp(&template))))
    }

    private let address = "grpc://cache:8980/main"

    private func store(salt: String = "") -> any BackingStore {
        var settings = RemoteServerSettings(address: address)
        (settings.salt, settings.patience) = (salt, 1)
        settings.credentials = .password(user: "mono", password: "se cret")
        let server = server
        settings.callChannel = { _ in server }
        return settings.store
    }

    private let key = ContentDigest(of: "key"), blob = ContentDigest(of: "content"), bytes = Array("content".utf8)

    private var name: EntryName { EntryName(.results, key, in: .main) }

    private func fault(_ kind: RemoteFault.Kind) -> RemoteFault { RemoteFault(place: address, kind: kind) }

    @Test("entries are action results, under actions that the server has")
    func entries() throws {
        try store().write([1, 2, 3], as: name, naming: nil)
        #expect(try store().entry(name, atMost: 10).text == [1, 2, 3])
        #expect(throws: CacheMiss.self) { try store().entry(name, atMost: 2) }
        for other in [
            EntryName(.inputNames, key, in: .main), EntryName(.results, blob, in: .main),
            EntryName(.results, key, in: try #require(CacheScope("pr-1"))),
        ] {
            #expect(throws: CacheMiss.absent) { try store().entry(other, atMost: 10) }
        }
        #expect(throws: CacheMiss.absent) { try store(salt: "2").entry(name, atMost: 10) }
        #expect(server.state.withLock { $0.headers } == ["Authorization: Basic bW9ubzpzZSBjcmV0"])
    }

    @Test("small and large blobs come back whole, and are sent once")
    func blobs() throws {
        let here = store(), there = store()
        let large = (0..<3_500_000).map { UInt8(truncatingIfNeeded: $0 / 7) }, digest = ContentDigest(of: large)
        try files.write(large, to: folder / "large")
        let exactly = [UInt8](repeating: 1, count: 1 << 20)
        for (bytes, blob) in [(bytes, blob), ([], ContentDigest(of: [])), (exactly, ContentDigest(of: exactly))] {
            try here.store(bytes, digest: blob)
            #expect(try there.read(blob) == bytes)
        }
        try here.store(file: folder / "large", digest: digest)
        let sent = server.calls.count
        try here.store(file: folder / "large", digest: digest)
        #expect(here.contains(digest) && server.calls.count == sent)
        #expect(try there.read(digest) == large)
        let local = ContentStore(root: folder / "cache", files: files)
        for blob in [blob, digest] {
            try there.copy(blob, to: folder / "copy", permissions: 0o755)
            #expect(try files.digest(folder / "copy") == blob)
            try there.bring(blob, into: local)
        }
        #expect(!there.contains(ContentDigest(of: "nothing")))
        #expect(throws: CacheMiss.absent) { try there.read(ContentDigest(of: "nothing")) }
        try files.remove(folder)
    }

    @Test("questions that come together are asked together, and each gets its own answer")
    func together() throws {
        let contents = (0..<300).map { Array("content \($0)".utf8) }
        let store = store()
        server.fail { _, _ throws(CallFault) in
            usleep(5000)
            return nil
        }
        let faults = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: contents.count) { index in
            let digest = ContentDigest(of: contents[index])
            do {
                try store.store(contents[index], digest: digest)
                if try store.read(digest) != contents[index] { faults.withLock { $0 += 1 } }
            } catch {
                faults.withLock { $0 += 1 }
            }
        }
        #expect(faults.withLock { $0 } == 0)
    }

    @Test("a batch is no larger than the server takes")
    func limits() throws {
        server.state.withLock { $0.capabilities = FakeAPIServer.capabilities(limit: 1000) }
        let largest = Mutex(0)
        server.fail { call, message throws(CallFault) in
            if call.method != APIMessages.writeStream { largest.withLock { $0 = max($0, message.count) } }
            usleep(2000)
            return nil
        }
        let store = store(), contents = (0..<64).map { [UInt8](repeating: UInt8($0), count: 400) }
        DispatchQueue.concurrentPerform(iterations: contents.count) { index in
            try? store.store(contents[index], digest: ContentDigest(of: contents[index]))
        }
        for content in contents { #expect(try store.read(ContentDigest(of: content)) == content) }
        #expect(largest.withLock { $0 } < 1300)
    }

    @Test("a server that keeps other hashes, or takes no results, is left alone in that")
    func capabilities() throws {
        server.state.withLock { $0.capabilities = FakeAPIServer.capabilities(functions: [2, 3]) }
        #expect(throws: CacheMiss.unreachable(fault(.refused("it does not know SHA-256")))) {
            try store().entry(name, atMost: 10)
        }
        server.state.withLock { $0.capabilities = FakeAPIServer.capabilities(updates: false) }
        #expect(throws: BackingFault.remote(fault(.refused("its action cache takes no results")))) {
            try store().write([1], as: name, naming: nil)
        }
        #expect(throws: CacheMiss.absent) { try store().entry(name, atMost: 10) }
    }

    @Test("what is not what its name says is a miss, and is sent again")
    func wrongContent() throws {
        let large = [UInt8](repeating: 1, count: 3 << 20), digest = ContentDigest(of: large)
        let local = ContentStore(root: folder / "cache", files: files)
        for size in [0, 5, large.count - 1, large.count, large.count + 5_000_000] {
            let store = store(), wrong = [UInt8](repeating: 2, count: size)
            server.state.withLock { $0.blobs = [digest: wrong, blob: Array(wrong.prefix(5000))] }
            for blob in [digest, blob] {
                #expect(throws: CacheMiss.self) { try store.read(blob) }
                #expect(throws: MaterialiseError.self) { try store.copy(blob, to: folder / "copy", permissions: 0o644) }
                #expect(throws: MaterialiseError.self) { try store.bring(blob, into: local) }
                #expect(!local.contains(blob) && files.status(folder / "copy") == nil)
            }
            try store.store(bytes, digest: blob)
            #expect(try store.read(blob) == bytes)
        }
        try files.remove(folder)
    }

    @Test("what claims to be larger than anything is not asked for")
    func claims() throws {
        let store = store(), huge = try #require(ContentDigest(hex: blob.hex, size: 1 << 40))
        #expect(throws: CacheMiss.self) { try store.read(huge) }
        #expect(throws: MaterialiseError.self) { try store.copy(huge, to: folder / "copy", permissions: 0o644) }
        #expect(throws: MaterialiseError.self) {
            try store.bring(huge, into: ContentStore(root: folder / "cache", files: files))
        }
        #expect(server.calls.isEmpty)
        try files.remove(folder)
    }

    @Test("noise is no answer", arguments: [[0xff], [0x0a, 0xff], [UInt8](repeating: 0, count: 100)])
    func noise(bytes: [UInt8]) throws {
        let large = try #require(ContentDigest(hex: blob.hex, size: 5 << 20))
        for method in [
            APIMessages.getCapabilities, APIMessages.getResult, APIMessages.findMissing, APIMessages.batchRead,
            APIMessages.batchUpdate, APIMessages.readStream, APIMessages.writeStream,
        ] {
            server.fail { call, _ throws(CallFault) in call.method == method ? [bytes] : nil }
            let store = store()
            _ = try? store.entry(name, atMost: 10)
            for blob in [blob, large] {
                if let found = try? store.read(blob) { #expect(found == self.bytes) }
                try? store.copy(blob, to: folder / "copy", permissions: 0o644)
            }
            #expect((try? files.read(folder / "copy")) == nil || method != APIMessages.batchRead)
            try? store.store(self.bytes, digest: blob)
            server.state.withLock { $0.blobs = [:] }
            try? files.remove(folder / "copy")
        }
    }

    @Test("a fault that may pass is tried again; one that does not ends the asking")
    func faults() throws {
        let count = Mutex(0)
        server.fail { call, _ throws(CallFault) in
            guard call.method == APIMessages.getResult else { return nil }
            if count.withLock({
                $0 += 1; return $0
            }) < 3 {
                throw .status(.unavailable, "away\n")
            }
            return nil
        }
        #expect(throws: CacheMiss.absent) { try store().entry(name, atMost: 10) }
        #expect(count.withLock { $0 } == 3)

        server.fail { _, _ throws(CallFault) in throw .status(.unavailable, "away\n") }
        let failing = store()
        for _ in 0..<3 {
            #expect(throws: CacheMiss.unreachable(fault(.noConnection("away ")))) {
                try failing.entry(name, atMost: 10)
            }
        }
        let before = server.calls.count
        #expect(throws: CacheMiss.absent) { try failing.entry(name, atMost: 10) }
        #expect(!failing.contains(blob))
        #expect(throws: BackingFault.remote(fault(.leftAlone))) { try failing.write([1], as: name, naming: nil) }
        #expect(server.calls.count == before)
    }

    @Test(
        "who may not write goes on reading",
        arguments: [
            (CallStatusCode.permissionDenied, "PERMISSION_DENIED: no"), (.unauthenticated, "UNAUTHENTICATED: no"),
            (.unimplemented, "UNIMPLEMENTED: no"),
        ])
    func readOnly(code: CallStatusCode, words: String) throws {
        try store().write([1], as: name, naming: nil)
        server.fail { call, _ throws(CallFault) in
            if call.method.contains("Update") { throw .status(code, "no") }
            return nil
        }
        let store = store()
        #expect(throws: BackingFault.remote(fault(.refused(words)))) { try store.write([2], as: name, naming: nil) }
        #expect(throws: BackingFault.remote(fault(.leftAlone))) { try store.write([2], as: name, naming: nil) }
        #expect(try store.entry(name, atMost: 10).text == [1])
    }

    @Test("a blob that a batch refuses is that blob's fault alone")
    func oneOfMany() throws {
        let refused = blob
        server.fail { call, message throws(CallFault) in
            guard call.method == APIMessages.batchUpdate else { return nil }
            var writer = ProtobufWriter()
            writer.message(1, FakeAPIServer.response(refused, statusField: 2, code: 8))
            return [writer.bytes]
        }
        #expect(throws: BackingFault.remote(fault(.failed("RESOURCE_EXHAUSTED")))) {
            try store().store(bytes, digest: blob)
        }
    }

    @Test("a server that says nothing, and a program that is not there, cost a bounded time")
    func silence() throws {
        server.fail { _, _ throws(CallFault) in throw .timedOut }
        let store = store()
        #expect(throws: CacheMiss.unreachable(fault(.timedOut))) { try store.entry(name, atMost: 10) }
        for _ in 0..<10 { _ = try? store.entry(name, atMost: 10) }
        #expect(server.calls.count == 1)
        let none = RemoteServerSettings(address: address).store
        #expect(throws: CacheMiss.unreachable(fault(.noCaller("it is not there")))) {
            try none.entry(name, atMost: 10)
        }
    }

    @Test("what was taken back is said by all that read the server")
    func disowned() throws {
        let rules = [Disownment(host: "a", until: 5), Disownment(scope: .main, since: 1, until: 7)]
        for rule in rules + rules { try store().disown(rule) }
        #expect(store().disownments() == rules)
        #expect(store(salt: "2").disownments() == [])
    }

    @Test(
        "an address names a host, a port and one of the server's caches",
        arguments: [
            ("grpc://c:8980", "c", 8980, false, ""), ("GRPCS://c/a/b/", "c", 443, true, "a/b"),
            ("grpc://[::1]:1/x", "::1", 1, false, "x"), ("grpc://127.0.0.1", "127.0.0.1", 80, false, ""),
        ])
    func addresses(text: String, host: String, port: Int, isSecure: Bool, instance: String) throws {
        let address = try #require(APIAddress(text))
        #expect(address.host == host && address.port == port)
        #expect(address.isSecure == isSecure && address.instance == instance)
    }
}
