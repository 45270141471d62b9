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
    private let observers: [any BuildObserver]
    private let cancellation: Cancellation
    private let clock: BuildClock

    private var schedule: Schedule
    private var decided: [ActionID: Decided] = [:]
    private var undecided: [ActionID: Undecided] = [:]
    private var freeSlots: Set<Int>
    /// Actions that are being decided or run.
    private var underWay = 0
    private var deciding: Set<ActionID> = []
    private var isStopping = false
    private var lost: LostBlob?
    private var summary = BuildSummary()
    private var messages = MessageDesk()

    init(
        graph: ActionGraph, options: BuildEngine.Options, decider: Decider, runner: ActionRunner,
        observers: [any BuildObserver], cancellation: Cancellation, clock: BuildClock
    ) {
        (self.graph, self.options, self.decider, self.runner) = (graph, options, decider, runner)
        (self.observers, self.cancellation, self.clock) = (observers, cancellation, clock)
        freeSlots = Set(0..<options.jobs)
        schedule = Schedule(graph: graph) { action in
            decider.memory.entry(for: action.id).map(\.result.wall) ?? BuildRun.expectedCost(of: action)
        }
    }

    /// Runs the pass to its end.
    func wait() -> (BuildSummary, [ActionID: Decided], LostBlob?) {
        let token = cancellation.onRequest { [queue] in queue.async { self.stop() } }
        queue.async {
            self.start(self.schedule.startable())
            self.proceed()
        }
        finished.wait()
        cancellation.forget(token)
        return queue.sync { (summary, decided, lost) }
    }

    // MARK: On the queue

    private func start(_ ids: [ActionID]) {
        dispatchPrecondition(condition: .onQueue(queue))
        for id in ids {
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
        switch verdict {
        case .decided(let result): settle(action, result)
        case .failed(let failure): fail(action, failure, started: clock.now, slots: [], diagnostics: "")
        case .undecided(let missing):
            if options.dryRun {
                report(action, .wouldRun(certain: true), reason: missing.reason)
                schedule.set(action.id, .ended)
                for dependent in schedule.pendingDependents(of: action.id) {
                    schedule.set(dependent, .ended)
                    report(graph[dependent], .wouldRun(certain: false))
                }
            } else {
                undecided[action.id] = missing
                schedule.set(action.id, .ready)
            }
        }
        proceed()
    }

    /// The action's result is known without a run.
    private func settle(_ action: Action, _ result: Decided) {
        dispatchPrecondition(condition: .onQueue(queue))
        switch result.source {
        case .inputs: report(action, .decided, key: result.key)
        case .memory: report(action, .hit(.local), result: result)
        case .cache(let tier): report(action, .hit(tier), result: result)
        case .run: break
        }
        if let blob = result.result.diagnostics {
            if let text = try? decider.cache.read(blob) {
                tell(messages.said(String(decoding: text, as: UTF8.self), by: action, isFailure: false, isReplayed: true))
            }
        } else {
            tell(messages.said("", by: action, isFailure: false, isReplayed: true))
        }
        finish(action, result)
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
        while !isStopping, !freeSlots.isEmpty, let id = schedule.takeReady(where: { !waitsForRival(graph[$0]) }) { launch(graph[id]) }
        if underWay == 0, isStopping || schedule.readyCount == 0 { end() }
    }

    private func launch(_ action: Action) {
        dispatchPrecondition(condition: .onQueue(queue))
        let slots = Array(freeSlots.sorted().prefix(slotsWanted(by: action)))
        freeSlots.subtract(slots)
        schedule.set(action.id, .running)
        underWay += 1
        let missing = undecided.removeValue(forKey: action.id)!
        let needs = decidedNeeds(of: action).reduce(into: [:]) { needs, need in
            needs[need.key] = ActionRunner.Need(action: graph[need.key], decided: need.value)
        }
        let started = clock.now
        workers.async {
            let preparation: ActionRunner.Preparation
            do throws(ActionRunner.Obstruction) {
                preparation = try self.runner.prepare(action, missing, needs: needs)
            } catch {
                self.queue.async { self.notPrepared(action, error, slots, started) }
                return
            }
            self.queue.async {
                let start = ActionStart(
                    action: action, time: started, slots: slots, reason: missing.reason,
                    isIncremental: preparation.isIncremental)
                for observer in self.observers { observer.actionStarted(start) }
            }
            let report = self.runner.run(action, missing, preparation, jobs: slots.count, needs: needs)
            self.queue.async { self.ran(action, report, missing.reason, slots, started) }
        }
    }

    /// A compile's driver starts a frontend for each slot that it holds. It takes its share of the free ones, and leaves theirs to all
    /// others that could start now.
    private func slotsWanted(by action: Action) -> Int {
        dispatchPrecondition(condition: .onQueue(queue))
        guard action.arguments.contains(.jobs) else { return 1 }
        let rivals = (schedule.ready + deciding).count { isRival(graph[$0], of: action) }
        return max(1, freeSlots.count / (1 + rivals))
    }

    /// A module that nobody but its own target waits for can be emitted after the target's compile, which takes longer, is done.
    private func isRival(_ other: Action, of action: Action) -> Bool {
        other.subject != action.subject || (graph.dependents[other.id] ?? []).contains { graph[$0].subject != action.subject }
    }

    /// A compile and the emission of its module become decidable at once. Whichever verdict comes first, the one that more waits for
    /// goes first, and the compile must not take the slot that the other could use.
    private func waitsForRival(_ action: Action) -> Bool {
        dispatchPrecondition(condition: .onQueue(queue))
        return action.arguments.contains(.jobs)
            && deciding.contains { graph[$0].kind == .emitModule && graph[$0].subject == action.subject }
    }

    private func notPrepared(_ action: Action, _ obstruction: ActionRunner.Obstruction, _ slots: [Int], _ started: UInt64) {
        dispatchPrecondition(condition: .onQueue(queue))
        underWay -= 1
        freeSlots.formUnion(slots)
        switch obstruction {
        case .lost(let blob):
            lost = lost ?? blob
            isStopping = true
        case .failure(let failure): fail(action, failure, started: started, slots: slots, diagnostics: "")
        }
        proceed()
    }

    private func ran(_ action: Action, _ run: RunReport, _ reason: RebuildReason, _ slots: [Int], _ started: UInt64) {
        dispatchPrecondition(condition: .onQueue(queue))
        underWay -= 1
        freeSlots.formUnion(slots)
        summary.spentCPU += Int64(run.cpu * 1000)
        switch run.result {
        case .success(let result):
            if let unpublished = run.unpublished { summary.unpublished.append(unpublished) }
            summary.ran += 1
            let report = ActionReport(
                action: action, outcome: .ran, started: started, ended: clock.now, slots: slots,
                wall: Int64(run.wall * 1000), cpu: Int64(run.cpu * 1000), unpublished: run.unpublished, reason: reason,
                key: result.key)
            for observer in observers { observer.actionFinished(report) }
            tell(messages.said(run.diagnostics, by: action, isFailure: false, isReplayed: false))
            finish(action, result)
        case .failure(let failure):
            fail(action, failure, started: started, slots: slots, diagnostics: run.diagnostics)
        }
        proceed()
    }

    private func fail(_ action: Action, _ failure: ActionFailure, started: UInt64, slots: [Int], diagnostics: String) {
        dispatchPrecondition(condition: .onQueue(queue))
        schedule.set(action.id, .ended)
        if failure == .cancelled {
            summary.wasCancelled = true
        } else {
            summary.failures.append(BuildSummary.Failure(action: action, failure: failure))
        }
        let report = ActionReport(
            action: action, outcome: .failed(failure), started: started, ended: clock.now, slots: slots, wall: 0, cpu: 0)
        for observer in observers { observer.actionFinished(report) }
        tell(messages.said(diagnostics, by: action, isFailure: true, isReplayed: false))
        for dependent in schedule.pendingDependents(of: action.id) {
            schedule.set(dependent, .ended)
            summary.skipped += 1
            self.report(graph[dependent], .skipped(because: action.id))
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
        summary.wasCancelled = true
        proceed()
    }

    private func end() {
        dispatchPrecondition(condition: .onQueue(queue))
        if lost == nil {
            for id in graph.order where schedule.standing[id] != .done && schedule.standing[id] != .ended {
                report(graph[id], .notReached)
            }
            tell(messages.rest())
        }
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

    private func tell(_ diagnostics: [Diagnostics]) {
        for text in diagnostics {
            for observer in observers { observer.diagnosed(text) }
        }
    }

    private func report(
        _ action: Action, _ outcome: ActionReport.Outcome, result: Decided? = nil, reason: RebuildReason? = nil,
        key: ActionKey? = nil
    ) {
        if case .hit(let tier) = outcome, let result {
            summary.hits += 1
            if tier == .shared { summary.sharedHits += 1 }
            summary.savedCPU += result.result.cpu
        }
        if case .wouldRun = outcome { summary.wouldRun += 1 }
        let now = clock.now
        let report = ActionReport(
            action: action, outcome: outcome, started: now, ended: now, slots: [], wall: result?.result.wall ?? 0,
            cpu: result?.result.cpu ?? 0, reason: reason, key: result?.key ?? key)
        for observer in observers { observer.actionFinished(report) }
    }

    /// A guess for what was never built here, in milliseconds: only the order of work depends on it.
    private static func expectedCost(of action: Action) -> Int64 {
        switch action.kind {
        case .compile, .compileModule: 500 + 150 * Int64(action.sources.count)
        case .emitModule: 200 + 20 * Int64(action.sources.count)
        case .compileClang: 200
        case .link, .archive: 500
        case .wrapModule: 50
        case .clangInterface: 0
        }
    }
}
