import ArtifactCache
import BuildPlanning
import Dispatch
import Subprocesses

/// One pass over a plan. Facts are only ever added: an action is decided once, and no decision is taken back.
///
/// All state is confined to `queue`; deciding and running happen on `workers`, which hand what they found back to it.
/// `@unchecked Sendable`: every stored `var` is touched only by methods that begin with `dispatchPrecondition(.onQueue(queue))`, or,
/// by `wait`, before the first and after the last of those.
final class BuildRun: @unchecked Sendable {
    private let queue = DispatchQueue(label: "mono.build")
    private let workers = DispatchQueue(label: "mono.build.workers", attributes: .concurrent)
    private let finished = DispatchSemaphore(value: 0)

    private let options: BuildEngine.Options
    private let graph: ActionGraph
    private let decider: Decider
    private let runner: ActionRunner
    private let cancellation: Cancellation
    private let clock: BuildClock

    private var schedule: Schedule
    private var shares: ProcessorShares
    private var decided: [ActionID: Decided] = [:]
    private var undecided: [ActionID: Undecided] = [:]
    private var freeSlots: Set<Int>
    /// Actions that are being decided or run.
    private var underWay = 0
    private var deciding: Set<ActionID> = []
    private var early: EarlyRuns
    private var isStopping = false
    private var lost: [LostBlob] = []
    private var account: BuildAccount

    init(
        graph: ActionGraph, options: BuildEngine.Options, costs: ExpectedCosts, decider: Decider, runner: ActionRunner,
        account: BuildAccount, cancellation: Cancellation, clock: BuildClock
    ) {
        (self.graph, self.options, self.decider, self.runner) = (graph, options, decider, runner)
        (self.cancellation, self.clock) = (cancellation, clock)
        self.account = account
        freeSlots = Set(0..<options.jobs)
        early = EarlyRuns(graph: graph)
        schedule = Schedule(graph: graph, cost: costs.estimate)
        shares = ProcessorShares(graph: graph, processors: options.jobs, costs: costs)
    }

    /// Runs the pass to its end.
    func wait() -> (account: BuildAccount, decided: [ActionID: Decided], lost: [LostBlob]) {
        let token = cancellation.onRequest { [queue] in queue.async { self.stop() } }
        queue.async {
            self.start(self.schedule.startable())
            self.proceed()
        }
        finished.wait()
        cancellation.forget(token)
        return queue.sync { (account, decided, lost) }
    }

    // MARK: On the queue

    private func start(_ ids: [ActionID]) {
        dispatchPrecondition(condition: .onQueue(queue))
        for id in ids {
            if early.isUnderWay(id) {
                early.holdStart(of: id)
                continue
            }
            if account.failure(of: id) != nil {
                end(id)
                continue
            }
            schedule.set(id, .deciding)
            deciding.insert(id)
            underWay += 1
            let action = graph[id], needs = decidedNeeds(of: action)
            workers.async {
                let verdict = self.decider.decide(action, needs: needs)
                self.queue.async { self.take(verdict, of: action) }
            }
        }
    }

    private func take(_ verdict: Verdict, of action: Action) {
        dispatchPrecondition(condition: .onQueue(queue))
        underWay -= 1
        deciding.remove(action.id)
        let wrong = early.contradicted(by: verdict, of: action.id)
        for link in wrong { abandon(link) }
        if wrong.contains(where: early.isUnderWay) {
            early.hold(verdict, of: action.id)
        } else {
            accept(verdict, of: action)
        }
        proceed()
    }

    private func accept(_ verdict: Verdict, of action: Action) {
        dispatchPrecondition(condition: .onQueue(queue))
        if let run = early.take(action.id) {
            if let result = run.result(for: verdict) { return succeed(action, result, run) }
            account.report(run, of: action, .abandoned)
        }
        switch verdict {
        case .decided(let result): settle(action, result)
        case .failed(let failure): fail(action, failure, started: clock.now, slots: [], diagnostics: "")
        case .undecided(let missing):
            if options.dryRun {
                account.report(action, .wouldRun(certain: true), reason: missing.reason)
                schedule.set(action.id, .ended)
                for dependent in schedule.pendingDependents(of: action.id) {
                    schedule.set(dependent, .ended)
                    account.report(graph[dependent], .wouldRun(certain: false))
                }
            } else {
                undecided[action.id] = missing
                schedule.set(action.id, .ready)
            }
        }
    }

    /// The action's result is known without a run.
    private func settle(_ action: Action, _ result: Decided) {
        dispatchPrecondition(condition: .onQueue(queue))
        switch result.source {
        case .inputs: account.report(action, .decided, key: result.key)
        case .memory: account.report(action, .hit(.local), result: result)
        case .cache(let tier): account.report(action, .hit(tier), result: result)
        case .run: break
        }
        if let said = said(in: result.result) { account.said(said, by: action, isFailure: false, isReplayed: true) }
        finish(action, result)
    }

