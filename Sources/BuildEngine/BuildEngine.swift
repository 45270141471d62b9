import ArtifactCache
import BuildPlanning
import Digests
import Disk
import InterfaceDigests
import Parallelism
import Subprocesses
import Toolchains

/// Decides a plan's actions, runs those that must run, publishes their results, and places what was asked for.
public struct BuildEngine: Sendable {
    private let root: AbsolutePath
    private let toolchain: Toolchain
    private let files: any FileSystem
    private let workspaceDigests: FileDigests
    private let machineDigests: FileDigests
    private let cache: TieredCache
    private let commands: any CommandRunner
    private let digester: any ModuleDigester
    private let requirements: ToolchainRequirements
    private let environment: [String: String]
    private let options: Options
    private let deciding: DecidingFiles?
    private let glances: SourceGlances

    /// `environment`: the few variables that tools get; none of them may change what compilers make, for no key holds
    /// them. `digester`: nil for the one that asks this toolchain. `deciding`: the same files and digests, for those
    /// looks upon which something is decided; with them, the summary tells what the next build would. `glances`: what
    /// the caller read of the sources already.
    public init(
        root: AbsolutePath, toolchain: Toolchain, files: any FileSystem, workspaceDigests: FileDigests,
        machineDigests: FileDigests, cache: TieredCache, commands: any CommandRunner, environment: [String: String],
        options: Options, digester: (any ModuleDigester)? = nil, deciding: DecidingFiles? = nil,
        glances: SourceGlances = SourceGlances()
    ) {
        (self.root, self.toolchain, self.files) = (root, toolchain, files)
        (self.workspaceDigests, self.machineDigests, self.cache) = (workspaceDigests, machineDigests, cache)
        (self.commands, self.environment, self.options) = (commands, environment, options)
        (self.deciding, self.glances) = (deciding, glances)
        requirements = ToolchainRequirements(of: toolchain, files: files, cache: cache)
        self.digester =
            digester ?? ABIDigester(toolchain: toolchain, files: files, commands: commands, environment: environment)
    }

    /// What each action of a plan is keyed by now. Runs nothing, and writes nothing.
    public func inspect(
        _ graph: ActionGraph, layout: BuildLayout, looksForUse: Bool = false
    ) -> [ActionID: InspectedAction] {
        let decider = self.decider(
            ReadableFiles(root: root, files: files, workspace: workspaceDigests, machine: machineDigests),
            memories(of: layout))
        return Inspection(decider: decider, cache: cache, looksForUse: looksForUse).inspect(graph)
    }

    /// Builds, and returns when everything that could be done is done. Blocks the calling thread; observers are called
    /// on another.
    ///
    /// Where blobs that the cache promised turn out to be lost, their results are refuted and the plan is decided anew.
    /// Each pass refutes a result that no pass before it did, and an action that ran leaves its outputs in the
    /// workspace, where nothing is lost: so it ends.
    ///
    /// `part`: `plan` is a part of a whole one, of which all else was built before. A larger part, in the end the
    /// whole, is built where anything outside of the part could come out otherwise.
    ///
    /// `noting` is called on the calling thread while the memories of this build are written.
    public func build(
        _ plan: BuildPlan, layout: BuildLayout, observers: [any BuildObserver], cancellation: Cancellation,
        part: PartOfBuild? = nil, noting: (BuildSummary) -> Void = { _ in }
    ) -> BuildSummary {
        let memories = self.memories(of: layout, ofPart: part != nil), clock = BuildClock()
        let end = passes(over: plan, part, layout, memories, observers, cancellation, clock)
        var summary = summary(of: end, layout, memories, observers, cancellation, clock)
        // With ten thousand targets, decisions have 10 MB, and digests of files 18 MB.
        let saving = Background {
            memories.decisions.save()
            memories.fingerprints.save()
            try? workspaceDigests.save()
            try? machineDigests.save()
        }
        defer { saving.wait() }
        if summary.ran > 0, !options.dryRun {
            let mark = root / "\(BuildLayout.folder)/state/used-\(layout.configuration)"
            DailyUse(files: files, cache: cache, mark: mark).note(memories.decisions)
        }
        memories.hiddenImports.save()
        summary.addTransfers(of: cache, waiting: !options.leavesSending, observers, cancellation)
        summary.wall = clock.now
        for observer in observers { observer.buildFinished(summary) }
        note(end, memories, in: &summary)
        noting(summary)
        return summary
    }

