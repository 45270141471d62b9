import ArtifactCache
import Digests
import Disk
import HTTPTransfers
import Parallelism
import Synchronization

/// A cache on a web server: `GET`, `HEAD` and `PUT` of `/ac/HASH` and `/cas/HASH`, as Bazel and all that speak its
/// protocol have it. Blobs lie under their hashes; entries under hashes made of their keys, as action results of the
/// Remote Execution API (`RemoteEntry`).
///
/// The server is not believed: readers check. A fault is a miss, and after a few in a row the server is left
/// alone. May be used from any thread, each call blocks it for a bounded time.
public final class HTTPStore: BackingStore {
    public struct Settings: Hashable, Sendable {
        /// `https://cache.example.com/mono`, without a user or a password.
        public var address: String
        /// Part of each entry's name: another one disowns all that there is.
        public var salt = ""
        /// Seconds in which something must be heard of the server.
        public var patience = 10.0
        public var client = HTTPClient.Settings()

        public init(address: String) { self.address = address }
    }

    private let settings: Settings
    private let base: String
    private let client: HTTPClient
    private let state = Mutex(State())

    private struct State {
        /// Blobs that the server is known to have.
        var present: Set<ContentDigest> = []
        /// Requests that failed, one after the other, in a way that another one may not.
        var faultsInARow = 0
        var isLeftAlone = false
    }

    /// So many faults in a row, and nobody is asked any more.
    private static let mostFaults = 3
    /// How often a request is sent again that ended in a way that may pass.
    private static let waits = [0.1, 0.5]
    /// Bytes a second that any server gives.
    private static let slowest = 100_000.0

    public init(_ settings: Settings) {
        self.settings = settings
        var base = settings.address
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
        var client = settings.client
        client.stallLimit = max(1, Int(settings.patience.rounded(.up)))
        client.connectLimit = min(client.connectLimit, settings.patience)
        self.client = HTTPClient(client)
    }

    // MARK: Names

    private func url(of blob: ContentDigest) -> String { "\(base)/cas/\(blob.hex)" }

    /// By the key's hash alone: of some keys no more is known.
    private func url(of name: EntryName) -> String {
        var builder = DigestBuilder()
        for part in ["mono entry 1", settings.salt, name.section.rawValue, name.scope.name, name.key.hex] {
            builder.append(part)
        }
        return "\(base)/ac/\(builder.finish().hex)"
    }

    public func place(of name: EntryName) -> String { url(of: name) }

    public func place(of blob: ContentDigest) -> String { url(of: blob) }

    // MARK: Entries

    public func entry(_ name: EntryName, atMost limit: Int64) throws(CacheMiss) -> StoredEntry {
        let url = url(of: name)
        // The blobs' names stand beside the text, and are not longer than it.
        let message = try get(url, limit: 2 * limit + 4096)
        do {
            if let text = try RemoteEntry.text(in: message), text.count <= limit { return StoredEntry(text: text) }
        } catch {}
        throw .malformed(path: url, "it is no entry of mono's")
    }

    public func noteUse(of name: EntryName, _ entry: StoredEntry) -> Bool { false }

    public func write(_ text: [UInt8], as name: EntryName, naming result: ActionResult?) throws(BackingFault) {
        let message = RemoteEntry.encode(text, naming: result)
        try put(.bytes(message), to: url(of: name))
    }

    /// The protocol has no such word. What takes its place counts; its reader finds what is wrong.
    public func remove(_ name: EntryName) throws(BackingFault) {}

    // MARK: Blobs

    public func contains(_ blob: ContentDigest) -> Bool {
        if state.withLock({ $0.present.contains(blob) }) { return true }
        guard case .success(let answer) = ask(request(.head, url(of: blob), limit: 0, moving: 0)), answer.isSuccess
        else {
            return false
        }
        note(blob)
        return true
    }

    public func keep(_ blob: ContentDigest) -> Bool { contains(blob) }

    public func read(_ blob: ContentDigest) throws(CacheMiss) -> [UInt8] {
        let content = try get(url(of: blob), limit: blob.size)
        guard ContentDigest(of: content) == blob else { throw wrongContent(blob) }
        note(blob)
        return content
    }

    public func copy(_ blob: ContentDigest, to target: AbsolutePath, permissions: UInt16) throws(MaterialiseError) {
        let files = LocalFileSystem(), temporary = target.parent / TemporaryName.make()
        defer { try? files.remove(temporary) }
        do throws(CacheMiss) {
            try download(blob, to: temporary)
        } catch {
            throw .miss(error)
        }
        let found: ContentDigest
        do {
            found = try files.copy(temporary, to: target, expecting: blob, permissions: permissions, durably: false)
        } catch {
            throw .file(error)
        }
        if found != blob { throw .miss(wrongContent(blob)) }
    }

    public func bring(_ blob: ContentDigest, into store: ContentStore) throws(FileError) -> Bool {
        var miss: CacheMiss?
        let isThere = try store.adopt(blob) { file in
            do throws(CacheMiss) {
                try self.download(blob, to: file)
                return true
            } catch {
                miss = error
                return false
            }
        }
        if isThere { note(blob) }
        return miss == nil && isThere
    }

