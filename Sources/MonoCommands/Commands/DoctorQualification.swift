import DigestFacts
import Digests
import Disk
import InterfaceDigests
import Parallelism
import Synchronization
import Toolchains

/// `mono doctor --qualify`: asks the compiler whether interface digests are right for it, and remembers the answer.
struct DoctorQualification {
    let session: Session
    let programs: Programs
    let machine: AbsolutePath
    let files = LocalFileSystem()

    /// How many faults are shown.
    private static let shown = 10

    /// Throws `Interrupted`, `FileError`, and where mono cannot look at itself.
    func run(_ toolchain: Toolchain) throws -> DoctorReport.Finding {
        // What was found out by a run that was stopped is looked up by the next one.
        let folder = machine / "qualify-\(toolchain.identity.short)"
        let path = "\(toolchain.root / "bin"):/usr/bin:/bin"
        var environment = ["PATH": path, "LANG": "C.UTF-8"]
        environment["HOME"] = session.environment["HOME"]
        environment["TMPDIR"] = session.environment["TMPDIR"]
        let steps = Steps(
            folder: folder, toolchain: toolchain, environment: environment, owner: Int64.random(in: 0 ... .max),
            files: files, commands: programs.commands, cancellation: programs.cancellation)
        let qualification = DigestQualification(
            steps: steps, program: try files.digest(AbsolutePath("/proc/self/exe")).hex, jobs: processorCount())
        let progress = QualificationProgress(BuildConsole(session.terminal))
        defer { progress.end() }
        guard let outcome = try qualification.run(progress: { progress.show($0, of: $1) }) else {
            throw Interrupted(signal: programs.signals.received ?? 2)
        }
        try DigestVerdicts(files: files, memory: machine).keep(outcome.passed, on: toolchain)
        try? files.remove(folder)
        return finding(outcome)
    }

    private func finding(_ outcome: DigestQualification.Outcome) -> DoctorReport.Finding {
        if outcome.passed {
            let asked = "\(Words.count(outcome.edits, "edit")), \(Words.count(outcome.facts, "fact"))"
            return .works("this compiler qualifies: \(asked)")
        }
        let more = outcome.faults.count - DoctorQualification.shown
        return .fails(
            ErrorReport(
                severity: .warning, code: .storage,
                what:
                    "this compiler does not qualify: \(Words.count(outcome.faults.count, "fault")) in \(Words.count(outcome.edits, "edit"))",
                details: outcome.faults.prefix(DoctorQualification.shown).map(\.sentence)
                    + (more > 0 ? ["and \(more) more"] : []),
                help: "builds with it stay correct, and compile dependents whenever a module's bytes change"))
    }
}

extension DigestQualification.Fault {
    var sentence: String {
        switch self {
        case .missed(let edit, let difference): "\(edit): the digest is the same, but: \(difference)"
        case .missedByUsedParts(let edit, let client):
            "\(edit): the parts that \(client) uses are the same, but it differs"
        case .missedBySurface(let edit, let what):
            "\(edit): the surface of the source is the same, but: \(what) differs"
        case .contradiction(let text): text
        case .notAsked(let why): why.split(separator: "\n").first.map(String.init) ?? why
        }
    }
}

/// Shows how far a qualification is: a line that moves on a terminal, and a line every now and then in a log.
private final class QualificationProgress: Sendable {
    private let console: BuildConsole
    private let last = Mutex(-1)

    /// In edits, in a log.
    private static let step = 25

    init(_ console: BuildConsole) { self.console = console }

    func show(_ count: Int, of total: Int) {
        let text = "made \(count) of \(Words.count(total, "edit"))"
        let errors = console.terminal.errors
        if errors.isInteractive {
            console.draw([StatusLine(text: errors.style.dim(text), columns: TextLayout.columns(text))])
        } else {
            let isDue = last.withLock { last in
                guard count >= last + QualificationProgress.step || last < 0 else { return false }
                last = count
                return true
            }
            if isDue { console.say(text) }
        }
    }

    func end() { console.draw([]) }
}
