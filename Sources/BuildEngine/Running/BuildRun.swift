import ArtifactCache
import BuildPlanning
import Dispatch
import Parallelism
import Subprocesses

/// One pass over a plan. Facts are only ever added: an action is decided once, and no decision is taken back.
///
/// Running happens on `workers`, deciding there too or, where it may wait for a server, on many threads. Both hand what
/// they found back to the pass.
final class BuildRun: Sendable {
    /// What came of the pass.
    struct Outcome: Sendable {
        var account: BuildAccount
        var decided: [ActionID: Decided]
        var lost: [LostBlob]
    }

    private let state: Confined<Pass>
    private let workers = DispatchQueue(label: "mono.build.workers", attributes: .concurrent)
    /// Runs what may wait for other machines.
    private let runners: WaitingPool
    private let deciders = WaitingPool(label: "mono.build.deciders", width: 64)
    private let finished = DispatchSemaphore(value: 0)

    private let options: BuildEngine.Options
    private let graph: ActionGraph
    private let decider: Decider
    private let runner: ActionRunner
    private let cancellation: Cancellation
    private let clock: BuildClock

    /// Where the pass stands.
    private struct Pass {
        enum Phase {
            case running
            /// Nothing new is started.
            case stopping
            /// Whatever else comes finds nothing to do.
            case ended
        }

        var phase = Phase.running
        var schedule: Schedule
        var shares: ProcessorShares
        var decided: [ActionID: Decided] = [:]
        var undecided: [ActionID: Undecided] = [:]
        var freeSlots: Set<Int>
        /// Actions that are being decided or run.
        var underWay = 0
        var deciding: Set<ActionID> = []
        var early: EarlyRuns
        var lost: [LostBlob] = []
        var account: BuildAccount

        func needs(of action: Action) -> [ActionID: Decided] {
            var needs: [ActionID: Decided] = [:]
            for id in action.dependencies { needs[id] = decided[id] }
            return needs
        }

        /// What must be in place when it runs: the modules behind those of its dependencies too.
        func inputs(of action: Action, in graph: ActionGraph) -> [ActionID: Decided] {
            graph.modules(seenBy: action).reduce(into: needs(of: action)) { $0[$1] = decided[$1] }
        }
    }

    init(
        graph: ActionGraph, options: BuildEngine.Options, costs: ExpectedCosts, decider: Decider, runner: ActionRunner,
        account: BuildAccount, cancellation: Cancellation, clock: BuildClock
    ) {
        (self.graph, self.options, self.decider, self.runner) = (graph, options, decider, runner)
        (self.cancellation, self.clock) = (cancellation, clock)
        let slots = options.jobs + (options.elsewhere?.jobs ?? 0)
        runners = WaitingPool(label: "mono.build.runners", width: slots)
        // One at a time takes as long in any order. An order without measured times is the same in every build.
        let pass = Pass(
            schedule: Schedule(graph: graph, cost: slots == 1 ? { _ in 1 } : costs.estimate),
            shares: ProcessorShares(graph: graph, processors: options.jobs, costs: costs),
            freeSlots: Set(0..<slots),
            early: EarlyRuns(graph: graph), account: account)
        state = Confined(pass, on: DispatchQueue(label: "mono.build"))
    }

    /// Runs the pass to its end.
    func wait() -> Outcome {
        let token = cancellation.onRequest { [self] in state.async { self.stop(&$0) } }
        state.async { pass in
            self.start(pass.schedule.startable(), &pass)
            self.proceed(&pass)
        }
        finished.wait()
        cancellation.forget(token)
        return state.sync { Outcome(account: $0.account, decided: $0.decided, lost: $0.lost) }
    }

    /// Does something elsewhere, and hands what came of it to the pass.
    private func onWorker<Found: Sendable>(
        _ work: @escaping @Sendable () -> Found, then take: @escaping @Sendable (Found, inout Pass) -> Void
    ) {
        guard options.elsewhere != nil else { return workers.async { self.hand(work(), to: take) } }
        runners.async { self.hand(work(), to: take) }
    }

