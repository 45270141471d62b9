import ArtifactCache
import BuildPlanning
import Digests
import Disk
import Dispatch
import Parallelism
import Subprocesses
import Synchronization

/// Makes the results that a build took from the cache again, several at once, and quarantines those that come out
/// otherwise.
struct VerificationRun: Sendable {
    let verifier: ResultVerifier
    /// Where the scratch workspaces lie: inside mono's own folder of the workspace, on the same file system as the
    /// sources.
    let folder: AbsolutePath
    let states: InPlaceStates
    let jobs: Int
    let observers: [any BuildObserver]
    let clock: BuildClock

    /// `decided`: all that the build decided. Nil where nothing came from the cache.
    func verify(_ request: VerificationRequest, graph: ActionGraph, decided: [ActionID: Decided]) -> VerificationSummary
    {
        let started = clock.now
        let hits = graph.order.compactMap { id -> ResultVerifier.Item? in
            guard let result = decided[id], result.source.isHit, !graph[id].isDeclaration else { return nil }
            var needs: [ActionID: ActionRunner.Need] = [:]
            for need in graph[id].dependencies + graph.modules(seenBy: graph[id]) {
                needs[need] = decided[need].map { ActionRunner.Need(action: graph[need], decided: $0) }
            }
            return ResultVerifier.Item(action: graph[id], decided: result, needs: needs)
        }
        let sample = request.sample(of: hits.map(\.decided.key))
        // What took long is begun first, so that all slots are busy to the end.
        let items = hits.filter { sample.contains($0.decided.key) }.sorted {
            $0.decided.result.wall > $1.decided.result.wall
        }
        let start = VerificationStart(request: request, results: hits.count, sampled: items.count, time: started)
        let account = Confined(VerificationSummary(start), on: DispatchQueue(label: "mono.verification"))
        account.async { _ in for observer in observers { observer.verificationStarted(start) } }
        if !items.isEmpty {
            try? verifier.files.remove(folder)
            verify(items, account)
            try? verifier.files.remove(folder)
        }
        return account.sync { summary in
            summary.wall = clock.now - started
            return summary
        }
    }

    private func verify(_ items: [ResultVerifier.Item], _ account: Confined<VerificationSummary>) {
        let slots = JobSlots(count: jobs)
        // One scratch workspace for each worker: what one makes must not be what another reads.
        let idle = Mutex<[ScratchWorkspace]>([])
        let made = Mutex(0)
        _ = parallelMap(Array(items.enumerated()), width: jobs) { index, item in
            var scratch =
                idle.withLock { $0.popLast() }
                ?? ScratchWorkspace(
                    root: folder / "\(made.withLock { $0 += 1; return $0 })", files: verifier.files,
                    cache: verifier.cache,
                    readable: verifier.decider.readable)
            // A driver starts a frontend for each slot; the last ones share what the others leave.
            let share = item.action.arguments.contains(.jobs) ? jobs / min(jobs, items.count - index) : 1
            slots.withSlots(atMost: share) { verify(item, in: &scratch, jobs: $0, account) }
            idle.withLock { $0.append(scratch) }
        }
    }

