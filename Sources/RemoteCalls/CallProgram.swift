import CallFrames
import Glibc
import Subprocesses
import Synchronization

/// Calls a server by way of the program `mono-remote`, which knows gRPC. It is started with the first call, and ends
/// when this value goes, or this process, whatever becomes of either: it watches a connection that nothing is sent
/// over.
public final class CallProgram: CallChannel {
    /// Which server, and how. The socket is not said yet.
    public struct Server: Hashable, Sendable {
        public var host: String
        public var port: Int
        public var isSecure: Bool
        /// Files in PEM: authorities in place of the system's; a client's certificate and its key.
        public var authorities, certificate, key: String?

        public init(host: String, port: Int, isSecure: Bool) {
            (self.host, self.port, self.isSecure) = (host, port, isSecure)
        }
    }

    private enum State: Sendable {
        case idle
        case running(RunningProgram)
        /// Nobody tries again.
        case failed(String)
    }

    private let program: String
    private let server: Server
    private let environment: [String: String]
    private let commands: any CommandRunner
    /// Seconds until the program listens.
    private let startLimit: Double
    private let state = Mutex(State.idle)

    /// `program`: an absolute path. Starts nothing yet.
    public init(
        _ program: String, _ server: Server, environment: [String: String], commands: any CommandRunner,
        startLimit: Double = 10
    ) {
        (self.program, self.server, self.environment) = (program, server, environment)
        (self.commands, self.startLimit) = (commands, startLimit)
    }

    deinit {
        if case .running(let running) = state.withLock({ $0 }) { running.end() }
    }

    public func run(
        _ call: RemoteCall, sending next: () -> [UInt8]?, receiving each: ([UInt8]) -> Bool
    ) throws(CallFault) {
        let running = try running()
        guard let connection = CallConnection.open(socket: running.socket) else {
            throw .broken("'\(program)' ended")
        }
        var conversation = Conversation(call, over: connection)
        do throws(CallFault) {
            try conversation.run(sending: next, receiving: each)
        } catch {
            guard case .broken = error, let why = running.endedSoon() else { throw error }
            throw .broken(why)
        }
    }

    /// What listens; the first one to ask starts it, and others wait for that.
    private func running() throws(CallFault) -> RunningProgram {
        try state.withLock { state throws(CallFault) in
            switch state {
            case .running(let running) where running.endedBecause == nil: return running
            case .running(let running):
                // One that fell over once is started once more by who comes next; one that cannot start is not.
                state = .idle
                running.end()
            case .failed(let why): throw .noProgram(why)
            case .idle: break
            }
            do throws(CallFault) {
                let running = try start()
                state = .running(running)
                return running
            } catch {
                if case .noProgram(let why) = error { state = .failed(why) }
                throw error
            }
        }
    }

    private func start() throws(CallFault) -> RunningProgram {
        var template = Array("/tmp/mono-remote-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .noProgram("error \(errno) for a folder in /tmp") }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var settings = CallProgramSettings(socket: folder + "/socket", host: server.host, port: server.port)
        settings.isSecure = server.isSecure
        (settings.authorities, settings.certificate, settings.key) =
            (server.authorities, server.certificate, server.key)
        let command = Command(
            program, [], folder: "/", environment: environment, input: settings.encoded, outputLimit: 1 << 16)
        let running = RunningProgram(command, socket: settings.socket, folder: folder, commands)
        do throws(CallFault) {
            try running.waitUntilItListens(seconds: startLimit)
        } catch {
            running.end()
            throw error
        }
        return running
    }
}