    /// The same for what may wait for a server.
    private func onDecider<Found: Sendable>(
        _ work: @escaping @Sendable () -> Found, then take: @escaping @Sendable (Found, inout Pass) -> Void
    ) {
        guard decider.cache.isFar else { return onWorker(work, then: take) }
        deciders.async { self.hand(work(), to: take) }
    }

    private func hand<Found: Sendable>(_ found: Found, to take: @escaping @Sendable (Found, inout Pass) -> Void) {
        state.async { take(found, &$0) }
    }

    // MARK: What happens

    private func start(_ ids: [ActionID], _ pass: inout Pass) {
        for id in ids {
            if pass.early.isUnderWay(id) {
                pass.early.holdStart(of: id)
                continue
            }
            if pass.account.failure(of: id) != nil {
                end(id, &pass)
                continue
            }
            pass.schedule.set(id, .deciding)
            pass.deciding.insert(id)
            pass.underWay += 1
            let action = graph[id], needs = pass.needs(of: action)
            onDecider({ self.decider.decide(action, needs: needs) }, then: { self.take($0, of: action, &$1) })
        }
    }

    private func take(_ verdict: Verdict, of action: Action, _ pass: inout Pass) {
        pass.underWay -= 1
        pass.deciding.remove(action.id)
        if pass.early.cancelContradicted(by: verdict, of: action.id) {
            pass.early.hold(verdict, of: action.id)
        } else {
            accept(verdict, of: action, &pass)
        }
        proceed(&pass)
    }

    private func accept(_ verdict: Verdict, of action: Action, _ pass: inout Pass) {
        if let run = pass.early.take(action.id) {
            if let result = run.result(for: verdict) { return succeed(action, result, run, &pass) }
            pass.account.report(run, of: action, .abandoned)
        }
        switch verdict {
        case .decided(let result): settle(action, result, &pass)
        case .failed(let failure): fail(action, failure, started: clock.now, slots: [], diagnostics: "", &pass)
        case .undecided(let missing):
            if options.dryRun {
                pass.account.report(action, .wouldRun(certain: true), reason: missing.reason)
                pass.schedule.set(action.id, .ended)
                for dependent in pass.schedule.pendingDependents(of: action.id) {
                    pass.schedule.set(dependent, .ended)
                    pass.account.report(graph[dependent], .wouldRun(certain: false))
                }
            } else {
                pass.undecided[action.id] = missing
                pass.schedule.set(action.id, .ready)
            }
        }
    }

    /// The action's result is known without a run.
    private func settle(_ action: Action, _ result: Decided, _ pass: inout Pass) {
        switch result.source {
        case .inputs: pass.account.report(action, .decided, key: result.key)
        case .memory: pass.account.report(action, .hit(.local), result: result)
        case .cache(let tier): pass.account.report(action, .hit(tier), result: result)
        case .run: break
        }
        if let said = decider.cache.said(in: result.result) {
            pass.account.said(said, by: action, isFailure: false, isReplayed: true)
        }
        finish(action, result, &pass)
    }

    private func finish(_ action: Action, _ result: Decided, _ pass: inout Pass) {
        pass.decided[action.id] = result
        pass.schedule.set(action.id, .done)
        let free = pass.schedule.release(action.id)
        if pass.phase == .running { start(free, &pass) }
    }

    /// Starts what may start, and ends the pass when nothing is left.
    private func proceed(_ pass: inout Pass) {
        if pass.phase == .running { launchReady(&pass) }
        if pass.phase == .stopping { pass.early.cancelAll() }
        if pass.phase == .running, !options.dryRun, pass.deciding.isEmpty, pass.underWay > 0 { proceedEarly(&pass) }
        let isIdle = pass.phase == .stopping || pass.schedule.readyCount == 0
        if pass.phase != .ended, pass.underWay == 0, isIdle { end(&pass) }
    }

    private func launchReady(_ pass: inout Pass) {
        while !pass.freeSlots.isEmpty {
            let deciding = pass.deciding, emissions = pass.shares.emissions
            let id = pass.schedule.takeReady {
                !ProcessorShares.waitsForRival(graph[$0], deciding: deciding, emissions: emissions)
            }
            guard let id else { return }
            launch(graph[id], &pass)
        }
    }

