import BuildEngine
import BuildPlanning
import Disk
import Synchronization
import Toolchains

/// Prints a line for each action that ran: for logs, and for people who asked for more.
final class PlainProgress: BuildObserver {
    private let console: BuildConsole
    /// The workspace's, and the one for temporary files, as command lines spell them.
    private let root, temporary: String
    /// Command lines too, and why results were not kept.
    private let isVerbose: Bool
    private let counts = Mutex((total: 0, ended: 0))
    private let arguments = Mutex<@Sendable (Action) -> [Toolchains.Argument]>({ $0.arguments })

    init(_ console: BuildConsole, root: String, temporary: AbsolutePath?, isVerbose: Bool) {
        (self.console, self.root, self.temporary, self.isVerbose) = (
            console, root, temporary?.string ?? "/tmp", isVerbose
        )
    }

    func buildStarted(_ start: BuildStart) {
        counts.withLock { $0 = (start.actions.count, 0) }
        arguments.withLock { $0 = start.arguments }
    }

    func actionStarted(_ start: ActionStart) {
        if isVerbose { show(start.action, jobs: start.slots.count, keepsState: start.keepsState) }
    }

    /// The command line, as a person would type it in the workspace's root.
    private func show(_ action: Action, jobs: Int, keepsState: Bool = false) {
        guard let tool = action.tool?.rawValue ?? action.program?.path else { return }
        let all = arguments.withLock { $0 }(action),
            words =
                [tool]
                + (keepsState ? all : all.leavingNoState).map {
                    $0.spelled(jobs: jobs, root: root, temporary: temporary)
                }
        let place = action.folder == "." ? "" : "cd \(ShellWord.quoted(action.folder)) && "
        console.say(console.terminal.errors.style.dim(place + words.map(ShellWord.quoted).joined(separator: " ")))
    }

    func actionFinished(_ report: ActionReport) {
        if report.outcome == .ranEarly || report.outcome == .abandoned { return }
        let (total, ended) = counts.withLock { counts in
            counts.ended += 1
            return (counts.total, min(counts.ended, counts.total))
        }
        switch report.outcome {
        case .ran:
            console.say(
                "[\(ended)/\(total)] \(report.action.title), \(Words.time(nanoseconds: report.ended - report.started))"
                    + (report.isElsewhere ? ", elsewhere" : ""))
            if isVerbose, let reason = report.unpublished { console.say("  not kept in the cache: \(reason.sentence)") }
        // Somebody stopped the build: nothing is wrong with the action.
        case .failed(.cancelled): break
        case .failed: console.say("[\(ended)/\(total)] \(report.action.title) failed")
        case .hit(let tier) where isVerbose:
            console.say(
                "[\(ended)/\(total)] \(report.action.title), from \(Words.name(of: tier))")
        case .wouldRun where isVerbose: show(report.action, jobs: 1)
        case .skipped(let cause) where isVerbose:
            console.say("[\(ended)/\(total)] \(report.action.title) not tried: it needs '\(cause)'")
        default: break
        }
    }

    func verificationStarted(_ start: VerificationStart) {
        counts.withLock { $0 = (start.sampled, 0) }
        if start.sampled > 0 { console.say("making \(VerificationSummary.scope(start)) again") }
    }

    func resultVerificationStarted(_ action: Action, time: UInt64) {
        if isVerbose { show(action, jobs: 1) }
    }

    func resultVerified(_ report: VerificationReport) {
        if report.outcome == .notReached { return }
        let (total, ended) = counts.withLock { counts in
            counts.ended += 1
            return counts
        }
        let head = "[\(ended)/\(total)]", title = report.action.title
        switch report.outcome {
        case .same: console.say("\(head) verified \(title), \(Words.time(nanoseconds: report.ended - report.started))")
        case .differs: console.say("\(head) \(title) is not the same")
        case .notVerified: console.say("\(head) \(title) could not be verified")
        case .notReached: break
        }
    }
}

/// Words as a shell reads them back.
enum ShellWord {
    static func quoted(_ word: String) -> String {
        let plain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_./=:,+@%".utf8.contains(byte)
                }
            }
        return plain ? word : CompletionScript.quoted(word)
    }
}
