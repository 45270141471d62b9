import BuildPlanning

/// What makes a part of a plan enough: the whole of it was built before, and since then nothing has changed but the
/// content of files that only actions of the part read.
public struct PartOfBuild: Sendable {
    private let outline: BuildOutline
    /// What the whole build would have reported.
    private let known: NothingToDo
    /// What to build where the part will not do; nil where that cannot be planned.
    let larger: @Sendable () -> Larger?

    /// A larger part of the build, or the whole of it.
    public struct Larger: Sendable {
        let plan: BuildPlan
        /// Nil for the whole.
        let part: PartOfBuild?

        public init(plan: BuildPlan, part: PartOfBuild? = nil) { (self.plan, self.part) = (plan, part) }
    }

    /// Nil where the part would not do: `edited`, relative to the root, are the files whose content has changed.
    public init?(
        _ plan: BuildPlan, edited: [String], _ outline: BuildOutline, _ known: NothingToDo,
        larger: @escaping @Sendable () -> Larger?
    ) {
        // What compilers said of the rest would have to be said again.
        guard known.diagnostics.isEmpty, outline.covers(plan, edited: edited) else { return nil }
        (self.outline, self.known, self.larger) = (outline, known, larger)
    }

    /// True where more has to be decided: what came of the part reaches the rest, or has something to say.
    func isTooSmall(_ plan: BuildPlan, _ decided: [ActionID: Decided], _ summary: BuildSummary) -> Bool {
        if summary.wasCancelled || !summary.failures.isEmpty { return false }
        return !outline.holds(beside: plan, decided) || decided.values.contains { $0.result.diagnostics != nil }
    }

    /// Counts what the whole build would have taken from the cache beside the part.
    func addRest(beside plan: BuildPlan, to summary: inout BuildSummary) {
        summary.isOfPart = true
        guard summary.failures.isEmpty, !summary.wasCancelled else { return }
        let inside = outline.saved(in: plan)
        summary.hits += known.hits - inside.hits
        summary.savedCPU += known.savedCPU - inside.cpu
    }

    /// What is known of the whole build once the part is done. `next`: of the part alone. `found`: workspace files that
    /// runs were found to read.
    func whole(
        with next: NothingToDo, _ plan: BuildPlan, _ decided: [ActionID: Decided], found: [String]
    ) -> (NothingToDo, BuildOutline)? {
        var outline = self.outline, whole = known
        let before = outline.saved(in: plan)
        guard next.diagnostics.isEmpty, outline.take(plan, decided, found: found) else { return nil }
        whole.hits += next.hits - before.hits
        whole.savedCPU += next.savedCPU - before.cpu
        return (whole, outline)
    }
}
