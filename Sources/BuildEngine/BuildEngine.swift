import ArtifactCache
import BuildPlanning
import Digests
import Disk
import InterfaceDigests
import Subprocesses
import Toolchains

/// Decides a plan's actions, runs those that must run, publishes their results, and places what was asked for.
public struct BuildEngine: Sendable {
    public struct Options: Sendable {
        /// How many processes may run at once.
        public var jobs: Int
        /// After a failure, go on with everything that does not need what failed.
        public var keepGoing: Bool
        /// Decide only; run nothing, place nothing.
        public var dryRun: Bool
        /// Make results that came from the cache again, and compare.
        public var verification: VerificationRequest?

        /// Dependents count the bytes of modules, as if no interface digest could be relied on.
        public var countsModuleBytes: Bool

        public init(
            jobs: Int, keepGoing: Bool = false, dryRun: Bool = false, verification: VerificationRequest? = nil,
            countsModuleBytes: Bool = false
        ) {
            (self.jobs, self.keepGoing, self.dryRun) = (max(1, jobs), keepGoing, dryRun)
            (self.verification, self.countsModuleBytes) = (verification, countsModuleBytes)
        }
    }

    private let root: AbsolutePath
    private let toolchain: Toolchain
    private let files: any FileSystem
    private let workspaceDigests: FileDigests
    private let machineDigests: FileDigests
    private let cache: TieredCache
    private let commands: any CommandRunner
    private let digester: any ModuleDigester
    private let environment: [String: String]
    private let options: Options

    /// `environment`: the few variables that tools get; none of them may change what compilers make, for no key holds them. `digester`: nil for the
    /// one that asks this toolchain.
    public init(
        root: AbsolutePath, toolchain: Toolchain, files: any FileSystem, workspaceDigests: FileDigests,
        machineDigests: FileDigests, cache: TieredCache, commands: any CommandRunner, environment: [String: String],
        options: Options, digester: (any ModuleDigester)? = nil
    ) {
        (self.root, self.toolchain, self.files) = (root, toolchain, files)
        (self.workspaceDigests, self.machineDigests, self.cache) = (workspaceDigests, machineDigests, cache)
        (self.commands, self.environment, self.options) = (commands, environment, options)
        self.digester = digester ?? ABIDigester(toolchain: toolchain, files: files, commands: commands, environment: environment)
    }

    /// What each action of a plan is keyed by now. Runs nothing, and writes nothing.
    public func inspect(_ graph: ActionGraph, layout: BuildLayout) -> [ActionID: InspectedAction] {
        let state = root / "\(BuildLayout.folder)/state"
        let decider = self.decider(
            ReadableFiles(root: root, files: files, workspace: workspaceDigests, machine: machineDigests),
            DecisionMemory(files: files, path: state / "decisions-\(layout.configuration)", cache: cache),
            FingerprintMemory(files: files, folder: state / "fingerprints-\(layout.configuration)"),
            HiddenImports(files: files, path: state / "hidden-imports-\(layout.configuration)"))
        return Inspection(decider: decider, cache: cache).inspect(graph)
    }

