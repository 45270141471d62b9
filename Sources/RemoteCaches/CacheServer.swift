import ArtifactCache
import Disk
import HTTPTransfers
import Parallelism
import Synchronization

/// A server of which things are asked for: again where that may help, with what says who asks, and not at all where
/// nothing helped for some time. May be used from any thread; each call blocks it for a bounded time.
final class CacheServer: Sendable {
    /// A server may give and not take: a full disk, or somebody who may only read.
    private enum Direction: Sendable { case reading, writing }

    private struct State {
        /// Requests that failed, one after the other, in a way that another one may not.
        var faultsInARow: [Direction: Int] = [:]
        var counts = TransferCounts()

        func isLeftAlone(_ direction: Direction) -> Bool {
            faultsInARow[direction, default: 0] >= CacheServer.mostFaults
        }
    }

    /// So many faults in a row, and nothing more is asked in that direction.
    private static let mostFaults = 3
    /// How often a request is sent again that ended in a way that may pass.
    private static let waits = [0.1, 0.5]
    /// Bytes a second that any server gives.
    private static let slowest = 100_000.0

    let base: String
    private let settings: HTTPStore.Settings
    private let client: HTTPClient
    private let state = Mutex(State())
    /// What the credential helper said; nil while nothing asked it, or what it said is refused.
    private let said = Mutex<[String]?>(nil)

    init(_ settings: HTTPStore.Settings) {
        self.settings = settings
        var base = settings.address
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
        var client = settings.client
        client.stallLimit = max(1, Int(settings.patience.rounded(.up)))
        client.connectLimit = min(client.connectLimit, settings.patience)
        switch settings.credentials {
        case .token(let token): client.headers.append("Authorization: Bearer \(token)")
        case .password(let user, let password): client.credentials = "\(user):\(password)"
        case .none, .helper: break
        }
        self.client = HTTPClient(client)
    }

    private func isLeftAlone(_ direction: Direction) -> Bool { state.withLock { $0.isLeftAlone(direction) } }

    var counts: TransferCounts { state.withLock { $0.counts } }

    // MARK: Asking

    func has(_ url: String) -> Bool {
        let request = request(.head, url, limit: 0, moving: 0)
        guard case .success(let answer) = ask(request, .reading) else { return false }
        return answer.isSuccess
    }

    func get(_ url: String, limit: Int64) throws(CacheMiss) -> [UInt8] {
        try answer(to: request(.get, url, limit: limit, moving: min(limit, 1 << 24))).body
    }

    /// What the file holds means nothing where this throws.
    func download(_ url: String, size: Int64, to file: AbsolutePath) throws(CacheMiss) {
        let answer = try answer(to: request(.get, url, sink: .file(file), limit: size, moving: size))
        if answer.size != size { throw .malformed(path: url, "it has the wrong size") }
    }

    func put(_ body: HTTPRequest.Body, to url: String) throws(BackingFault) {
        if isLeftAlone(.writing) { throw .remote(RemoteFault(place: settings.address, kind: .leftAlone)) }
        switch ask(request(.put(body), url, limit: 1 << 16, moving: body.size), .writing) {
        case .success(let answer) where answer.isSuccess: return
        case .success(let answer): throw .remote(fault(status: answer.status))
        case .failure(.file(let error)): throw .file(error)
        case .failure(let fault): throw .remote(self.fault(fault))
        }
    }

    private func answer(to request: HTTPRequest) throws(CacheMiss) -> HTTPAnswer {
        switch ask(request, .reading) {
        case .success(let answer) where answer.isSuccess: return answer
        case .success(let answer) where [404, 410].contains(answer.status): throw .absent
        case .success(let answer): throw .unreachable(fault(status: answer.status))
        case .failure(.tooLarge): throw .malformed(path: request.url, "it is larger than it may be")
        case .failure(let fault): throw .unreachable(self.fault(fault))
        }
    }