    private func launch(_ action: Action, _ pass: inout Pass) {
        let grant = pass.shares.grant(
            to: action, pass.schedule, deciding: pass.deciding, free: min(pass.freeSlots.count, options.jobs))
        let slots = Array(pass.freeSlots.sorted().prefix(grant.slots))
        pass.freeSlots.subtract(slots)
        pass.schedule.set(action.id, .running)
        pass.underWay += 1
        guard let missing = pass.undecided.removeValue(forKey: action.id) else {
            preconditionFailure("\(action.id) is ready, and nobody knows why it should run")
        }
        let needs = pass.inputs(of: action, in: graph), started = clock.now
        onWorker {
            Result { () throws(ActionRunner.Obstruction) in
                try self.run(action, missing, needs, slots, grant, started, self.runner)
            }
        } then: { result, pass in
            switch result {
            case .success(let run): self.ran(action, run, &pass)
            case .failure(let obstruction): self.notPrepared(action, obstruction, slots, started, &pass)
            }
        }
    }

    /// Uses slots for which there is nothing to do but to speculate.
    private func proceedEarly(_ pass: inout Pass) {
        while !pass.freeSlots.isEmpty,
            let (candidate, cancellation) = pass.early.begin(pass.schedule, decided: pass.decided)
        {
            launchEarly(candidate, cancellation, &pass)
        }
        let lastResult = { [pass, decider] in decider.lastResult(of: $0, needs: pass.needs(of: $0)) }
        guard !pass.freeSlots.isEmpty,
            let question = pass.early.question(pass.schedule, decided: pass.decided, lastResult: lastResult)
        else { return }
        pass.underWay += 1
        onDecider(
            { question.candidates(self.decider, self.runner.bases) }, then: { self.speculated($0, &$1) })
    }

    private func speculated(_ candidates: [Speculation.Candidate], _ pass: inout Pass) {
        pass.underWay -= 1
        pass.early.learn(candidates)
        proceed(&pass)
    }

    private func launchEarly(_ candidate: Speculation.Candidate, _ cancellation: Cancellation, _ pass: inout Pass) {
        let link = graph[candidate.link], slots = Array(pass.freeSlots.sorted().prefix(1)), started = clock.now
        let grant = ProcessorShares.Grant(slots: 1, jobs: 1, jobsOfIncremental: 1)
        pass.freeSlots.subtract(slots)
        pass.underWay += 1
        onWorker {
            // What stands in the way is said when the link is run for good.
            try? self.run(
                link, candidate.missing, candidate.needs, slots, grant, started, self.runner.stopped(by: cancellation))
        } then: {
            self.ranEarly(link, $0, slots, &$1)
        }
    }

    private func ranEarly(_ link: Action, _ run: EndedRun?, _ slots: [Int], _ pass: inout Pass) {
        pass.underWay -= 1
        pass.freeSlots.formUnion(slots)
        if let run { pass.account.spent(run) }
        pass.early.end(link.id, run)
        if case .failure = run?.report.result {
            abandon(link.id, &pass)
        } else if let run {
            pass.account.report(run, of: link, .ranEarly)
        }
        let released = pass.early.released()
        for (id, verdict) in released.verdicts { accept(verdict, of: graph[id], &pass) }
        if pass.phase == .running { start(released.starts, &pass) }
        proceed(&pass)
    }

    /// Nobody will ask for what the link's early run made.
    private func abandon(_ link: ActionID, _ pass: inout Pass) {
        if let run = pass.early.take(link) { pass.account.report(run, of: graph[link], .abandoned) }
    }

