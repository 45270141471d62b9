import ArtifactCache
import BuildEngine
import BuildPlanning
import CompileProfile
import Disk
import JSON
import Subprocesses
import Synchronization
import Targets

/// Measures where the type checker spends its time. Modules are emitted as for any build, and kept; what is measured is
/// kept nowhere.
struct Profiling {
    let workspace: OpenWorkspace
    let settings: BuildSettings
    let asking: Asking
    let observers: ProfileObservers

    func profile(_ targets: [TargetID]) throws -> MeasuredProfile {
        var settings = settings
        settings.keepsGoing = true
        let build = try workspace.plan(.compiles(of: Set(targets)), settings, asking: asking)
        let place = workspace.root / "\(BuildLayout.folder)/profile"
        try workspace.files.remove(place)
        defer { try? workspace.files.remove(place) }

        let measuring = try build.profiling(targets)
        let modules = measuring.emittingModules
        let emitted = modules.build(
            observers: try observers.ofModules(modules, measuring.plan.leftOut), cancellation: asking.cancellation)
        if emitted.wasCancelled { throw BuildNotDone(summary: emitted) }

        let measured = measuring.plan.graph.goals.map { measuring.plan.graph[$0].subject }.compactMap { subject in
            if case .target(let id) = subject { id } else { nil }
        }
        for target in measured { try workspace.files.remove(workspace.root / build.profileStatistics(of: target)) }
        let texts = DiagnosticCollector()
        // What a build remembers of the last one is bound to its cache: this one is new each time.
        let cache = place / "cache-\(UInt64.random(in: 0...UInt64.max))"
        let summary = measuring.keepingResults(in: cache).build(
            observers: observers.ofMeasuring + [texts], cancellation: asking.cancellation)
        if summary.wasCancelled { throw BuildNotDone(summary: summary) }
        let lines = measured.map { TimingLines(texts.text(of: $0)) }
        let profile = CompileProfile(
            zip(measured, lines).map { target, lines in
                (target, lines, ofCompiler(target, in: workspace.root / build.profileStatistics(of: target)))
            }, source: source)
        let reported = Set(emitted.failures.map(\.action.subject))
        let failures = texts.failures.filter { !reported.contains($0.subject) }.map { failure in
            var failure = failure
            failure.text = TimingLines(failure.text).rest.joined(separator: "\n")
            return failure
        }
        return MeasuredProfile(profile: profile, summary: summary, failures: failures)
    }

    private func source(_ target: TargetID, _ file: String) -> [UInt8]? {
        guard let folder = workspace.loaded.graph.packages[target.package]?.folder else { return nil }
        return try? workspace.files.read(AbsolutePath(file, in: workspace.root / folder))
    }

    /// What the compiler counted itself, in milliseconds of processor time: so are the times of bodies.
    private func ofCompiler(_ target: TargetID, in folder: AbsolutePath) -> Double? {
        let names = ((try? workspace.files.list(folder)) ?? []).map(\.name).filter { $0.hasSuffix(".json") }
        let seconds = names.compactMap { name -> Double? in
            guard let bytes = try? workspace.files.read(folder / name), let value = try? JSONParser.parse(bytes) else {
                return nil
            }
            let parts = ["user", "sys"].compactMap {
                value["time.swift.Type checking and Semantic analysis.\($0)"]?.number
            }
            return parts.count == 2 ? parts[0] + parts[1] : nil
        }
        return seconds.isEmpty ? nil : seconds.reduce(0, +) * 1000
    }
}

/// Keeps what compilers said, by target.
private final class DiagnosticCollector: BuildObserver {
    private struct State {
        var texts: [TargetID: String] = [:]
        var failures: [Diagnostics] = []
    }

    private let state = Mutex(State())

    var failures: [Diagnostics] { state.withLock { $0.failures } }

    func text(of target: TargetID) -> String { state.withLock { $0.texts[target] ?? "" } }

    func diagnosed(_ diagnostics: Diagnostics) {
        state.withLock { state in
            if diagnostics.isFailure { state.failures.append(diagnostics) }
            if case .target(let id) = diagnostics.subject { state.texts[id, default: ""] += diagnostics.text + "\n" }
        }
    }
}

/// Observers of a measurement.
public struct ProfileObservers {
    /// Of the build that emits modules, and what is left out of the measurement.
    public var ofModules: (PlannedBuild, [LeftOut]) throws -> [any BuildObserver]
    /// Of the measurement itself: what it prints are the measured times, and no diagnostics.
    public var ofMeasuring: [any BuildObserver]

    public init(
        ofModules: @escaping (PlannedBuild, [LeftOut]) throws -> [any BuildObserver],
        ofMeasuring: [any BuildObserver] = []
    ) {
        (self.ofModules, self.ofMeasuring) = (ofModules, ofMeasuring)
    }
}

/// What was measured, and what was not.
public struct MeasuredProfile: Sendable {
    /// Holds of targets that do not compile what the compiler came to.
    public var profile: CompileProfile
    /// Of the measurement: targets that do not compile, and those that need one of them, are failures or skipped.
    public var summary: BuildSummary
    /// What compilers said of targets that do not compile, without times, and without what the observers have reported.
    public var failures: [Diagnostics]
}

extension OpenWorkspace {
    /// Measures where the type checker spends its time on these targets. A target that does not compile
    /// stops no other. Throws `BuildNotDone` if it is cancelled, and what `plan` throws.
    public func profile(_ targets: [TargetID], _ settings: BuildSettings, asking: Asking, observers: ProfileObservers)
        throws -> MeasuredProfile
    {
        try Profiling(workspace: self, settings: settings, asking: asking, observers: observers).profile(targets)
    }
}
