import ArtifactCache
import Digests
import Disk
import Glibc
import HTTPServing
import RemoteCaches
import Testing

/// What becomes of a server whose disk lost or damaged something, when builds read it and write to it.
@Suite(.timeLimit(.minutes(2)))
struct HealingTests {
    private let server: KeepingServer
    private let folder: AbsolutePath
    private let files = LocalFileSystem()
    /// More than the failures after which a tier is left alone.
    private let texts = (0..<30).map { "text \($0)" }

    init() throws {
        server = try KeepingServer()
        var template = Array("/tmp/mono-healing-XXXXXX".utf8CString)
        folder = AbsolutePath(String(cString: try #require(mkdtemp(&template))))
    }

    enum Damage: String, CaseIterable { case flip, truncate, grow, remove }

    private func spoil(_ damage: Damage, _ section: String) {
        var kept = server.kept
        for path in kept.keys where path.contains("/\(section)/") {
            switch damage {
            case .flip: kept[path]?[0] ^= 1
            case .truncate: kept[path]?.removeLast()
            case .grow: kept[path]?.append(0)
            case .remove: kept[path] = nil
            }
        }
        server.kept = kept
    }

    private func cache(_ name: String, _ mode: SharedTier.Mode = .readWrite) -> TieredCache {
        TieredCache(
            local: folder / name, shared: nil,
            remote: RemoteTier(store: RemoteServerSettings(address: server.url).store, mode: mode), files: files)
    }

    /// What a build does: takes each output from the cache, and makes and publishes those that it does not get. Returns
    /// how many it made.
    private func build(_ name: String, _ cache: TieredCache) throws -> Int {
        var made = 0
        for text in texts {
            let key = ContentDigest(of: "key of \(text)"), place = folder / "\(name)-products/of/\(text)"
            if case .success((let result, _)) = cache.result(for: key) {
                do {
                    for output in result.outputs {
                        try cache.materialise(output.digest, at: place, isExecutable: false)
                    }
                    #expect(try files.read(place) == Array(text.utf8))
                    continue
                } catch MaterialiseError.miss {
                    #expect(files.status(place) == nil)
                    cache.refute(key: key)
                }
            }
            made += 1
            let digest = try cache.store(Array(text.utf8), reach: .everywhere)
            try cache.publish(
                ActionResult(outputs: [.init(name: "o", digest: digest)]), for: key, reach: .everywhere)
        }
        _ = cache.finishSending { false }
        return made
    }

    @Test(
        "blobs that a server damaged or lost are made again, sent again, and are one fact",
        arguments: Damage.allCases)
    func blobs(damage: Damage) throws {
        #expect(try build("first", cache("first")) == texts.count)
        let whole = server.kept
        spoil(damage, "cas")
        let second = cache("second")
        #expect(try build("second", second) == texts.count)
        // A server may forget what it likes.
        #expect(second.problems.map(\.count) == (damage == .remove ? [] : [texts.count]))
        #expect(second.problems.allSatisfy { $0.tier == .remote && $0.isWritten })
        for (path, bytes) in whole where path.contains("/cas/") { #expect(server.kept[path] == bytes) }

        let third = cache("third")
        #expect(try build("third", third) == 0)
        #expect(third.problems.isEmpty)
        try files.remove(folder)
    }

    @Test("results that a server damaged or lost are made and sent again", arguments: Damage.allCases)
    func results(damage: Damage) throws {
        #expect(try build("first", cache("first")) == texts.count)
        spoil(damage, "ac")
        let second = cache("second")
        #expect(try build("second", second) == texts.count)
        #expect(second.problems.map(\.count) == (damage == .remove ? [] : [texts.count]))
        let third = cache("third")
        #expect(try build("third", third) == 0)
        #expect(third.problems.isEmpty)
        try files.remove(folder)
    }

    @Test("where results and blobs are damaged, the blobs that nobody got to see are sent again too")
    func both() throws {
        #expect(try build("first", cache("first")) == texts.count)
        for section in ["ac", "cas"] { spoil(.truncate, section) }
        #expect(try build("second", cache("second")) == texts.count)
        let third = cache("third")
        #expect(try build("third", third) == 0)
        #expect(third.problems.isEmpty)
        try files.remove(folder)
    }

    @Test("who only reads a server changes nothing there, and knows that it stays as it is")
    func readOnly() throws {
        #expect(try build("first", cache("first")) == texts.count)
        spoil(.flip, "cas")
        let before = server.kept, second = cache("second", .readOnly)
        #expect(try build("second", second) == texts.count)
        #expect(second.problems.map(\.count) == [texts.count])
        #expect(second.problems.allSatisfy { !$0.isWritten })
        #expect(server.kept == before)
        try files.remove(folder)
    }

    @Test("a server that says that it has what is wrong there gets it once more")
    func asked() throws {
        #expect(try build("first", cache("first")) == texts.count)
        spoil(.flip, "cas")
        let store = RemoteServerSettings(address: server.url).store
        let bytes = Array(texts[0].utf8), blob = ContentDigest(of: bytes)
        #expect(store.contains(blob))
        let local = ContentStore(root: folder / "local", files: files)
        #expect(throws: MaterialiseError.self) { try store.bring(blob, into: local) }
        #expect(!store.contains(blob) && !store.keep(blob))
        // That it is here by now says nothing of the server.
        let made = TieredCache(local: folder / "local", shared: nil, files: files)
        try made.store(bytes, reach: .local)
        try store.bring(blob, into: local)
        #expect(!store.contains(blob))
        try store.store(file: local.path(of: blob), digest: blob)
        #expect(server.kept["/cas/\(blob.hex)"] == bytes)
        try files.remove(folder)
    }

    @Test("a place that cannot be written is this machine's fault, and a transfer that breaks off the server's")
    func places() throws {
        #expect(try build("first", cache("first")) == texts.count)
        let store = RemoteServerSettings(address: server.url).store, blob = ContentDigest(of: texts[0])
        do {
            try store.copy(blob, to: folder / "nowhere/file", permissions: 0o644)
            Issue.record("it is there")
        } catch MaterialiseError.file(let error) {
            #expect(error.code == ENOENT)
        }
        server.fail(ServerTrouble.truncates.trouble)
        do {
            try store.copy(blob, to: folder / "file", permissions: 0o644)
            Issue.record("it is there")
        } catch MaterialiseError.miss(.unreachable(let fault)) {
            if case .broken = fault.kind {} else { Issue.record("\(fault)") }
        }
        try files.remove(folder)
    }
}