    public func store(_ bytes: [UInt8], digest: ContentDigest) throws(BackingFault) {
        if contains(digest) { return }
        try put(.bytes(bytes), to: url(of: digest))
        note(digest)
    }

    /// What the file holds is not read again before it is sent: its reader sees whether it is right.
    public func store(file: AbsolutePath, digest: ContentDigest) throws(StoreError) {
        if contains(digest) { return }
        do throws(BackingFault) {
            try put(.file(file, size: digest.size), to: url(of: digest))
        } catch {
            switch error {
            case .file(let error): throw .file(error)
            case .remote(let fault): throw .remote(fault)
            }
        }
        note(digest)
    }

    public func remove(_ blob: ContentDigest) throws(BackingFault) {
        state.withLock { _ = $0.present.remove(blob) }
    }

    public func holdsWhole(_ blob: ContentDigest) -> Bool { (try? read(blob)) != nil }

    public func disownments() -> [Disownment] { [] }

    private func note(_ blob: ContentDigest) { state.withLock { _ = $0.present.insert(blob) } }

    private func wrongContent(_ blob: ContentDigest) -> CacheMiss {
        .malformed(path: url(of: blob), "its content is not what its name says")
    }

    // MARK: Requests

    private func request(
        _ method: HTTPRequest.Method, _ url: String, sink: HTTPRequest.Sink = .memory, limit: Int64, moving size: Int64
    ) -> HTTPRequest {
        HTTPRequest(
            method, url, sink: sink, limit: limit,
            timeLimit: settings.patience + Double(max(0, size)) / HTTPStore.slowest)
    }

    private func get(_ url: String, limit: Int64) throws(CacheMiss) -> [UInt8] {
        try answer(to: request(.get, url, limit: limit, moving: min(limit, 1 << 24))).body
    }

    private func download(_ blob: ContentDigest, to file: AbsolutePath) throws(CacheMiss) {
        let url = url(of: blob)
        let answer = try answer(to: request(.get, url, sink: .file(file), limit: blob.size, moving: blob.size))
        if answer.size != blob.size { throw .malformed(path: url, "it has the wrong size") }
    }

    private func answer(to request: HTTPRequest) throws(CacheMiss) -> HTTPAnswer {
        switch ask(request) {
        case .success(let answer) where answer.isSuccess: return answer
        case .success(let answer) where [404, 410].contains(answer.status): throw .absent
        case .success(let answer): throw .unreachable(fault(status: answer.status))
        case .failure(.tooLarge): throw .malformed(path: request.url, "it is larger than it may be")
        case .failure(let fault): throw .unreachable(self.fault(fault))
        }
    }

    private func put(_ body: HTTPRequest.Body, to url: String) throws(BackingFault) {
        switch ask(request(.put(body), url, limit: 1 << 16, moving: body.size)) {
        case .success(let answer) where answer.isSuccess: return
        case .success(let answer): throw .remote(fault(status: answer.status))
        case .failure(.file(let error)): throw .file(error)
        case .failure(let fault): throw .remote(self.fault(fault))
        }
    }

    /// Asks, and asks again where that may help; not at all where nothing did for some time.
    private func ask(_ request: HTTPRequest) -> Result<HTTPAnswer, HTTPFault> {
        if state.withLock({ $0.isLeftAlone }) { return .success(HTTPAnswer(status: 404)) }
        var waits = HTTPStore.waits[...]
        while true {
            let result = client.answer(to: request)
            let isPassing =
                switch result {
                case .success(let answer): answer.status >= 500 || answer.status == 429
                // What took all the time that there was is not tried again.
                case .failure(.timedOut): false
                case .failure(let fault): fault.isPassing
                }
            guard isPassing, !state.withLock({ $0.isLeftAlone }), let wait = waits.popFirst() else {
                noteEnd(result)
                return result
            }
            Pause.wait(seconds: wait)
        }
    }

    private func noteEnd(_ result: Result<HTTPAnswer, HTTPFault>) {
        let isFault =
            switch result {
            case .success(let answer): answer.status >= 500 || [401, 403, 407, 429].contains(answer.status)
            case .failure(.tooLarge), .failure(.file), .failure(.cancelled): false
            case .failure: true
            }
        state.withLock { state in
            state.faultsInARow = isFault ? state.faultsInARow + 1 : 0
            if state.faultsInARow >= HTTPStore.mostFaults { state.isLeftAlone = true }
        }
    }

    private func fault(status: Int) -> RemoteFault {
        RemoteFault(
            place: settings.address,
            kind: [401, 403, 407].contains(status) ? .refused(status: status) : .failed(status: status))
    }

    private func fault(_ fault: HTTPFault) -> RemoteFault {
        let kind: RemoteFault.Kind =
            switch fault {
            case .noLibrary(let what), .unusableLibrary(let what): .noClient(what)
            case .noConnection(_, let words): .noConnection(words)
            case .timedOut: .timedOut
            case .security(_, let words): .notTrusted(words)
            case .broken(_, let words): .broken(words)
            case .tooLarge: .broken("it says too much")
            case .file(let error): .broken("'\(error.path)' cannot be used here: error \(error.code)")
            case .cancelled: .broken("nobody waits any more")
            }
        return RemoteFault(place: settings.address, kind: kind)
    }
}
