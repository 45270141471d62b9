import BuildEngine
import BuildPlanning
import Synchronization

/// Says at the end what failed and what the build came to.
final class SummaryPrinter: BuildObserver {
    /// What ran, by whom it was for: a target has several actions.
    private struct Done {
        var built: Set<Action.Subject> = []
        var linked: Set<Action.Subject> = []
        /// Modules that compilers did not find.
        var unfound: [Action.Subject: [String]] = [:]
        /// Names of what mono writes, and did not write for the subject.
        var unwritten: [Action.Subject: [String]] = [:]
        /// When everything was built; what verification takes is reported apart.
        var builtEnd: ContinuousClock.Instant?
    }

    private let console: BuildConsole
    /// True: nothing is said of a build in which nothing went wrong, because something else follows.
    /// Which builds that went well are reported.
    enum Scope { case all, thoseThatRanSomething, none }

    private let scope: Scope
    /// When mono was started: people wait for all of it, not for the engine alone.
    private let start: ContinuousClock.Instant
    private let wantsVerification: Bool
    private let missing: MissingLibraries?
    private let modules: MissingModules?
    private let graphs: MissingGraphs?
    private let done = Mutex(Done())

    init(
        _ console: BuildConsole, since start: ContinuousClock.Instant, reporting scope: Scope = .all,
        wantsVerification: Bool = false,
        missing: MissingLibraries? = nil, modules: MissingModules? = nil, graphs: MissingGraphs? = nil
    ) {
        (self.console, self.start, self.scope, self.wantsVerification) = (console, start, scope, wantsVerification)
        (self.missing, self.modules, self.graphs) = (missing, modules, graphs)
    }

    func verificationStarted(_ start: VerificationStart) { done.withLock { $0.builtEnd = .now } }

    func diagnosed(_ diagnostics: Diagnostics) {
        guard diagnostics.isFailure, modules != nil else { return }
        let names = MissingModules.names(in: diagnostics.text), written = MissingGraphs.names(in: diagnostics.text)
        if names.isEmpty, written.isEmpty { return }
        done.withLock {
            $0.unfound[diagnostics.subject, default: []] += names
            $0.unwritten[diagnostics.subject, default: []] += written
        }
    }

    /// What to do about what made the action fail; nil where nobody knows.
    private func help(for subject: Action.Subject) -> String? {
        if let help = missing?.help(for: subject) { return help }
        guard let modules, case .target(let target) = subject else { return nil }
        let (names, written) = done.withLock { ($0.unfound[subject] ?? [], $0.unwritten[subject] ?? []) }
        return names.lazy.compactMap { modules.help(for: $0, in: target) }.first
            ?? written.lazy.compactMap { [graphs] in graphs?.help(for: $0, in: target) }.first
    }

    func actionFinished(_ report: ActionReport) {
        guard report.outcome == .ran else { return }
        done.withLock { done in
            switch report.action.kind {
            case .link, .archive: done.linked.insert(report.action.subject)
            case .wrapModule, .compileInterface, .autolink, .listTests, .compileRunner, .builtIn, .compilePlugin,
                .askPlugin,
                .generate:
                break
            default: done.built.insert(report.action.subject)
            }
        }
    }

