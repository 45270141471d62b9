import ArtifactCache
import BuildPlanning

/// The account that a build gives of itself: what observers hear, and what it all came to. A plain value: the queue of
/// the pass owns it, and the next pass goes on with it: what was reported of an action once is not reported again.
struct BuildAccount {
    private(set) var summary = BuildSummary()
    private var messages = MessageDesk()
    /// How actions ended in this pass or an earlier one, where observers heard of it.
    private var ended: [ActionID: Ending] = [:]
    private var spoke: Set<ActionID> = []

    private enum Ending {
        case decided
        case hit(tier: CacheTier, cpu: Int64)
        case ran
        case failed(ActionFailure)
    }

    private let observers: [any BuildObserver]
    private let clock: BuildClock

    init(observers: [any BuildObserver], clock: BuildClock) { (self.observers, self.clock) = (observers, clock) }

    func started(_ start: ActionStart) {
        for observer in observers { observer.actionStarted(start) }
    }

    /// Why the action failed in an earlier pass: it need not run again.
    func failure(of action: ActionID) -> ActionFailure? {
        guard case .failed(let failure) = ended[action] else { return nil }
        return failure
    }

    /// An action that ended, or will, without a run.
    mutating func report(
        _ action: Action, _ outcome: ActionReport.Outcome, result: Decided? = nil, reason: RebuildReason? = nil,
        key: ActionKey? = nil
    ) {
        switch outcome {
        case .decided:
            if ended.updateValue(.decided, forKey: action.id) != nil { return }
        case .hit(let tier):
            if ended[action.id] != nil { return }
            let cpu = result?.result.cpu ?? 0
            ended[action.id] = .hit(tier: tier, cpu: cpu)
            summary.hits += 1
            count(1, from: tier)
            summary.savedCPU += cpu
        case .wouldRun: summary.wouldRun += 1
        case .skipped: summary.skipped += 1
        default: break
        }
        let now = clock.now
        finished(
            ActionReport(
                action: action, outcome: outcome, started: now, ended: now, slots: [], wall: result?.result.wall ?? 0,
                cpu: result?.result.cpu ?? 0, reason: reason, key: result?.key ?? key))
    }

    /// What came of a run that did what it should: `ran`, or `ranEarly` and `abandoned` where it is not known to count.
    mutating func report(_ run: EndedRun, of action: Action, _ outcome: ActionReport.Outcome) {
        let counts = outcome == .ran
        if counts {
            takeBackHit(of: action.id)
            // A result that was not published is made again in the next pass.
            if case .ran? = ended.updateValue(.ran, forKey: action.id) {} else { summary.ran += 1 }
            if let unpublished = run.report.unpublished { summary.unpublished.append(unpublished) }
        }
        var key: ActionKey?
        if case .success(let made) = run.report.result { key = made.key }
        finished(
            ActionReport(
                action: action, outcome: outcome, started: run.started, ended: run.ended, slots: run.slots,
                wall: Int64(run.report.wall * 1000), cpu: Int64(run.report.cpu * 1000),
                unpublished: counts ? run.report.unpublished : nil, reason: run.undecided.reason, key: key,
                clock: counts ? run.report.clock : [], isElsewhere: run.report.isElsewhere))
    }

    /// What the cache had promised turned out to be lost.
    private mutating func takeBackHit(of action: ActionID) {
        guard case .hit(let tier, let cpu) = ended[action] else { return }
        summary.hits -= 1
        count(-1, from: tier)
        summary.savedCPU -= cpu
    }

    private mutating func count(_ hits: Int, from tier: CacheTier) {
        switch tier {
        case .local: break
        case .shared: summary.sharedHits += hits
        case .remote: summary.remoteHits += hits
        }
    }

    mutating func failed(_ action: Action, _ failure: ActionFailure, started: UInt64, slots: [Int]) {
        if failure == .cancelled {
            summary.wasCancelled = true
        } else {
            takeBackHit(of: action.id)
            ended[action.id] = .failed(failure)
            summary.failures.append(BuildSummary.Failure(action: action, failure: failure))
        }
        finished(
            ActionReport(
                action: action, outcome: .failed(failure), started: started, ended: clock.now, slots: slots, wall: 0,
                cpu: 0))
    }

    /// Counts the processor time of a run, whatever comes of it.
    mutating func spent(_ run: EndedRun) { summary.spentCPU += Int64(run.report.cpu * 1000) }

    /// Of one pass.
    mutating func addElsewhere(_ counts: ElsewhereCounts) {
        var sum = summary.elsewhere ?? ElsewhereCounts()
        (sum.ran, sum.cached) = (sum.ran + counts.ran, sum.cached + counts.cached)
        sum.stayed.merge(counts.stayed, uniquingKeysWith: +)
        summary.elsewhere = sum
    }

    mutating func stopped() { summary.wasCancelled = true }

    /// What an action's tool said, now or when its result was made.
    mutating func said(_ text: String, by action: Action, isFailure: Bool, isReplayed: Bool) {
        guard spoke.insert(action.id).inserted || !isReplayed else { return }
        // First this, then the call: as its argument, the desk would change beside a copy of the account, and copy all
        // that it holds for each action. At 10,000 targets that was a tenth of mono's time.
        let toShow = messages.said(text, by: action, isFailure: isFailure, isReplayed: isReplayed)
        diagnosed(toShow)
    }

    /// Says what waited for a word from another action that never came.
    mutating func sayRest() {
        let rest = messages.rest()
        diagnosed(rest)
    }

    private func finished(_ report: ActionReport) {
        for observer in observers { observer.actionFinished(report) }
    }

    private func diagnosed(_ diagnostics: [Diagnostics]) {
        for text in diagnostics {
            for observer in observers { observer.diagnosed(text) }
        }
    }
}