    /// What the tool said when the result was made; nil where that is lost.
    private func said(in result: ActionResult) -> String? {
        guard let diagnostics = result.diagnostics else { return "" }
        // Whoever writes to a cache can name any blob.
        if diagnostics.size > DiagnosticText.largest { return DiagnosticText.omitted(diagnostics.size) }
        return (try? decider.cache.read(diagnostics, atMost: DiagnosticText.largest)).map { String(decoding: $0, as: UTF8.self) }
    }

    private func finish(_ action: Action, _ result: Decided) {
        dispatchPrecondition(condition: .onQueue(queue))
        decided[action.id] = result
        schedule.set(action.id, .done)
        let free = schedule.release(action.id)
        if !isStopping { start(free) }
    }

    /// Starts what may start, and ends the pass when nothing is left.
    private func proceed() {
        dispatchPrecondition(condition: .onQueue(queue))
        while !isStopping, !freeSlots.isEmpty, let id = schedule.takeReady(where: { !shares.waitsForRival(graph[$0], deciding: deciding) }) { launch(graph[id]) }
        if isStopping { early.cancelAll() }
        if !isStopping, !options.dryRun, deciding.isEmpty, underWay > 0 { proceedEarly() }
        if underWay == 0, isStopping || schedule.readyCount == 0 { end() }
    }

    private func launch(_ action: Action) {
        dispatchPrecondition(condition: .onQueue(queue))
        let grant = shares.grant(to: action, schedule, deciding: deciding, free: freeSlots.count)
        let slots = Array(freeSlots.sorted().prefix(grant.slots))
        freeSlots.subtract(slots)
        schedule.set(action.id, .running)
        underWay += 1
        let missing = undecided.removeValue(forKey: action.id)!
        let needs = decidedNeeds(of: action), started = clock.now
        workers.async {
            do throws(ActionRunner.Obstruction) {
                let run = try self.run(action, missing, needs, slots, grant, started, self.runner)
                self.queue.async { self.ran(action, run) }
            } catch {
                self.queue.async { self.notPrepared(action, error, slots, started) }
            }
        }
    }

    /// Uses slots for which there is nothing to do but to guess.
    private func proceedEarly() {
        dispatchPrecondition(condition: .onQueue(queue))
        while !freeSlots.isEmpty, let (candidate, cancellation) = early.begin(schedule, decided: decided) {
            launchEarly(candidate, cancellation)
        }
        guard !freeSlots.isEmpty, let question = early.question(schedule, decided: decided, lastResult: decider.lastResult) else { return }
        underWay += 1
        workers.async {
            let candidates = question.candidates(self.decider)
            self.queue.async { self.foresaw(candidates) }
        }
    }

    private func foresaw(_ candidates: [Foresight.Candidate]) {
        dispatchPrecondition(condition: .onQueue(queue))
        underWay -= 1
        early.learn(candidates)
        proceed()
    }

    private func launchEarly(_ candidate: Foresight.Candidate, _ cancellation: Cancellation) {
        dispatchPrecondition(condition: .onQueue(queue))
        let link = graph[candidate.link], slot = freeSlots.min()!, started = clock.now
        freeSlots.remove(slot)
        underWay += 1
        workers.async {
            // What stands in the way is said when the link is run for good.
            let run = try? self.run(
                link, candidate.missing, candidate.needs, [slot], ProcessorShares.Grant(slots: 1, jobs: 1, jobsOfIncremental: 1), started, self.runner.stopped(by: cancellation))
            self.queue.async { self.ranEarly(link, run, slot) }
        }
    }

    private func ranEarly(_ link: Action, _ run: EndedRun?, _ slot: Int) {
        dispatchPrecondition(condition: .onQueue(queue))
        underWay -= 1
        freeSlots.insert(slot)
        if let run { account.spent(run) }
        early.end(link.id, run)
        if case .failure = run?.report.result {
            abandon(link.id)
        } else if let run {
            account.report(run, of: link, .ranEarly)
        }
        let released = early.released()
        for (id, verdict) in released.verdicts { accept(verdict, of: graph[id]) }
        if !isStopping { start(released.starts) }
        proceed()
    }

    /// Nobody will ask for what the link's early run made.
    private func abandon(_ link: ActionID) {
        dispatchPrecondition(condition: .onQueue(queue))
        if let run = early.take(link) { account.report(run, of: graph[link], .abandoned) }
    }