    private func request(
        _ method: HTTPRequest.Method, _ url: String, sink: HTTPRequest.Sink = .memory, limit: Int64, moving size: Int64
    ) -> HTTPRequest {
        HTTPRequest(
            method, url, sink: sink, limit: limit,
            timeLimit: settings.patience + Double(max(0, size)) / CacheServer.slowest)
    }

    private func ask(_ request: HTTPRequest, _ direction: Direction) -> Result<HTTPAnswer, HTTPFault> {
        if isLeftAlone(direction) { return .success(HTTPAnswer(status: 404)) }
        var request = request, waits = CacheServer.waits[...], isRenewed = false
        while true {
            do throws(HTTPFault) {
                request.headers = try headers()
            } catch {
                noteEnd(.failure(error), direction)
                return .failure(error)
            }
            let result = client.answer(to: request)
            count(request, result)
            if case .success(let answer) = result, answer.status == 401, !isRenewed, forget(request.headers) {
                isRenewed = true
                continue
            }
            guard CacheServer.mayPass(result), !isLeftAlone(direction), let wait = waits.popFirst() else {
                noteEnd(result, direction)
                return result
            }
            Pause.wait(seconds: wait)
        }
    }

    private static func mayPass(_ result: Result<HTTPAnswer, HTTPFault>) -> Bool {
        switch result {
        case .success(let answer): answer.status >= 500 || answer.status == 429
        // What took all the time that there was is not tried again.
        case .failure(.timedOut): false
        case .failure(let fault): fault.isPassing
        }
    }

    // MARK: Who asks

    /// As the credential helper has it; other credentials are the client's from the start.
    private func headers() throws(HTTPFault) -> [String] {
        guard case .helper(let helper) = settings.credentials else { return [] }
        return try said.withLock { said throws(HTTPFault) in
            if let said { return said }
            do throws(CredentialHelper.Fault) {
                let headers = try helper.headers(for: base)
                said = headers
                return headers
            } catch {
                throw .noCredentials(error.reason)
            }
        }
    }

    /// The server refuses what the helper said, which may have something newer. False where there is no helper.
    private func forget(_ headers: [String]) -> Bool {
        guard case .helper = settings.credentials else { return false }
        said.withLock { if $0 == headers { $0 = nil } }
        return true
    }

    // MARK: Account

    private func count(_ request: HTTPRequest, _ result: Result<HTTPAnswer, HTTPFault>) {
        state.withLock { state in
            state.counts.requests += 1
            if case .put(let body) = request.method { state.counts.bytesUp += body.size }
            if case .success(let answer) = result, case .get = request.method { state.counts.bytesDown += answer.size }
        }
    }

    private func noteEnd(_ result: Result<HTTPAnswer, HTTPFault>, _ direction: Direction) {
        var directions = [direction]
        let faults: Int
        switch result {
        case .success(let answer) where CacheServer.refusals.contains(answer.status): faults = CacheServer.mostFaults
        case .success(let answer): faults = answer.status >= 500 || answer.status == 429 ? 1 : 0
        case .failure(.tooLarge), .failure(.file), .failure(.cancelled): faults = 0
        case .failure(.broken):
            (faults, directions) = (1, [.reading, .writing])
        // What was tried again, took all the time that there was, or cannot get better.
        case .failure:
            (faults, directions) = (CacheServer.mostFaults, [.reading, .writing])
        }
        state.withLock { state in
            for direction in directions {
                if faults == 0, state.isLeftAlone(direction) { continue }
                state.faultsInARow[direction] = faults == 0 ? 0 : state.faultsInARow[direction, default: 0] + faults
            }
        }
    }

    /// Who asks is not known, or may not, and will not know better the next time; or the server knows no such request.
    private static let refusals: Set = [401, 403, 405, 407, 501]

    private func fault(status: Int) -> RemoteFault {
        RemoteFault(
            place: settings.address,
            kind: CacheServer.refusals.contains(status) ? .refused(status: status) : .failed(status: status))
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
        return RemoteFault(place: settings.address, kind: kind)
    }
}
