import ArtifactCache
import Subprocesses

/// What `mono doctor` found, a line each, and below those that fail what to do.
struct DoctorReport {
    enum Finding {
        case works(String)
        /// Neither good nor bad.
        case note(String)
        /// Nothing that fails, and something that can be better.
        case advice(String, help: String)
        case fails(ErrorReport)
    }

    private let output: Channel
    private(set) var isWell = true
    private var failures = 0

    init(_ output: Channel) { self.output = output }

    mutating func add(_ subject: String, _ finding: Finding) {
        let style = output.style, name = TextLayout.padded(subject, to: 18)
        switch finding {
        case .works(let text): output.print("\(style.green("ok     ")) \(name)\(VisibleText.of(text))")
        case .note(let text): output.print("\(style.dim("-      ")) \(name)\(VisibleText.of(text))")
        case .advice(let text, let help):
            output.print("\(style.dim("-      ")) \(name)\(VisibleText.of(text))")
            output.print("        \(style.cyan("help:")) \(VisibleText.of(help))")
        case .fails(let report):
            (isWell, failures) = (false, failures + 1)
            output.print("\(style.red("problem")) \(name)\(VisibleText.of(report.what))")
            for line in report.details { output.print("        \(VisibleText.of(line))") }
            if let help = report.help { output.print("        \(style.cyan("help:")) \(VisibleText.of(help))") }
        }
    }

    func end() {
        output.print(isWell ? "all is well" : "\(Words.count(failures, "problem"))")
    }
}

extension DoctorReport.Finding {
    init(_ probe: StoreProbe) {
        let name = Words.name(of: probe.tier)
        if let folder = probe.missingFolder {
            let problem = CacheProblem(
                tier: probe.tier, fact: .noFolder(folder), count: 1, isWritten: !probe.isReadOnly)
            self = .fails(problem.report)
            return
        }
        if let miss = probe.reading {
            self = .fails(CacheProblem(tier: probe.tier, fact: .notRead(miss), count: 1).report)
            return
        }
        let answers = probe.tier == .remote ? ", answers in \(Words.time(seconds: probe.latency))" : ""
        switch probe.writing {
        case .failure(.file(let error))?:
            self = .fails(CacheProblem(tier: probe.tier, fact: .notWritten(error), count: 1).report)
        case .failure(.remote(let fault))?:
            self = .fails(CacheProblem(tier: probe.tier, fact: .notSent(fault), count: 1).report)
        case .success? where probe.keepsNothing:
            self = .fails(
                ErrorReport(
                    severity: .warning, code: .storage, what: "\(name) does not give back what was put there",
                    details: [probe.place], help: "something between here and there changes what passes, or forgets it")
            )
        case .success?: self = .works("\(probe.place): can be read and written\(answers)")
        case nil: self = .works("\(probe.place): can be read, and is not written\(answers)")
        }
    }
}

extension WatchObstacle {
    var report: ErrorReport {
        ErrorReport(
            severity: .warning, code: .storage, what: "results of tests are not kept",
            details: [sentence],
            help: "they need Linux 5.5 and a sandbox that allows seccomp's user notification; tests run all the same")
    }
}
