import BuildPlanning
import Subprocesses

/// Links that begin before their last needs are decided, on the assumption that these come out as they did the last
/// time.
///
/// A program takes in the modules of its targets, wrapped for debuggers, and emitting a large module can take longer
/// than all else that an edit asks for: 4 s of one core for NIOCore, while the other one idles and 17 links wait. After
/// a body edit the module comes out as before, so a link may as well start with the last one. What it leaves is
/// published under the key of what it really read: a wrong assumption costs time, never a wrong result. Where an edit
/// adds a function the module is another one, and nothing is assumed: 13 links for nothing would fill the cache with
/// 300 MB, and slow the emission down.
///
/// A plain value: the engine's queue owns it.
struct EarlyRuns {
    private struct Attempt {
        /// Of the needs that were undecided when it began.
        var assumption: [ActionID: Decided]
        var cancellation: Cancellation
        var isUnderWay = true
        var ended: EndedRun?
    }

    private let graph: ActionGraph
    private let links: [ActionID]
    /// Those of the links that were not looked at yet.
    private var unseen: Set<ActionID>
    private var attempts: [ActionID: Attempt] = [:]
    private var candidates: [Speculation.Candidate] = []
    /// Verdicts that will have a file changed which a run under way may still be reading.
    private var heldVerdicts: [(action: ActionID, verdict: Verdict)] = []
    /// Links whose every need is decided as assumed, while their run is under way.
    private var heldStarts: Set<ActionID> = []

    init(graph: ActionGraph) {
        self.graph = graph
        links = graph.order.filter { graph[$0].kind == .link || graph[$0].kind == .archive }
        unseen = Set(links)
    }

    /// What there is to find out about links that wait, in the end, for nothing but emissions that run now.
    mutating func question(
        _ schedule: Schedule, decided: [ActionID: Decided], lastResult: (Action) -> Decided?
    ) -> Speculation? {
        if unseen.isEmpty { return nil }
        var assumption: [ActionID: Decided] = [:]
        for id in schedule.running where graph[id].kind == .emitModule { assumption[id] = lastResult(graph[id]) }
        if assumption.isEmpty { return nil }
        let decidable = decidable(behind: assumption, schedule, decided)
        let asked = decidable.intersection(unseen).sorted()
        unseen.subtract(asked)
        return asked.isEmpty ? nil : Speculation(graph: graph, links: asked, decided: decided, assumption: assumption)
    }

    /// What would be decidable if these were, by the emissions' dependents alone: of ten thousand targets few wait.
    private func decidable(
        behind assumption: [ActionID: Decided], _ schedule: Schedule, _ decided: [ActionID: Decided]
    ) -> Set<ActionID> {
        var found = Set(assumption.keys), open = Array(assumption.keys)
        while let next = open.popLast() {
            for id in graph.dependents[next] ?? [] where !found.contains(id) {
                guard case .waiting = schedule.standing[id], decided[id] == nil,
                    graph[id].dependencies.allSatisfy({ decided[$0] != nil || found.contains($0) })
                else { continue }
                found.insert(id)
                open.append(id)
            }
        }
        return found
    }

    mutating func learn(_ found: [Speculation.Candidate]) { candidates += found }

    /// A link to start now, where what was assumed for it has not been contradicted since, nor is about to be: what is
    /// being decided or run may be writing the files that the link would read.
    mutating func begin(_ schedule: Schedule, decided: [ActionID: Decided]) -> (Speculation.Candidate, Cancellation)? {
        while !candidates.isEmpty {
            let candidate = candidates.removeFirst()
            guard case .waiting = schedule.standing[candidate.link],
                candidate.assumption.allSatisfy({ id, assumption in
                    if let result = decided[id]?.result { return result.outputs == assumption.result.outputs }
                    guard case .waiting = schedule.standing[id] else { return false }
                    return true
                })
            else { continue }
            let cancellation = Cancellation()
            attempts[candidate.link] = Attempt(assumption: candidate.assumption, cancellation: cancellation)
            return (candidate, cancellation)
        }
        return nil
    }

    func isUnderWay(_ link: ActionID) -> Bool { attempts[link]?.isUnderWay ?? false }

    /// The run is over; nil where it could not be started.
    mutating func end(_ link: ActionID, _ ended: EndedRun?) {
        attempts[link]?.isUnderWay = false
        attempts[link]?.ended = ended
    }

    /// What ended of the link's attempt. It is not given twice.
    mutating func take(_ link: ActionID) -> EndedRun? {
        defer { attempts[link]?.ended = nil }
        return attempts[link]?.ended
    }

    /// Cancels the links under way whose assumption about `action` the verdict contradicts; false where there are none.
    /// What has ended is kept: an action that must run after all may make what it made before.
    func cancelContradicted(by verdict: Verdict, of action: ActionID) -> Bool {
        var found = false
        for attempt in attempts.values where attempt.isUnderWay {
            guard let assumption = attempt.assumption[action] else { continue }
            if case .decided(let result) = verdict, result.result.outputs == assumption.result.outputs { continue }
            attempt.cancellation.request()
            found = true
        }
        return found
    }

    func cancelAll() {
        for attempt in attempts.values where attempt.isUnderWay { attempt.cancellation.request() }
    }

    mutating func hold(_ verdict: Verdict, of action: ActionID) { heldVerdicts.append((action, verdict)) }
    mutating func holdStart(of link: ActionID) { heldStarts.insert(link) }

    /// What need not be held any longer.
    mutating func released() -> (verdicts: [(action: ActionID, verdict: Verdict)], starts: [ActionID]) {
        let blocked = heldVerdicts.filter { held in
            attempts.values.contains { $0.isUnderWay && $0.assumption[held.action] != nil }
        }
        let free = heldVerdicts.filter { held in !blocked.contains { $0.action == held.action } }
        heldVerdicts = blocked
        let starts = heldStarts.filter { !isUnderWay($0) }.sorted()
        heldStarts.subtract(starts)
        return (free, starts)
    }

    /// Links whose run ended and was not taken.
    var rest: [ActionID] { links.filter { attempts[$0]?.ended != nil } }
}
