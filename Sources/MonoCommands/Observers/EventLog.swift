import BuildEngine
import BuildPlanning
import JSON
import Synchronization
import Targets
import TestRunning

/// `--events FILE`: what happens, one JSON object a line. Docs/Events.md describes the fields; a change of their
/// meaning raises `format`.
final class EventLog: RunObserver, ReportingToFile {
    static let format: Int64 = 1

    private struct State {
        /// When the last build started, in nanoseconds since mono was.
        var buildBegan: UInt64 = 0
        /// How many phases are written.
        var phases = 0
    }

    private let file: any EventSink
    private let phases: PhaseClock
    private let command: [String]
    private let state = Mutex(State())

    /// `command`: what was typed.
    init(_ file: any EventSink, _ phases: PhaseClock, command: [String]) {
        (self.file, self.phases, self.command) = (file, phases, command)
    }

    var hasFailed: Bool { (file as? ReportFile)?.hasFailed ?? false }

    func buildStarted(_ start: BuildStart) {
        let began = phases.now
        state.withLock { $0.buildBegan = began }
        write([
            ("event", "buildStarted"), ("format", .integer(Self.format)), ("mono", .text(VersionCommand.version)),
            ("configuration", .text(start.configuration.rawValue)), ("jobs", .integer(Int64(start.jobs))),
            ("actions", .integer(Int64(start.actions.count))),
            ("command", .array(command.map(JSONText.text))), ("began", time(began)),
        ])
        writePhases()
        file.flush()
    }

    func actionStarted(_ start: ActionStart) {
        write(
            [("event", "actionStarted"), ("time", time(start.time))] + named(start.action)
                + [
                    ("slots", .array(start.slots.map { .integer(Int64($0)) })),
                    ("incremental", .bool(start.isIncremental)),
                    ("reason", described(start.reason)),
                ])
        file.flush()
    }

    func actionFinished(_ report: ActionReport) {
        var members: [(String, JSONText)] =
            [("event", "actionFinished"), ("time", time(report.ended))] + named(report.action)
        var didRun = false
        switch report.outcome {
        case .decided: members.append(("outcome", "decided"))
        case .hit(let tier): members += [("outcome", "hit"), ("tier", .text(tier.rawValue))]
        case .ran:
            members.append(("outcome", "ran"))
            didRun = true
        case .ranEarly:
            members.append(("outcome", "ranEarly"))
            didRun = true
        case .abandoned:
            members.append(("outcome", "abandoned"))
            didRun = true
        case .failed(let failure):
            members += [("outcome", "failed"), ("failure", .text(failure.report.what))]
            didRun = true
        case .skipped(let cause): members += [("outcome", "skipped"), ("because", .text(cause.name))]
        case .notReached: members.append(("outcome", "notReached"))
        case .wouldRun(let isCertain):
            members += [("outcome", "wouldRun"), ("certain", .bool(isCertain))]
            if let reason = report.reason { members.append(("reason", described(reason))) }
        }
        if let key = report.key { members.append(("key", .text(key.digest.hex))) }
        if report.isElsewhere { members.append(("elsewhere", .bool(true))) }
        if didRun { members.append(("duration", time(report.ended - report.started))) }
        if report.wall > 0 || report.cpu > 0 {
            members += [("wall", .integer(report.wall)), ("cpu", .integer(report.cpu))]
        }
        if let reason = report.unpublished { members.append(("unpublished", .text(reason.sentence))) }
        switch report.outcome {
        case .ranEarly, .abandoned: break
        default: members.append(("needs", .array(Set(report.action.dependencies).sorted().map { .text($0.name) })))
        }
        write(members)
        // What merely was in the cache can wait: there can be thousands at once.
        if didRun { file.flush() }
    }

    func diagnosed(_ diagnostics: Diagnostics) {
        write([
            ("event", "diagnostics"), ("subject", .text(diagnostics.subject.fullName)),
            ("folder", .text(diagnostics.folder)),
            ("failure", .bool(diagnostics.isFailure)), ("replayed", .bool(diagnostics.isReplayed)),
            ("text", .text(diagnostics.text)),
        ])
    }

    func verificationStarted(_ start: VerificationStart) {
        write([
            ("event", "verificationStarted"), ("time", time(start.time)), ("results", .integer(Int64(start.results))),
            ("sampled", .integer(Int64(start.sampled))), ("seed", .integer(Int64(clamping: start.request.seed))),
        ])
        file.flush()
    }

    func resultVerificationStarted(_ action: Action, time started: UInt64) {
        write([("event", "resultVerificationStarted"), ("time", time(started))] + named(action))
        file.flush()
    }

    func resultVerified(_ report: VerificationReport) {
        var members: [(String, JSONText)] =
            [("event", "resultVerified"), ("time", time(report.ended))] + named(report.action)
        switch report.outcome {
        case .same: members.append(("outcome", "same"))
        case .differs(let mismatch):
            members.append(("outcome", "differs"))
            if case .outputs(let outputs) = mismatch.fact {
                members.append(("outputs", .array(outputs.map { .text($0.name) })))
            }
            if let place = mismatch.quarantine { members.append(("quarantine", .text(place.string))) }
        case .notVerified: members.append(("outcome", "notVerified"))
        case .notReached: members.append(("outcome", "notReached"))
        }
        members += [
            ("key", .text(report.key.digest.hex)), ("duration", time(report.ended - report.started)),
            ("cpu", .integer(report.cpu)),
        ]
        write(members)
        file.flush()
    }