    private func verify(
        _ item: ResultVerifier.Item, in scratch: inout ScratchWorkspace, jobs: Int,
        _ account: Confined<VerificationSummary>
    ) {
        let started = clock.now
        var report = VerificationReport(
            action: item.action, key: item.decided.key, outcome: .notReached, started: started, ended: started, cpu: 0)
        var said = ""
        if !verifier.cancellation.isRequested {
            let action = item.action
            account.async { _ in for observer in observers { observer.resultVerificationStarted(action, time: started) }
            }
            let cpu: Double
            (report.outcome, said, cpu) = verifier.verify(item, in: &scratch, jobs: jobs)
            if case .differs(var mismatch) = report.outcome {
                mismatch.quarantine = quarantine(item, mismatch, scratch)
                report.outcome = .differs(mismatch)
            }
            (report.cpu, report.ended) = (Int64(cpu * 1000), clock.now)
        }
        try? scratch.clear(item.action)
        account.async { [report, said] summary in
            summary.cpu += report.cpu
            switch report.outcome {
            case .same: summary.same += 1
            case .differs(let mismatch):
                summary.mismatches.append(.init(action: report.action, key: report.key, mismatch: mismatch))
            case .notVerified(let obstacle): summary.obstacles.append((report.action, obstacle))
            case .notReached: break
            }
            for observer in observers { observer.resultVerified(report) }
            guard !said.isEmpty else { return }
            let diagnostics = Diagnostics(
                subject: report.action.subject, folder: report.action.folder, text: said, isFailure: true,
                isReplayed: false)
            for observer in observers { observer.diagnosed(diagnostics) }
        }
    }

    /// Takes the result out of the cache, and forgets everything that rests on it.
    private func quarantine(_ item: ResultVerifier.Item, _ mismatch: ResultMismatch, _ scratch: ScratchWorkspace)
        -> AbsolutePath?
    {
        var made: [String: AbsolutePath] = [:]
        var lines = ["\(item.action.id)", "key \(item.decided.key)"]
        switch mismatch.fact {
        case .interface(let cached, let made):
            lines.append("interface digest: cached \(cached.map(\.description) ?? "none"), found \(made)")
            // It is remembered apart from the result too, and would be believed again.
            if let key = verifier.interfaceKey(of: item),
                case .success(let (known, _)) = verifier.cache.result(for: key), known.interface != made
            {
                let about =
                    """
                    interface digest of \(item.action.id)\nkey \(key.hex)\nremembered \
                    \(known.interface.map(\.description) ?? "none"), found \(made)\n
                    """
                _ = verifier.cache.quarantine(known, key: key, about: about, made: [:])
            }
        case .failure(let failure): lines.append("made again, it fails: \(failure)")
        case .outputs(let outputs):
            for output in outputs {
                lines.append(
                    """
                    \(output.name): cached \(output.cached), made \
                    \(output.made)\(output.difference.map { ", first differs in \($0)" } ?? "")
                    """
                )
                made[output.name] = item.action.outputs.first { $0.name == output.name }.map { scratch.path($0.path) }
            }
        }
        if mismatch.toolIsUnsteady { lines.append("two runs made two results") }
        let about = lines.joined(separator: "\n") + "\n"
        verifier.decider.memory.forget(item.action.id)
        if item.action.inPlace != nil { states.forget(item.action) }
        // It may have been found by what the action uses, and would be found again.
        for key in keysByUse(of: item) where key != item.decided.key.digest {
            guard case .success(let (known, _)) = verifier.cache.result(for: key) else { continue }
            _ = verifier.cache.quarantine(known, key: key, about: about, made: [:])
        }
        return verifier.cache.quarantine(item.decided.result, key: item.decided.key.digest, about: about, made: made)
    }

    /// Under which keys a result is kept by what the action uses.
    private func keysByUse(of item: ResultVerifier.Item) -> [ContentDigest] {
        let (decider, needs) = (verifier.decider, item.needs.mapValues(\.decided))
        let declared = (try? decider.fingerprint(of: item.action, needs: needs))?.key
        let keys = [declared.map(Decider.keptByUse), decider.usedFingerprint(of: item.action, needs: needs)?.key]
        return keys.compactMap { key in
            guard let key, let names = try? verifier.cache.inputNames(for: key.digest).get(),
                let readings = decider.readable.readings(of: names)
            else { return nil }
            return key.reading(readings).digest
        }
    }
}

extension Decided.Source {
    fileprivate var isHit: Bool {
        switch self {
        case .memory, .cache: true
        case .inputs, .run: false
        }
    }
}

extension FileDifference: CustomStringConvertible {
    public var description: String {
        section.map { "section \($0) at offset \(offset)" } ?? "the file at offset \(offset)"
    }
}
