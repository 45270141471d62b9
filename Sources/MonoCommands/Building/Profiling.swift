import ArtifactCache
import BuildEngine
import BuildPlanning
import CompileProfile
import Disk
import JSON
import Synchronization
import Targets

/// Measures where the type checker spends its time. Modules are emitted as for any build, and kept; what is measured is kept nowhere.
struct Profiling {
    enum Outcome {
        case measured(CompileProfile)
        /// The build has said why.
        case failed(ExitCode)
    }

    let options: BuildOptions
    let workspace: OpenWorkspace
    let session: Session
    let programs: Programs

    func profile(_ targets: [TargetID]) throws -> Outcome {
        let work = try BuildWork(options, in: session, workspace: workspace, goal: .compiles(of: Set(targets)), asking: programs)
        let place = workspace.root / "\(BuildLayout.folder)/profile"
        try workspace.files.remove(place)
        defer { try? workspace.files.remove(place) }

        let (measuring, planner) = try work.profiling(targets)
        if let report = LeftOut.report(measuring.plan.leftOut) { session.terminal.errors.print(report.rendered(session.terminal.errors.style)) }
        let modules = measuring.emittingModules
        let emitted = modules.build(observers: try BuildReporting(options, modules, in: session, isQuiet: true).observers, cancellation: programs.cancellation)
        if let failure = ExitCode(failureOf: emitted, signal: programs.signals.received) { return .failed(failure) }

        let measured = measuring.plan.graph.goals.map { measuring.plan.graph[$0].subject }.compactMap { subject in
            if case .target(let id) = subject { id } else { nil }
        }
        for target in measured { try workspace.files.remove(workspace.root / planner.profileStatistics(of: target)) }
        let texts = DiagnosticCollector()
        let observers = BuildReporting.progress(options, in: session, root: workspace.root) + [texts]
        let summary = measuring.keepingResults(in: place / "cache").build(observers: observers, cancellation: programs.cancellation)
        if let failure = ExitCode(failureOf: summary, signal: programs.signals.received) {
            for text in texts.failures { session.terminal.errors.print(text) }
            return .failed(failure)
        }
        return .measured(
            CompileProfile(
                measured.map { target in
                    (target, TimingLines(texts.text(of: target)), ofCompiler(target, in: workspace.root / planner.profileStatistics(of: target)))
                }))
    }

    /// What the compiler counted itself, in milliseconds of processor time: so are the times of bodies.
    private func ofCompiler(_ target: TargetID, in folder: AbsolutePath) -> Double? {
        let names = ((try? workspace.files.list(folder)) ?? []).map(\.name).filter { $0.hasSuffix(".json") }
        let seconds = names.compactMap { name -> Double? in
            guard let bytes = try? workspace.files.read(folder / name), let value = try? JSONParser.parse(bytes) else { return nil }
            let parts = ["user", "sys"].compactMap { value["time.swift.Type checking and Semantic analysis.\($0)"]?.number }
            return parts.count == 2 ? parts[0] + parts[1] : nil
        }
        return seconds.isEmpty ? nil : seconds.reduce(0, +) * 1000
    }
}

/// Keeps what compilers said, by target.
private final class DiagnosticCollector: BuildObserver {
    private struct State {
        var texts: [TargetID: String] = [:]
        var failures: [String] = []
    }

    private let state = Mutex(State())

    var failures: [String] { state.withLock { $0.failures } }

    func text(of target: TargetID) -> String { state.withLock { $0.texts[target] ?? "" } }

    func diagnosed(_ diagnostics: Diagnostics) {
        state.withLock { state in
            if diagnostics.isFailure { state.failures.append(diagnostics.text) }
            if case .target(let id) = diagnostics.subject { state.texts[id, default: ""] += diagnostics.text + "\n" }
        }
    }
}
