import Disk
import Synchronization

/// Collects what goes wrong with a cache, once per kind, and gives up on a tier whose disk keeps failing.
final class ProblemLog: Sendable {
    /// After this many failed system calls a tier is left alone: a full disk or a dead server would only cost time.
    static let patience = 20

    private struct Kind: Hashable {
        var tier: CacheTier
        var attempt: FileError.Attempt?
        var code: Int32
        var remote: RemoteFault.Kind?
    }

    private struct State {
        var problems: [CacheProblem] = []
        var index: [Kind: Int] = [:]
        var failures: [CacheTier: Int] = [:]
    }

    private let state = Mutex(State())

    func record(_ fact: CacheProblem.Fact, in tier: CacheTier) {
        let kind: Kind
        var isFailure = true
        switch fact {
        case .notWritten(let error): kind = Kind(tier: tier, attempt: error.attempt, code: error.code)
        // Why it is left alone was recorded before.
        case .notSent(let fault) where fault.kind == .leftAlone: return
        case .notSent(let fault), .notRead(.unreachable(let fault)):
            kind = Kind(tier: tier, attempt: nil, code: 0, remote: fault.kind)
        case .notRead(.unreadable(_, let code)): kind = Kind(tier: tier, attempt: nil, code: code)
        case .notRead(.malformed): (kind, isFailure) = (Kind(tier: tier, attempt: nil, code: 0), false)
        case .notRead(.absent): return
        }
        state.withLock { state in
            if isFailure { state.failures[tier, default: 0] += 1 }
            if let at = state.index[kind] {
                state.problems[at].count += 1
            } else {
                state.index[kind] = state.problems.count
                state.problems.append(CacheProblem(tier: tier, fact: fact, count: 1))
            }
        }
    }

    /// In the order in which they were first seen.
    var problems: [CacheProblem] { state.withLock { $0.problems } }

    func hasGivenUp(on tier: CacheTier) -> Bool {
        state.withLock { $0.failures[tier, default: 0] >= ProblemLog.patience }
    }
}
