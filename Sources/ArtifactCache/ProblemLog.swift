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
        /// The places of what was damaged: one that is read twice is one.
        var damaged: [CacheTier: Set<String>] = [:]
    }

    private let state = Mutex(State())

    /// `isWritten`: whether what is made again is put there.
    func record(_ fact: CacheProblem.Fact, in tier: CacheTier, isWritten: Bool = true) {
        let kind: Kind
        var isFailure = true, damaged: String?
        switch fact {
        case .noFolder: kind = Kind(tier: tier, attempt: .look, code: 0)
        case .notWritten(let error): kind = Kind(tier: tier, attempt: error.attempt, code: error.code)
        // Why it is left alone was recorded before.
        case .notSent(let fault) where fault.kind == .leftAlone: return
        case .notSent(let fault), .notRead(.unreachable(let fault)):
            kind = Kind(tier: tier, attempt: nil, code: 0, remote: fault.kind)
        case .notRead(.unreadable(_, let code)): kind = Kind(tier: tier, attempt: nil, code: code)
        case .notRead(.malformed(let place, _)):
            (kind, isFailure, damaged) = (Kind(tier: tier, attempt: nil, code: 0), false, place)
        case .notRead(.absent): return
        }
        state.withLock { state in
            if isFailure { state.failures[tier, default: 0] += 1 }
            if case .noFolder = fact { state.failures[tier] = ProblemLog.patience }
            if let damaged, !state.damaged[tier, default: []].insert(damaged).inserted { return }
            if let at = state.index[kind] {
                state.problems[at].count += 1
            } else {
                state.index[kind] = state.problems.count
                state.problems.append(CacheProblem(tier: tier, fact: fact, count: 1, isWritten: isWritten))
            }
        }
    }

    /// In the order in which they were first seen.
    var problems: [CacheProblem] { state.withLock { $0.problems } }

    func hasGivenUp(on tier: CacheTier) -> Bool {
        state.withLock { $0.failures[tier, default: 0] >= ProblemLog.patience }
    }
}