    /// How a build ended: the last pass, over the whole plan or the part of it that was enough.
    private struct End {
        var pass: Pass
        var missing: [BuildSummary.Failure]
        var plan: BuildPlan
        var part: PartOfBuild?
    }

    private func passes(
        over plan: BuildPlan, _ part: PartOfBuild?, _ layout: BuildLayout, _ memories: Memories,
        _ observers: [any BuildObserver], _ cancellation: Cancellation, _ clock: BuildClock
    ) -> End {
        var plan = plan, part = part
        start(plan, layout, observers)
        var account = BuildAccount(observers: observers, clock: clock)
        var refuted: Set<ActionKey> = [], missing: [BuildSummary.Failure] = []
        while true {
            var pass = pass(over: plan, part, layout: layout, memories, account, cancellation, clock)
            account = pass.account
            let new = pass.lost.filter { refuted.insert($0.key).inserted }
            for blob in new {
                cache.refute(key: blob.key.digest)
                memories.decisions.forget(blob.owner)
            }
            if !new.isEmpty, !cancellation.isRequested { continue }
            // Whatever takes the files away is still at it.
            if !cancellation.isRequested {
                missing = pass.lost.map { blob in
                    let action = plan.graph[blob.owner]
                    return .init(action: action, failure: .missingOutput(action.outputs.first?.path ?? action.id.name))
                }
            }
            guard pass.isTooSmall else { return End(pass: pass, missing: missing, plan: plan, part: part) }
            guard let larger = part?.larger() else {
                pass.placementFailures.append(.missingOutput("the plan of the whole build"))
                return End(pass: pass, missing: missing, plan: plan)
            }
            (plan, part) = (larger.plan, larger.part)
            start(plan, layout, observers)
        }
    }

    private func start(_ plan: BuildPlan, _ layout: BuildLayout, _ observers: [any BuildObserver]) {
        for observer in observers {
            observer.buildStarted(
                BuildStart(
                    configuration: layout.configuration, actions: plan.graph.order.map { plan.graph[$0] },
                    jobs: options.jobs, arguments: { [graph = plan.graph] in graph.arguments(of: $0) }))
        }
    }

    /// What a build remembers of the ones before it in the same workspace.
    private struct Memories {
        var decisions: DecisionMemory
        var fingerprints: FingerprintMemory
        var hiddenImports: HiddenImports
    }

    private func memories(of layout: BuildLayout, ofPart: Bool = false) -> Memories {
        let state = root / "\(BuildLayout.folder)/state"
        return Memories(
            decisions: DecisionMemory(
                files: files, path: state / "\(DecisionMemory.namePrefix)\(layout.configuration)", cache: cache),
            fingerprints: FingerprintMemory(files: files, folder: state / "fingerprints-\(layout.configuration)"),
            hiddenImports: HiddenImports(
                files: files, path: state / "hidden-imports-\(layout.configuration)", glances: glances,
                ofPart: ofPart))
    }

    /// What one pass over the plan came to.
    private struct Pass {
        var account: BuildAccount
        var decided: [ActionID: Decided]
        var lost: [LostBlob], isTooSmall: Bool
        var placed: [BuildPlan.Placement] = []
        var placementFailures: [ActionFailure] = []
        var decider: Decider
        var readable: ReadableFiles
    }