    /// Runs the action, on the calling thread.
    private func run(
        _ action: Action, _ missing: Undecided, _ needs: [ActionID: Decided], _ slots: [Int],
        _ grant: ProcessorShares.Grant,
        _ started: UInt64, _ runner: ActionRunner
    ) throws(ActionRunner.Obstruction) -> EndedRun {
        let needs = needs.reduce(into: [:]) { needs, need in
            needs[need.key] = ActionRunner.Need(action: graph[need.key], decided: need.value)
        }
        let preparation = try runner.prepare(action, missing, needs: needs)
        let start = ActionStart(
            action: action, time: started, slots: slots, reason: missing.reason,
            isIncremental: preparation.isIncremental, keepsState: preparation.leavesState)
        state.async { $0.account.started(start) }
        let report = runner.run(
            action, missing, preparation, jobs: preparation.isIncremental ? grant.jobsOfIncremental : grant.jobs,
            needs: needs)
        return EndedRun(undecided: missing, report: report, slots: slots, started: started, ended: clock.now)
    }

    private func notPrepared(
        _ action: Action, _ obstruction: ActionRunner.Obstruction, _ slots: [Int], _ started: UInt64, _ pass: inout Pass
    ) {
        pass.underWay -= 1
        pass.freeSlots.formUnion(slots)
        switch obstruction {
        // What else can be done is done first: the more losses are known, the fewer passes it takes.
        case .lost(let blob):
            pass.lost.append(blob)
            end(action.id, &pass)
        case .failure(let failure): fail(action, failure, started: started, slots: slots, diagnostics: "", &pass)
        }
        proceed(&pass)
    }

    private func ran(_ action: Action, _ run: EndedRun, _ pass: inout Pass) {
        pass.underWay -= 1
        pass.freeSlots.formUnion(run.slots)
        pass.account.spent(run)
        switch run.report.result {
        case .success(let result): succeed(action, result, run, &pass)
        case .failure(let failure):
            fail(action, failure, started: run.started, slots: run.slots, diagnostics: run.report.diagnostics, &pass)
        }
        proceed(&pass)
    }

    private func succeed(_ action: Action, _ result: Decided, _ run: EndedRun, _ pass: inout Pass) {
        pass.account.report(run, of: action, .ran)
        pass.account.said(run.report.diagnostics, by: action, isFailure: false, isReplayed: false)
        finish(action, result, &pass)
    }

    /// The action, and what needs it, is no matter of this pass any more.
    private func end(_ action: ActionID, _ pass: inout Pass) {
        pass.schedule.set(action, .ended)
        for dependent in pass.schedule.pendingDependents(of: action) { pass.schedule.set(dependent, .ended) }
    }

    private func fail(
        _ action: Action, _ failure: ActionFailure, started: UInt64, slots: [Int], diagnostics: String,
        _ pass: inout Pass
    ) {
        pass.schedule.set(action.id, .ended)
        pass.account.failed(action, failure, started: started, slots: slots)
        pass.account.said(diagnostics, by: action, isFailure: true, isReplayed: false)
        for dependent in pass.schedule.pendingDependents(of: action.id) {
            pass.schedule.set(dependent, .ended)
            pass.account.report(graph[dependent], .skipped(because: action.id))
        }
        // Its compile says all that the module's emission said, and more: it may still run, so that errors are shown
        // whole.
        if !options.keepGoing, action.kind != .emitModule || siblingCompile(of: action, pass) == nil {
            pass.phase = .stopping
        }
    }

    /// The compile of the target whose module `action` emits, where it has still to run.
    private func siblingCompile(of action: Action, _ pass: Pass) -> ActionID? {
        graph.order.first { id in
            let other = graph[id]
            guard other.kind == .compile, other.subject == action.subject else { return false }
            switch pass.schedule.standing[id] {
            case .done?, .ended?, nil: return false
            default: return true
            }
        }
    }

    private func stop(_ pass: inout Pass) {
        pass.account.stopped()
        guard pass.phase != .ended else { return }
        pass.phase = .stopping
        proceed(&pass)
    }

    private func end(_ pass: inout Pass) {
        if pass.lost.isEmpty {
            for id in pass.schedule.open { pass.account.report(graph[id], .notReached) }
            pass.account.sayRest()
        }
        for link in pass.early.rest { abandon(link, &pass) }
        pass.phase = .ended
        finished.signal()
    }
}