    func buildFinished(_ summary: BuildSummary) {
        let style = console.terminal.errors.style
        for failure in SummaryPrinter.reported(summary.failures) {
            // What they are is reported fault by fault (`WiringReport`, `RouteReport`).
            if case .feature(.unwired) = failure.failure { continue }
            if case .feature(.unrouted) = failure.failure { continue }
            var report = failure.report
            if report.help == nil { report.help = help(for: failure.action.subject) }
            console.say(report)
        }
        for failure in summary.placementFailures { console.say(failure.report) }
        for problem in summary.cacheProblems { console.say(problem.report) }
        if let report = summary.elsewhere?.report { console.say(report) }
        if let report = summary.sending?.report { console.say(report) }
        for reason in summary.unpublished.prefix(1) where reason != .cacheUnwritable {
            let more = summary.unpublished.count > 1 ? " (\(summary.unpublished.count) results)" : ""
            console.say(
                ErrorReport(
                    severity: .note, code: .success, what: "not kept in the cache\(more): \(reason.sentence)"))
        }
        // A target whose module could be emitted and that did not compile is not built.
        let failed = Set(summary.failures.map(\.action.subject))
        let (counts, end) = done.withLock {
            (
                SummaryPrinter.counts(built: $0.built.subtracting(failed).count, linked: $0.linked.count),
                $0.builtEnd ?? .now
            )
        }
        let elapsed = (end - start).components
        let time = Words.time(seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
        let line = SummaryPrinter.line(summary, time: time, counts: counts)
        if !summary.succeeded {
            console.say(style.red(line))
        } else if scope == .all || scope == .thoseThatRanSomething && summary.ran > 0 {
            console.say(style.green(line))
        }
        tellVerification(summary)
    }

    private func tellVerification(_ summary: BuildSummary) {
        guard wantsVerification else { return }
        guard let verification = summary.verification else {
            if !summary.wasCancelled {
                console.say(
                    ErrorReport(severity: .note, code: .success, what: "nothing was verified, because the build failed")
                )
            }
            return
        }
        for mismatch in verification.mismatches { console.say(mismatch.report) }
        for (action, obstacle) in verification.obstacles { console.say(obstacle.report(of: action)) }
        let style = console.terminal.errors.style
        let line = verification.line(wasCancelled: summary.wasCancelled)
        console.say(verification.succeeded && !summary.wasCancelled ? style.green(line) : style.red(line))
    }

    /// The failures that are worth a report: that a target's module could not be emitted is said by its failed compile
    /// too.
    static func reported(_ failures: [BuildSummary.Failure]) -> [BuildSummary.Failure] {
        let compiled = Set(failures.filter { $0.action.kind == .compile }.map(\.action.subject))
        return failures.filter { $0.action.kind != .emitModule || !compiled.contains($0.action.subject) }
    }

    /// `built 3 targets and linked 1 product`; nil where nothing ran.
    private static func counts(built: Int, linked: Int) -> String? {
        let parts = [
            built > 0 ? "built \(Words.count(built, "target"))" : nil,
            linked > 0 ? "linked \(Words.count(linked, "product"))" : nil,
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " and ")
    }

    static func line(_ summary: BuildSummary, time: String, counts: String?) -> String {
        let others = [
            summary.sharedHits > 0 ? "\(summary.sharedHits) from the shared one" : nil,
            summary.remoteHits > 0 ? "\(summary.remoteHits) from the remote one" : nil,
        ].compactMap(\.self)
        let origins = others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"
        let hits = "\(Words.count(summary.hits, "result")) from the cache\(origins)"
        let saved =
            summary.savedCPU >= 100
            ? "\(hits) saved \(Words.time(milliseconds: summary.savedCPU)) of processor time" : hits
        if summary.wasCancelled {
            return "stopped after \(time); \(counts.map { "\($0), which is kept" } ?? "nothing was built")"
        }
        if !summary.succeeded {
            let failed = reported(summary.failures).count + summary.placementFailures.count
            let skipped =
                summary.skipped > 0
                ? ", \(Words.count(summary.skipped, "action")) not tried because they need what failed" : ""
            return "failed in \(time): \(Words.count(failed, "failure"))\(skipped)\(counts.map { "; \($0)" } ?? "")"
        }
        if summary.wouldRun > 0 { return "\(Words.count(summary.wouldRun, "action")) would run; \(hits)" }
        guard let counts else {
            if summary.ran > 0 { return "done in \(time); \(saved)" }
            return summary.hits > 0 ? "nothing to build in \(time): \(saved)" : "nothing to build"
        }
        let elsewhere =
            summary.elsewhere.map { $0.ran > 0 ? ", \(Words.count($0.ran, "action")) of it elsewhere" : "" } ?? ""
        let sent = summary.sending.map { $0.sent > 0 ? "; uploaded \(Words.count($0.sent, "result"))" : "" } ?? ""
        return "\(counts) in \(time)\(elsewhere)\(sent)" + (summary.hits > 0 ? "; \(saved)" : "")
    }
}