    func buildFinished(_ summary: BuildSummary) {
        var members: [(String, JSONText)] = [
            ("event", "buildFinished"), ("time", time(summary.wall)), ("succeeded", .bool(summary.succeeded)),
            ("cancelled", .bool(summary.wasCancelled)), ("ran", .integer(Int64(summary.ran))),
            ("hits", .integer(Int64(summary.hits))),
            ("sharedHits", .integer(Int64(summary.sharedHits))), ("failed", .integer(Int64(summary.failures.count))),
            ("skipped", .integer(Int64(summary.skipped))), ("wouldRun", .integer(Int64(summary.wouldRun))),
            ("savedCPU", .integer(summary.savedCPU)), ("spentCPU", .integer(summary.spentCPU)),
            ("placed", .array(summary.placed.map { .text($0.path) })),
        ]
        if let transfers = summary.transfers {
            members += [
                ("remoteHits", .integer(Int64(summary.remoteHits))),
                ("remoteRequests", .integer(Int64(transfers.requests))), ("bytesUp", .integer(transfers.bytesUp)),
                ("bytesDown", .integer(transfers.bytesDown)),
                ("sent", .integer(Int64(summary.sending?.sent ?? 0))),
                ("notSent", .integer(Int64(summary.sending?.late ?? 0))),
            ]
        }
        if let elsewhere = summary.elsewhere {
            let stayed = elsewhere.stayed.map { ($0.key.word, Int64($0.value)) }
            let sums = Dictionary(stayed, uniquingKeysWith: +).sorted { $0.key < $1.key }
            members += [
                ("ranElsewhere", .integer(Int64(elsewhere.ran))),
                ("cachedElsewhere", .integer(Int64(elsewhere.cached))),
                ("stayedHere", .object(sums.map { ($0.key, .integer($0.value)) })),
            ]
        }
        if let verification = summary.verification {
            members += [
                ("verified", .integer(Int64(verification.same))),
                ("differing", .integer(Int64(verification.mismatches.count))),
            ]
        }
        writePhases()
        write(members)
        file.flush()
    }

    /// Something that is no part of a build or a test failed: the command ends with it.
    func commandFailed(_ error: any Error) {
        var members: [(String, JSONText)] = [
            ("event", "commandFailed"), ("format", .integer(Self.format)), ("mono", .text(VersionCommand.version)),
            ("command", .array(command.map(JSONText.text))), ("duration", time(phases.now)),
        ]
        if let ended = error as? BuildEnded {
            members.append(("exit", .integer(Int64(ended.code.status))))
        } else {
            let report = ErrorReport(error)
            members += [("exit", .integer(Int64(report.code.status))), ("failure", .text(report.what))]
            if let place = report.place { members.append(("place", .text(place))) }
        }
        writePhases()
        write(members)
        file.flush()
    }

    func testsStarted(_ target: TargetID) {
        write([
            ("event", "testsStarted"), ("time", timeOfTests),
            ("subject", .text(Action.Subject.target(target).fullName)),
        ])
        file.flush()
    }

    func testsFinished(_ report: TestReport) {
        let isCached = if case .cache = report.source { true } else { false }
        let wall = report.runs.reduce(0) { $0 + $1.wall }, cpu = report.runs.reduce(0) { $0 + $1.cpu }
        write([
            ("event", "testsFinished"), ("time", timeOfTests),
            ("subject", .text(Action.Subject.target(report.target).fullName)), ("passed", .bool(report.passed)),
            ("cached", .bool(isCached)), ("wall", milliseconds(wall)), ("cpu", milliseconds(cpu)),
            (
                "tests",
                .array(
                    report.runs.flatMap(\.results).map {
                        .object([
                            ("name", .text($0.name)), ("outcome", .text($0.outcome.rawValue)),
                            ("wall", milliseconds($0.seconds)),
                        ])
                    })
            ),
        ])
        file.flush()
    }

    func allTestsFinished() {
        writePhases()
        file.flush()
    }

    private var timeOfTests: JSONText {
        let began = state.withLock { $0.buildBegan }
        return time(max(phases.now, began) - began)
    }

    private func milliseconds(_ seconds: Double) -> JSONText {
        .integer(Int64((min(max(0, seconds), 1e9) * 1000).rounded()))
    }

    /// Phases that ended and are not written yet.
    private func writePhases() {
        let spans = phases.spans
        let new = state.withLock { state in
            defer { state.phases = spans.count }
            return spans.dropFirst(state.phases)
        }
        for span in new {
            write([
                ("event", "phase"), ("name", .text(span.phase.rawValue)), ("began", time(span.began)),
                ("duration", time(span.ended - span.began)),
            ])
        }
    }

    private func write(_ members: [(String, JSONText)]) { file.add(JSONText.object(members).description + "\n") }

    private func named(_ action: Action) -> [(String, JSONText)] {
        [
            ("action", .text(action.id.name)), ("kind", .text(action.kind.rawValue)),
            ("subject", .text(action.subject.fullName)),
        ]
    }

    /// Milliseconds since the build started.
    private func time(_ nanoseconds: UInt64) -> JSONText { .thousandths(Int64(clamping: nanoseconds / 1000)) }

    private func described(_ reason: RebuildReason) -> JSONText {
        switch reason {
        case .neverBuilt: .object([("kind", "neverBuilt")])
        case .resultMissing(let miss): .object([("kind", "resultMissing"), ("miss", .text(Words.miss(miss)))])
        case .changed(let changes):
            .object([
                ("kind", "changed"),
                (
                    "components",
                    .array(
                        changes.map { change in
                            .object([
                                ("name", .text(change.component.text)), ("old", change.old.map(JSONText.text) ?? .null),
                                ("new", change.new.map(JSONText.text) ?? .null),
                            ])
                        })
                ),
            ])
        }
    }
}