    /// Runs the action, on the calling thread.
    private func run(
        _ action: Action, _ missing: Undecided, _ needs: [ActionID: Decided], _ slots: [Int], _ grant: ProcessorShares.Grant,
        _ started: UInt64, _ runner: ActionRunner
    ) throws(ActionRunner.Obstruction) -> EndedRun {
        dispatchPrecondition(condition: .notOnQueue(queue))
        let needs = needs.reduce(into: [:]) { needs, need in
            needs[need.key] = ActionRunner.Need(action: graph[need.key], decided: need.value)
        }
        let preparation = try runner.prepare(action, missing, needs: needs)
        let start = ActionStart(
            action: action, time: started, slots: slots, reason: missing.reason, isIncremental: preparation.isIncremental)
        queue.async { self.tell(start) }
        let report = runner.run(
            action, missing, preparation, jobs: preparation.isIncremental ? grant.jobsOfIncremental : grant.jobs, needs: needs)
        return EndedRun(undecided: missing, report: report, slots: slots, started: started, ended: clock.now)
    }

    private func notPrepared(_ action: Action, _ obstruction: ActionRunner.Obstruction, _ slots: [Int], _ started: UInt64) {
        dispatchPrecondition(condition: .onQueue(queue))
        underWay -= 1
        freeSlots.formUnion(slots)
        switch obstruction {
        // What else can be done is done first: the more losses are known, the fewer passes it takes.
        case .lost(let blob):
            lost.append(blob)
            end(action.id)
        case .failure(let failure): fail(action, failure, started: started, slots: slots, diagnostics: "")
        }
        proceed()
    }

    private func tell(_ start: ActionStart) {
        dispatchPrecondition(condition: .onQueue(queue))
        account.started(start)
    }

    private func ran(_ action: Action, _ run: EndedRun) {
        dispatchPrecondition(condition: .onQueue(queue))
        underWay -= 1
        freeSlots.formUnion(run.slots)
        account.spent(run)
        switch run.report.result {
        case .success(let result): succeed(action, result, run)
        case .failure(let failure):
            fail(action, failure, started: run.started, slots: run.slots, diagnostics: run.report.diagnostics)
        }
        proceed()
    }

    private func succeed(_ action: Action, _ result: Decided, _ run: EndedRun) {
        dispatchPrecondition(condition: .onQueue(queue))
        account.report(run, of: action, .ran)
        account.said(run.report.diagnostics, by: action, isFailure: false, isReplayed: false)
        finish(action, result)
    }

    /// The action, and what needs it, is no matter of this pass any more.
    private func end(_ action: ActionID) {
        dispatchPrecondition(condition: .onQueue(queue))
        schedule.set(action, .ended)
        for dependent in schedule.pendingDependents(of: action) { schedule.set(dependent, .ended) }
    }

    private func fail(_ action: Action, _ failure: ActionFailure, started: UInt64, slots: [Int], diagnostics: String) {
        dispatchPrecondition(condition: .onQueue(queue))
        schedule.set(action.id, .ended)
        account.failed(action, failure, started: started, slots: slots)
        account.said(diagnostics, by: action, isFailure: true, isReplayed: false)
        for dependent in schedule.pendingDependents(of: action.id) {
            schedule.set(dependent, .ended)
            account.report(graph[dependent], .skipped(because: action.id))
        }
        // Its compile says all that the module's emission said, and more: it may still run, so that errors are shown whole.
        if !options.keepGoing, action.kind != .emitModule || siblingCompile(of: action) == nil { isStopping = true }
    }

    /// The compile of the target whose module `action` emits, where it has still to run.
    private func siblingCompile(of action: Action) -> ActionID? {
        graph.order.first { id in
            let other = graph[id]
            guard other.kind == .compile, other.subject == action.subject else { return false }
            switch schedule.standing[id] {
            case .done?, .ended?, nil: return false
            default: return true
            }
        }
    }

    private func stop() {
        dispatchPrecondition(condition: .onQueue(queue))
        isStopping = true
        account.stopped()
        proceed()
    }

    private func end() {
        dispatchPrecondition(condition: .onQueue(queue))
        if lost.isEmpty {
            for id in graph.order where schedule.standing[id] != .done && schedule.standing[id] != .ended {
                account.report(graph[id], .notReached)
            }
            account.sayRest()
        }
        for link in early.rest { abandon(link) }
        // Whatever else comes finds nothing to do; the semaphore is signalled once.
        schedule = Schedule(graph: ActionGraph(actions: [], goals: [])) { _ in 0 }
        underWay = -1
        finished.signal()
    }

    private func decidedNeeds(of action: Action) -> [ActionID: Decided] {
        dispatchPrecondition(condition: .onQueue(queue))
        var needs: [ActionID: Decided] = [:]
        for id in action.dependencies { needs[id] = decided[id] }
        return needs
    }
}
