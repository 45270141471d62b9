import ArtifactCache
import RemoteCalls
import Subprocesses

/// Calls methods of one server: again where that may help, and not at all where nothing helped for some time. May be
/// used from any thread; each call blocks it for a bounded time.
struct APICalls: Sendable {
    private let address: String
    private let patience: Double
    private let account: ServerAccount
    private let channel: (any CallChannel)?

    /// Without a channel each call says that there is none.
    init(_ settings: RemoteServerSettings, _ address: APIAddress) {
        (self.address, patience) = (settings.address, settings.patience)
        account = ServerAccount(
            patience: settings.patience,
            credentials: ServerCredentials(settings.credentials, for: settings.address))
        var server = CallProgram.Server(host: address.host, port: address.port, isSecure: address.isSecure)
        (server.authorities, server.certificate, server.key) =
            (settings.authorities, settings.certificate, settings.key)
        channel = settings.callChannel?(server)
    }

    var counts: TransferCounts { account.counts }

    /// Why a call brought nothing.
    enum Fault: Error, Sendable {
        /// The server has no such thing.
        case absent
        case remote(RemoteFault)
    }

    /// What goes and comes in one try of a call. Both run on the calling thread; `next` returns nil after the last
    /// message, `each` false where no more is wanted.
    struct Exchange {
        var next: () -> [UInt8]?
        var each: ([UInt8]) -> Bool
    }

    /// One message, one answer.
    func answer(
        _ method: String, _ message: [UInt8], _ direction: ServerAccount.Direction = .reading, moving size: Int64 = 0
    ) throws(Fault) -> [UInt8] {
        var answer: [UInt8]?
        try run(method, direction, moving: size) {
            var messages = [message][...]
            return Exchange(next: { messages.popFirst() }) {
                answer = $0
                return true
            }
        }
        guard let answer else { throw misunderstood }
        return answer
    }

    /// A call of any number of messages. `begin` makes what a try sends and receives, from the start each time.
    func run(
        _ method: String, _ direction: ServerAccount.Direction, moving size: Int64, _ begin: () -> Exchange
    ) throws(Fault) {
        if account.isLeftAlone(direction) { throw .remote(fault(.leftAlone)) }
        guard let channel else {
            throw .remote(fault(.noCaller("it is not there")))
        }
        let found: CallFault?
        do throws(CredentialHelper.Fault) {
            found = try account.ask(direction) { headers in
                let call = RemoteCall(
                    method, headers: headers, timeLimit: account.timeLimit(moving: size), silenceLimit: patience)
                let fault = once(call, begin(), channel)
                return (fault, APICalls.verdict(fault))
            }
        } catch {
            throw .remote(fault(.noCredentials(error.reason)))
        }
        if let found { throw self.fault(found) }
    }

    /// How a call that may take long came out.
    enum Following: Sendable { case done, late, cancelled }

    /// One message, and what the server says of it from time to time. That it takes long says nothing of the server.
    func follow(
        _ method: String, _ message: [UInt8], seconds: Double, _ cancellation: Cancellation,
        each: @escaping ([UInt8]) -> Bool
    ) throws(Fault) -> Following {
        if account.isLeftAlone(.reading) { throw .remote(fault(.leftAlone)) }
        guard let channel else { throw .remote(fault(.noCaller("it is not there"))) }
        let found: CallFault?
        do throws(CredentialHelper.Fault) {
            found = try account.ask(.reading) { headers in
                let call = RemoteCall(method, headers: headers, timeLimit: seconds, cancellation: cancellation)
                var messages = [message][...]
                let fault = once(call, Exchange(next: { messages.popFirst() }, each: each), channel)
                var verdict = APICalls.verdict(fault)
                if fault == .timedOut || fault == .cancelled { verdict = .init(ending: .well) }
                // What began somewhere is not begun again: who asks runs it here.
                verdict.mayPass = false
                return (fault, verdict)
            }
        } catch {
            throw .remote(fault(.noCredentials(error.reason)))
        }
        switch found {
        case nil: return .done
        case .timedOut: return .late
        case .cancelled: return .cancelled
        case let found?: throw self.fault(found)
        }
    }

    private func once(_ call: RemoteCall, _ exchange: Exchange, _ channel: any CallChannel) -> CallFault? {
        var up: Int64 = 0, down: Int64 = 0
        defer { account.count(up: up, down: down) }
        do throws(CallFault) {
            try channel.run(call) {
                let message = exchange.next()
                up += Int64(message?.count ?? 0)
                return message
            } receiving: { message in
                down += Int64(message.count)
                return exchange.each(message)
            }
            return nil
        } catch {
            return error
        }
    }

    // MARK: What it said

    private static func verdict(_ fault: CallFault?) -> ServerAccount.Verdict {
        switch fault {
        case nil: .init(ending: .well)
        case .noProgram, .timedOut: .init(ending: .gone)
        case .cancelled: .init(ending: .well)
        case .broken: .init(ending: .brokeOff, mayPass: true)
        case .status(let code, _):
            switch code {
            case .notFound, .alreadyExists: .init(ending: .well)
            case .unauthenticated: .init(ending: .refused, wantsCredentials: true)
            case .permissionDenied, .unimplemented: .init(ending: .refused)
            case .invalidArgument, .failedPrecondition: .init(ending: .failed)
            case .unavailable: .init(ending: .brokeOff, mayPass: true)
            default: .init(ending: .failed, mayPass: true)
            }
        }
    }

    private func fault(_ fault: CallFault) -> Fault {
        switch fault {
        case .noProgram(let why): .remote(self.fault(.noCaller(why)))
        case .timedOut: .remote(self.fault(.timedOut))
        case .cancelled: .remote(self.fault(.broken("nothing waits any more")))
        case .broken(let why): .remote(self.fault(.broken("mono-remote fails: \(why)")))
        case .status(.notFound, _): .absent
        case .status(let code, let words): self.fault(code, words)
        }
    }

    /// What a status says, of a call or of one blob of it.
    func fault(_ code: CallStatusCode, _ message: String) -> Fault {
        if code == .notFound { return .absent }
        // A server's own words: one line of them, and not for long.
        let line = message.unicodeScalars.prefix(300).map { $0.value < 32 || $0.value == 127 ? " " : String($0) }
            .joined()
        let words = line.isEmpty ? code.name : "\(code.name): \(line)"
        switch code {
        case .unauthenticated, .permissionDenied, .unimplemented: return .remote(fault(.refused(words)))
        case .unavailable: return .remote(fault(.noConnection(line.isEmpty ? code.name : line)))
        default: return .remote(fault(.failed(words)))
        }
    }

    func fault(_ kind: RemoteFault.Kind) -> RemoteFault { RemoteFault(place: address, kind: kind) }

    var misunderstood: Fault { .remote(fault(.broken("it says what cannot be understood"))) }
}

extension APICalls.Fault {
    /// For who reads: a server that is left alone has nothing.
    var miss: CacheMiss {
        switch self {
        case .absent: .absent
        case .remote(let fault): fault.kind == .leftAlone ? .absent : .unreachable(fault)
        }
    }
}
