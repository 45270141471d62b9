import BuildPlanning
import Disk
import Parallelism

/// The files and digests through which a build looks at what it decides upon.
public struct DecidingFiles: Sendable {
    var files: any FileSystem
    var workspace, machine: FileDigests

    public init(files: any FileSystem, workspace: FileDigests, machine: FileDigests) {
        (self.files, self.workspace, self.machine) = (files, workspace, machine)
    }
}

/// Does what the next build would, where it finds all as this one left it.
struct NextBuild {
    let plan: BuildPlan
    /// Looks at all files anew.
    let decider: Decider
    let bundles: BundlePlacement
    let products: ProductPlacement

    /// `decided`: by the build that is over. Nil where the next one would do anything.
    ///
    /// What did not run was decided by looks that hold; of what ran, nobody has looked yet at what the result names
    /// now.
    func nothingToDo(after decided: [ActionID: Decided]) -> NothingToDo? {
        guard decided.count == plan.graph.order.count else { return nil }
        let ran = plan.graph.order.filter { if case .run? = decided[$0]?.source { true } else { false } }
        guard parallelMap(ran, { isDecidedAgain($0, decided) }).allSatisfy({ $0 }) else { return nil }
        for bundle in plan.bundles {
            do throws(FileError) { try bundles.place(bundle) } catch { return nil }
        }
        let placed = products.place(decided)
        return placed.failures.isEmpty && placed.lost.isEmpty ? report(decided) : nil
    }

    private func isDecidedAgain(_ id: ActionID, _ decided: [ActionID: Decided]) -> Bool {
        var needs: [ActionID: Decided] = [:]
        for need in plan.graph[id].dependencies { needs[need] = decided[need] }
        guard let before = decided[id], case .decided(let now) = decider.decide(plan.graph[id], needs: needs) else {
            return false
        }
        return now.key == before.key && now.result == before.result
    }

    private func report(_ decided: [ActionID: Decided]) -> NothingToDo {
        var summary = BuildSummary(), desk = MessageDesk(), diagnostics: [Diagnostics] = []
        for id in plan.graph.order {
            let action = plan.graph[id]
            guard let result = decided[id]?.result else { continue }
            if !action.isDeclaration {
                summary.hits += 1
                summary.savedCPU += result.cpu
            }
            guard let said = decider.cache.said(in: result) else { continue }
            diagnostics += desk.said(said, by: action, isFailure: false, isReplayed: true)
        }
        diagnostics += desk.rest()
        return NothingToDo(hits: summary.hits, savedCPU: summary.savedCPU, diagnostics: diagnostics)
    }
}

extension BuildSummary {
    /// Everything was built, and all of it is where the next build finds it.
    var isWholeAndKept: Bool { succeeded && unpublished.isEmpty && cacheProblems.isEmpty && wouldRun == 0 }
}
