import ArtifactCache
import Parallelism
import Synchronization

/// What is known of how a server behaves: how much was asked, and whether it is worth asking more. May be used from any
/// thread.
final class ServerAccount: Sendable {
    /// A server may give and not take: a full disk, or somebody who may only read.
    enum Direction: Sendable { case reading, writing }

    /// What a request that ended says of the server.
    enum Ending: Sendable {
        /// It did what it should, or what went wrong is not its fault.
        case well
        /// It failed, and may fail again in this direction.
        case failed
        /// It broke off, which may happen in both.
        case brokeOff
        /// Who asks may not, and will not be let the next time; or the server knows no such request.
        case refused
        /// It took all the time that there was, or cannot get better.
        case gone
    }

    struct Verdict: Sendable {
        var ending: Ending
        /// Another try may go better.
        var mayPass = false
        /// It wants to know who asks.
        var wantsCredentials = false
    }

    private struct State {
        /// Requests that failed, one after the other, in a way that another one may not.
        var faultsInARow: [Direction: Int] = [:]
        var counts = TransferCounts()

        func isLeftAlone(_ direction: Direction) -> Bool {
            faultsInARow[direction, default: 0] >= ServerAccount.mostFaults
        }
    }

    /// So many faults in a row, and nothing more is asked in that direction.
    private static let mostFaults = 3
    /// How long to wait before a request is sent again that ended in a way that may pass.
    private static let waits = [0.1, 0.5]
    /// Bytes a second that any server gives.
    private static let slowest = 100_000.0
    /// Seconds that no request takes, whatever the server says of the size of what it has.
    private static let longest = 300.0

    private let patience: Double
    private let credentials: ServerCredentials
    private let state = Mutex(State())

    init(patience: Double, credentials: ServerCredentials) {
        (self.patience, self.credentials) = (patience, credentials)
    }

    var counts: TransferCounts { state.withLock { $0.counts } }

    func isLeftAlone(_ direction: Direction) -> Bool { state.withLock { $0.isLeftAlone(direction) } }

    /// Seconds for a request that moves so many bytes.
    func timeLimit(moving size: Int64) -> Double {
        min(patience + Double(max(0, size)) / ServerAccount.slowest, max(patience, ServerAccount.longest))
    }

    func count(up: Int64 = 0, down: Int64 = 0) {
        state.withLock { state in
            state.counts.requests += 1
            state.counts.bytesUp += up
            state.counts.bytesDown += down
        }
    }

    /// Asks with what says who asks: again where that may help.
    func ask<Answer>(
        _ direction: Direction, _ once: (_ headers: [String]) -> (Answer, Verdict)
    ) throws(CredentialHelper.Fault) -> Answer {
        var waits = ServerAccount.waits[...], isRenewed = false
        while true {
            let headers: [String]
            do throws(CredentialHelper.Fault) {
                headers = try credentials.headers()
            } catch {
                note(.gone, direction)
                throw error
            }
            let (answer, verdict) = once(headers)
            if verdict.wantsCredentials, !isRenewed, credentials.forget(headers) {
                isRenewed = true
                continue
            }
            guard verdict.mayPass, !isLeftAlone(direction), let wait = waits.popFirst() else {
                note(verdict.ending, direction)
                return answer
            }
            Pause.wait(seconds: wait)
        }
    }

    private func note(_ ending: Ending, _ direction: Direction) {
        let (faults, directions): (Int, [Direction]) =
            switch ending {
            case .well: (0, [direction])
            case .failed: (1, [direction])
            case .brokeOff: (1, [.reading, .writing])
            case .refused: (ServerAccount.mostFaults, [direction])
            case .gone: (ServerAccount.mostFaults, [.reading, .writing])
            }
        state.withLock { state in
            for direction in directions {
                if faults == 0, state.isLeftAlone(direction) { continue }
                state.faultsInARow[direction] = faults == 0 ? 0 : state.faultsInARow[direction, default: 0] + faults
            }
        }
    }
}
