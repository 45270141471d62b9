import AffectedTargets
import Targets
import Workspaces

/// What to compare with, and what to do where that cannot be found out.
struct AffectedOptions: Hashable, Sendable {
    enum Fallback: String, CaseIterable, Hashable, Sendable { case all }

    /// As it was typed.
    var revision: String?
    var isExact = false
    var isCommitted = false
    var fallback: Fallback?

    /// Nil where nothing was named.
    var comparison: Comparison? { revision.map { Comparison(since: $0, isExact: isExact, isCommitted: isCommitted) } }

    static var arguments: [Argument<AffectedOptions>] {
        [
            .option(
                "--since", reads: .text("REV"),
                help: "compare with the merge base of the current commit and REV; REV is anything that git resolves"
            ) {
                $0.revision = $1
            },
            .flag("--exact", help: "compare with REV itself") { $0.isExact = true },
            .flag("--committed", help: "ignore what is not committed: edits in the work tree and untracked files") {
                $0.isCommitted = true
            },
            .option(
                "--fallback", reads: .choice(),
                help:
                    """
                    where git cannot answer (a shallow clone, no repository) or the base revision cannot be read: \
                    print a warning, and go on with all targets
                    """
            ) {
                $0.fallback = $1
            },
        ]
    }

    /// The targets that the change reaches. `early`: what git was asked already.
    func find(
        in workspace: OpenWorkspace, _ session: Session, _ programs: Programs,
        early: Result<AffectedChanges, any Error>? = nil
    ) throws -> AffectedTargetsFound {
        guard let comparison else {
            throw ErrorReport(code: .usage, what: "compared with what?", help: "add '--since REV'")
        }
        do {
            return try programs.interruptible {
                try workspace.affected(
                    comparison, early: early?.get(), programs.cancellation,
                    progress: session.progress(in: workspace.root))
            }
        } catch let error as Reportable where fallback == .all && !(error is Interrupted) {
            var report = error.report
            report.severity = .warning
            report.what += "; so every target counts as affected"
            let errors = session.terminal.errors
            errors.print(report.rendered(errors.style))
            return .everything(in: workspace)
        }
    }

    /// The same as a set.
    func targets(in workspace: OpenWorkspace, _ session: Session, _ programs: Programs) throws -> Set<TargetID> {
        Set(try find(in: workspace, session, programs).answer.targets)
    }
}
