import ArtifactCache
import Digests
import Disk
import HTTPTransfers

/// A cache on a web server: `GET`, `HEAD` and `PUT` of `/ac/HASH` and `/cas/HASH`, as Bazel and all that speak its
/// protocol have it.
struct HTTPCacheServer: RemoteServer {
    let address: String
    private let account: ServerAccount
    private let client: HTTPClient

    init(_ settings: RemoteServerSettings) {
        var base = settings.address
        while base.hasSuffix("/") { base.removeLast() }
        address = base
        account = ServerAccount(
            patience: settings.patience, credentials: ServerCredentials(settings.credentials, for: base))
        var client = HTTPClient.Settings()
        client.userAgent = settings.userAgent
        (client.authorities, client.certificate, client.key) =
            (settings.authorities, settings.certificate, settings.key)
        client.stallLimit = max(1, Int(settings.patience.rounded(.up)))
        client.connectLimit = min(client.connectLimit, settings.patience)
        self.client = HTTPClient(client)
    }

    var counts: TransferCounts { account.counts }

    func place(of name: RemoteEntryName) -> String { "\(address)/ac/\(name.digest.hex)" }

    func place(of blob: ContentDigest) -> String { "\(address)/cas/\(blob.hex)" }

    // MARK: Asking

    func result(_ name: RemoteEntryName, atMost limit: Int64) throws(CacheMiss) -> [UInt8] {
        try answer(to: request(.get, place(of: name), limit: limit, moving: min(limit, 1 << 24))).body
    }

    func has(_ blob: ContentDigest) -> Bool {
        let request = request(.head, place(of: blob), limit: 0, moving: 0)
        guard case .success(let answer) = ask(request, .reading) else { return false }
        return answer.isSuccess
    }

    func read(_ blob: ContentDigest) throws(CacheMiss) -> [UInt8] {
        try answer(to: request(.get, place(of: blob), limit: blob.size, moving: min(blob.size, 1 << 24))).body
    }

    func download(_ blob: ContentDigest, to file: AbsolutePath) throws(MaterialiseError) {
        let url = place(of: blob)
        let result = ask(request(.get, url, sink: .file(file), limit: blob.size, moving: blob.size), .reading)
        // This machine's fault, and none of the server's.
        if case .failure(.file(let error)) = result { throw .file(error) }
        do throws(CacheMiss) {
            if try success(of: result, from: url).size == blob.size { return }
        } catch {
            throw .miss(error)
        }
        throw .miss(.malformed(path: url, "it has the wrong size"))
    }

    func put(_ result: [UInt8], as name: RemoteEntryName) throws(BackingFault) {
        try put(.bytes(result), to: place(of: name))
    }

    func put(_ content: HTTPRequest.Body, as blob: ContentDigest) throws(BackingFault) {
        try put(content, to: place(of: blob))
    }

    private func put(_ body: HTTPRequest.Body, to url: String) throws(BackingFault) {
        if account.isLeftAlone(.writing) { throw .remote(RemoteFault(place: address, kind: .leftAlone)) }
        switch ask(request(.put(body), url, limit: 1 << 16, moving: body.size), .writing) {
        case .success(let answer) where answer.isSuccess: return
        case .success(let answer): throw .remote(fault(status: answer.status))
        case .failure(.file(let error)): throw .file(error)
        case .failure(let fault): throw .remote(self.fault(fault))
        }
    }

    private func answer(to request: HTTPRequest) throws(CacheMiss) -> HTTPAnswer {
        try success(of: ask(request, .reading), from: request.url)
    }

    private func success(of result: Result<HTTPAnswer, HTTPFault>, from url: String) throws(CacheMiss) -> HTTPAnswer {
        switch result {
        case .success(let answer) where answer.isSuccess: return answer
        case .success(let answer) where [404, 410].contains(answer.status): throw .absent
        case .success(let answer): throw .unreachable(fault(status: answer.status))
        case .failure(.tooLarge): throw .malformed(path: url, "it is larger than it may be")
        case .failure(let fault): throw .unreachable(self.fault(fault))
        }
    }

    private func request(
        _ method: HTTPRequest.Method, _ url: String, sink: HTTPRequest.Sink = .memory, limit: Int64, moving size: Int64
    ) -> HTTPRequest {
        HTTPRequest(method, url, sink: sink, limit: limit, timeLimit: account.timeLimit(moving: size))
    }

    private func ask(
        _ request: HTTPRequest, _ direction: ServerAccount.Direction
    ) -> Result<HTTPAnswer, HTTPFault> {
        if account.isLeftAlone(direction) { return .success(HTTPAnswer(status: 404)) }
        do throws(CredentialHelper.Fault) {
            return try account.ask(direction) { headers in
                var request = request
                request.headers = headers
                let result = client.answer(to: request)
                count(request, result)
                return (result, HTTPCacheServer.verdict(result))
            }
        } catch {
            return .failure(.noCredentials(error.reason))
        }
    }

    private func count(_ request: HTTPRequest, _ result: Result<HTTPAnswer, HTTPFault>) {
        var up: Int64 = 0, down: Int64 = 0
        if case .put(let body) = request.method { up = body.size }
        if case .success(let answer) = result, case .get = request.method { down = answer.size }
        account.count(up: up, down: down)
    }

    // MARK: What it said

    private static func verdict(_ result: Result<HTTPAnswer, HTTPFault>) -> ServerAccount.Verdict {
        switch result {
        case .success(let answer) where refusals.contains(answer.status):
            .init(ending: .refused, wantsCredentials: answer.status == 401)
        case .success(let answer) where answer.status >= 500 || answer.status == 429:
            .init(ending: .failed, mayPass: true)
        case .success, .failure(.tooLarge), .failure(.file), .failure(.cancelled): .init(ending: .well)
        case .failure(.broken): .init(ending: .brokeOff, mayPass: true)
        case .failure(.noConnection): .init(ending: .gone, mayPass: true)
        // What took all the time that there was is not tried again.
        case .failure: .init(ending: .gone)
        }
    }

    /// Who asks is not known, or may not, and will not know better the next time; or the server knows no such request.
    private static let refusals: Set = [401, 403, 405, 407, 501]

    private func fault(status: Int) -> RemoteFault {
        let words = "status \(status)"
        return RemoteFault(
            place: address, kind: HTTPCacheServer.refusals.contains(status) ? .refused(words) : .failed(words))
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
            case .noCredentials(let why): .noCredentials(why)
            case .cancelled: .broken("nothing waits any more")
            }
        return RemoteFault(place: address, kind: kind)
    }
}