    /// Decides, runs what must run, and places what was asked for.
    private func pass(
        over plan: BuildPlan, _ part: PartOfBuild?, layout: BuildLayout, _ memories: Memories,
        _ account: BuildAccount, _ cancellation: Cancellation, _ clock: BuildClock
    ) -> Pass {
        let memory = memories.decisions
        let readable = readableFiles()
        let moduleCache = ModuleCacheGuard(
            files: files, readable: readable, memory: memory, cache: root / layout.moduleCache, toolchain: toolchain,
            clock: fileClock)
        let checked = options.dryRun ? nil : moduleCache.check(plan.graph)
        let bundles = BundlePlacement(files: files, readable: readable, digests: workspaceDigests)
        let decider = self.decider(readable, memories)
        let costs = ExpectedCosts(
            lastTime: { memory.entry(for: $0)?.result.wall },
            size: { [files, root] in files.status(root / $0)?.size })
        let away = options.elsewhere.map { Away($0, jobs: options.jobs, costs: costs) }
        let used = options.precision == .usedParts ? decider.usedKeys : nil
        let runner = runner(layout, readable, memories, bundles, away, used, cancellation)
        let run = BuildRun(
            graph: plan.graph, options: options, costs: costs, decider: decider, runner: runner, account: account,
            cancellation: cancellation, clock: clock
        ).wait()
        var account = run.account
        if let away { account.addElsewhere(away.account.counts.withLock { $0 }) }
        let summary = run.account.summary
        var pass = Pass(
            account: account, decided: run.decided, lost: run.lost,
            isTooSmall: part?.isTooSmall(plan, run.decided, summary) ?? false, decider: decider, readable: readable)
        // A module may have been made of what was there in between.
        let wasChanged = summary.unpublished.contains {
            switch $0 {
            case .changedMeanwhile, .clockWasSet: true
            default: false
            }
        }
        if let checked, !wasChanged {
            moduleCache.keep(checked, plan.graph, didRun: summary.ran > 0 || !summary.succeeded)
        }
        // After a failure, `--keep-going` places what did not need it. Beside a part, the rest may still fail.
        let isUseful = !pass.isTooSmall && (summary.succeeded || options.keepGoing && !summary.wasCancelled)
        if pass.lost.isEmpty, !options.dryRun, isUseful {
            place(plan, layout, bundles, &pass)
            layOut(plan, runner, &pass)
        }
        return pass
    }

    /// Puts in place what the plan has for somebody else to read, or to run.
    private func layOut(_ plan: BuildPlan, _ runner: ActionRunner, _ pass: inout Pass) {
        for (action, isLaidOut) in plan.laidOut.map({ ($0, true) }) + plan.restored.map({ ($0, false) }) {
            var needs: [ActionID: ActionRunner.Need] = [:]
            let seen = plan.graph.modules(seenBy: action), ids = Set(action.dependencies + seen)
            for id in ids { needs[id] = pass.decided[id].map { .init(action: plan.graph[id], decided: $0) } }
            do throws(ActionRunner.Obstruction) {
                if isLaidOut {
                    try runner.layOut(action, needs: needs, seen: seen.map { plan.graph[$0] })
                } else if needs.count == ids.count {
                    try runner.restore(action, needs: needs, known: known(action, pass))
                }
            } catch {
                switch error {
                case .lost(let blob): pass.lost.append(blob)
                case .failure(let failure): pass.placementFailures.append(failure)
                }
            }
        }
    }

    /// What the cache has of an action that is not in the plan, and all of whose dependencies are decided.
    private func known(_ action: Action, _ pass: Pass) -> Decided? {
        if let decided = pass.decided[action.id] { return decided }
        let needs = action.dependencies.reduce(into: [:]) { $0[$1] = pass.decided[$1] }
        guard case .decided(let known) = pass.decider.decide(action, needs: needs) else { return nil }
        return known
    }

    private func typeNames(_ layout: BuildLayout) -> TypeNames {
        let extraction = TypeExtraction(
            toolchain: toolchain, files: files, commands: commands, environment: environment)
        return TypeNames(
            cache: cache, toolchain: requirements,
            compiled: CompiledTypes(
                root: root, layout: layout, toolchain: toolchain, files: files, cache: cache, extraction: extraction,
                memory: options.machine.map { TypeMemory(files: files, folder: $0, headers: toolchain.headers.c) }))
    }

    private func runner(
        _ layout: BuildLayout, _ readable: ReadableFiles, _ memories: Memories, _ bundles: BundlePlacement,
        _ away: Away?, _ used: UsedKeys?, _ cancellation: Cancellation
    ) -> ActionRunner {
        ActionRunner(
            root: root, toolchain: toolchain, files: files, digests: workspaceDigests, readable: readable,
            cache: cache, commands: commands, digester: digester,
            typeNames: typeNames(layout),
            clock: fileClock,
            moduleCaches: ModuleCacheRepair(files: files, root: root), memory: memories.decisions,
            fingerprints: memories.fingerprints, bundles: bundles,
            bases: Bases(
                files: files, readable: readable, cache: cache, memory: memories.decisions,
                rows: SurfaceRows(files: files), toolchain: toolchain),
            usedResults: used.map { UsedResults(keys: $0, lookUps: LookUps(cache: cache)) },
            environment: environment, away: away, timeLimit: options.timeLimit, cancellation: cancellation)
    }

    private var fileClock: FileClock {
        FileClock(files: files, probe: root / "\(BuildLayout.folder)/state/clock")
    }