    /// Builds, and returns when everything that could be done is done. Blocks the calling thread; observers are called on another.
    ///
    /// Where a blob that the cache promised turns out to be lost, the entry is dropped and the plan decided anew: each time at least
    /// one promise fewer, so it ends.
    public func build(
        _ plan: BuildPlan, layout: BuildLayout, observers: [any BuildObserver], cancellation: Cancellation
    ) -> BuildSummary {
        let state = root / "\(BuildLayout.folder)/state"
        let memory = DecisionMemory(files: files, path: state / "decisions-\(layout.configuration)", cache: cache)
        let fingerprints = FingerprintMemory(files: files, folder: state / "fingerprints-\(layout.configuration)")
        let hiddenImports = HiddenImports(files: files, path: state / "hidden-imports-\(layout.configuration)")
        let clock = BuildClock()
        for observer in observers {
            observer.buildStarted(
                BuildStart(
                    configuration: layout.configuration, actions: plan.graph.order.map { plan.graph[$0] },
                    jobs: options.jobs))
        }
        var attempt = 0
        while true {
            attempt += 1
            let readable = ReadableFiles(root: root, files: files, workspace: workspaceDigests, machine: machineDigests)
            let moduleCache = ModuleCacheGuard(
                files: files, readable: readable, memory: memory, cache: root / layout.moduleCache, toolchain: toolchain.identity)
            if !options.dryRun { moduleCache.check(plan.graph) }
            let bundles = BundlePlacement(files: files, readable: readable, digests: workspaceDigests)
            let decider = self.decider(readable, memory, fingerprints, hiddenImports)
            let run = BuildRun(
                graph: plan.graph, options: options,
                costs: ExpectedCosts(
                    lastTime: { memory.entry(for: $0)?.result.wall }, size: { [files, root] in files.status(root / $0)?.size }),
                decider: decider,
                runner: ActionRunner(
                    root: root, toolchain: toolchain, files: files, digests: workspaceDigests, readable: readable,
                    cache: cache, commands: commands, digester: digester, memory: memory, fingerprints: fingerprints,
                    bundles: bundles, environment: environment, cancellation: cancellation),
                observers: observers, cancellation: cancellation, clock: clock)
            var (summary, decided, lost) = run.wait()
            // A module may have been made of what was there in between.
            if summary.unpublished.contains(where: { if case .changedMeanwhile = $0 { true } else { false } }) { moduleCache.forget() }
            // Whoever goes on after a failure has what did not need it.
            let places = !options.dryRun && (summary.succeeded || options.keepGoing && !summary.wasCancelled)
            // Before products: what a plugin's command made is placed in a bundle's folder.
            if lost == nil, places {
                for bundle in plan.bundles {
                    do throws(FileError) {
                        try bundles.place(bundle)
                    } catch {
                        summary.placementFailures.append(.unwritable(path: error.path.string, code: error.code))
                    }
                }
            }
            if lost == nil, places {
                lost = ProductPlacement(plan: plan, files: files, readable: readable, digests: workspaceDigests, cache: cache)
                    .place(decided, &summary)
            }
            if let lost, attempt < 20, !cancellation.isRequested {
                cache.evict(key: lost.key.digest)
                memory.forget(lost.owner)
                continue
            }
            if let lost {
                // Whatever takes the files away is still at it.
                let action = plan.graph[lost.owner]
                summary.failures.append(.init(action: action, failure: .missingOutput(action.outputs.first?.path ?? action.id.name)))
            }
            if let request = options.verification, summary.succeeded, !options.dryRun {
                summary.verification = VerificationRun(
                    verifier: ResultVerifier(
                        toolchain: toolchain, files: files, decider: decider, cache: cache, commands: commands, digester: digester,
                        environment: environment, cancellation: cancellation),
                    folder: root / "\(BuildLayout.folder)/verify",
                    states: InPlaceStates(files: files, digests: workspaceDigests, cache: cache, readable: readable),
                    jobs: options.jobs, observers: observers, clock: clock
                ).verify(request, graph: plan.graph, decided: decided)
                if cancellation.isRequested { summary.wasCancelled = true }
            }
            if !plan.tests.isEmpty { summary.sharedLibraries = sharedLibraries(of: plan, decided, memory) }
            memory.save()
            hiddenImports.save()
            try? workspaceDigests.save()
            try? machineDigests.save()
            summary.wall = clock.now
            summary.cacheProblems = cache.problems
            for observer in observers { observer.buildFinished(summary) }
            return summary
        }
    }

    /// What was read under the key that each link has now is remembered with its decision: nothing is looked up.
    private func sharedLibraries(of plan: BuildPlan, _ decided: [ActionID: Decided], _ memory: DecisionMemory) -> [ActionID: [String]] {
        var found: [ActionID: [String]] = [:]
        for id in plan.placements.map(\.action) where found[id] == nil && plan.graph[id].kind == .link {
            guard let entry = memory.entry(for: id), entry.key == decided[id]?.key else { continue }
            found[id] = (plan.graph[id].sources + entry.names).filter(SearchedLibraries.isShared)
        }
        return found
    }

    private func decider(
        _ readable: ReadableFiles, _ memory: DecisionMemory, _ fingerprints: FingerprintMemory, _ hiddenImports: HiddenImports
    ) -> Decider {
        Decider(
            toolchain: toolchain, readable: readable,
            linkers: NamedLinkers(files: files, searchPath: environment["PATH"], readable: readable), cache: cache, memory: memory,
            fingerprints: fingerprints, hiddenImports: hiddenImports, countsModuleBytes: options.countsModuleBytes)
    }
}