    /// Puts what was asked for where people find it.
    private func place(_ plan: BuildPlan, _ layout: BuildLayout, _ bundles: BundlePlacement, _ pass: inout Pass) {
        let name = layout.products.split(separator: "/").dropFirst().joined(separator: "+")
        // The list and what lies there may be a checkout's, with links that lead elsewhere.
        let gone = GoneProducts(
            files: files.confined(to: root / BuildLayout.folder), root: root,
            record: root / "\(BuildLayout.folder)/state/placed-\(name)")
        pass.placementFailures += gone.remove(beforePlacing: plan).map {
            .unwritable(path: $0.path.string, code: $0.code)
        }
        // Before products: what a plugin's command made is placed in a bundle's folder.
        for bundle in plan.bundles {
            do throws(FileError) {
                try bundles.place(bundle)
            } catch {
                pass.placementFailures.append(.unwritable(path: error.path.string, code: error.code))
            }
        }
        let products = ProductPlacement(
            plan: plan, files: files, readable: pass.readable, digests: workspaceDigests, cache: cache
        ).place(pass.decided)
        (pass.placed, pass.lost) = (products.placed, products.lost)
        pass.placementFailures += products.failures
    }

    private func summary(
        of end: End, _ layout: BuildLayout, _ memories: Memories, _ observers: [any BuildObserver],
        _ cancellation: Cancellation, _ clock: BuildClock
    ) -> BuildSummary {
        let pass = end.pass
        var summary = pass.account.summary
        end.part?.addRest(beside: end.plan, to: &summary)
        summary.failures += end.missing
        (summary.placed, summary.placementFailures) = (pass.placed, pass.placementFailures)
        if let request = options.verification, summary.succeeded, !options.dryRun {
            summary.verification = VerificationRun(
                verifier: ResultVerifier(
                    toolchain: toolchain, files: files, decider: pass.decider, cache: cache, commands: commands,
                    digester: digester, typeNames: typeNames(layout),
                    environment: environment, cancellation: cancellation),
                folder: root / "\(BuildLayout.folder)/verify",
                states: InPlaceStates(files: files, digests: workspaceDigests, cache: cache, readable: pass.readable),
                jobs: options.jobs, observers: observers, clock: clock
            ).verify(request, graph: end.plan.graph, decided: pass.decided)
            if cancellation.isRequested { summary.wasCancelled = true }
        }
        return summary
    }

    /// Adds what the next build goes by.
    private func note(_ end: End, _ memories: Memories, in summary: inout BuildSummary) {
        guard let next = nextBuild(end.plan, after: summary, end.pass, memories) else { return }
        let decided = end.pass.decided
        let found = memories.decisions.namesInWorkspace(of: end.part.map { _ in end.plan.graph.order })
        guard let part = end.part else {
            (summary.next, summary.outline) = (next, BuildOutline(of: end.plan, decided, found: found))
            return
        }
        guard let (next, outline) = part.whole(with: next, end.plan, decided, found: found) else { return }
        (summary.next, summary.outline) = (next, outline)
    }

    /// What a build would tell that finds all as this one left it.
    private func nextBuild(
        _ plan: BuildPlan, after summary: BuildSummary, _ pass: Pass, _ memories: Memories
    ) -> NothingToDo? {
        guard let deciding, summary.isWholeAndKept, !options.dryRun, options.verification == nil else { return nil }
        let readable = readableFiles()
        return NextBuild(
            plan: plan, decider: decider(readable, memories),
            bundles: BundlePlacement(files: deciding.files, readable: readable, digests: deciding.workspace),
            products: ProductPlacement(
                plan: plan, files: deciding.files, readable: readable, digests: deciding.workspace, cache: cache)
        ).nothingToDo(after: pass.decided)
    }

    private func readableFiles() -> ReadableFiles {
        ReadableFiles(
            root: root, files: deciding?.files ?? files, workspace: deciding?.workspace ?? workspaceDigests,
            machine: deciding?.machine ?? machineDigests)
    }

    private func decider(_ readable: ReadableFiles, _ memories: Memories) -> Decider {
        Decider(
            toolchain: toolchain, readable: readable,
            linkers: NamedLinkers(files: deciding?.files ?? files, searchPath: environment["PATH"], readable: readable),
            cache: cache,
            memory: memories.decisions,
            fingerprints: memories.fingerprints, hiddenImports: memories.hiddenImports,
            usedKeys: UsedKeys(files: files, root: root, cache: cache, requirements: requirements),
            temporaryFolder: Argument.temporaryFolder(in: environment), precision: options.precision)
    }
}
