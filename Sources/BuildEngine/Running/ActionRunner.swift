import ArtifactCache
import BuildPlanning
import Digests
import Disk
import InterfaceDigests
import Subprocesses
import Toolchains

/// Runs one action from its description to its published result, on the calling thread.
struct ActionRunner: Sendable {
    let root: AbsolutePath
    let toolchain: Toolchain
    let files: any FileSystem
    let digests: FileDigests
    let readable: ReadableFiles
    let cache: TieredCache
    let commands: any CommandRunner
    let digester: any ModuleDigester
    let typeNames: TypeNames
    let clock: FileClock
    let moduleCaches: ModuleCacheRepair
    let memory: DecisionMemory
    let fingerprints: FingerprintMemory
    let bundles: BundlePlacement
    let bases: Bases
    /// Nil where whole interfaces count.
    let usedResults: UsedResults?
    let environment: [String: String]
    /// Nil where all runs here.
    let away: Away?
    /// In seconds, for each program that an action starts here; nil: none.
    let timeLimit: Double?
    private(set) var cancellation: Cancellation

    /// The same, for runs that stop at another request.
    func stopped(by cancellation: Cancellation) -> ActionRunner {
        var runner = self
        runner.cancellation = cancellation
        return runner
    }

    var states: InPlaceStates {
        InPlaceStates(files: files, digests: digests, cache: cache, readable: readable)
    }

    private var workshop: Workshop {
        Workshop(
            place: WorkPlace(root: root, files: files), bundles: bundles, commands: commands, environment: environment,
            timeLimit: timeLimit, cancellation: cancellation)
    }

    /// An action that this one depends on, with what was decided of it.
    struct Need: Sendable {
        var action: Action
        var decided: Decided
    }

    /// Of each of its streams: what a tool prints beyond is left out in the middle. Macros and plugins may print
    /// anything, for as long as they like.
    static let outputLimit = 8 << 20

    func run(
        _ action: Action, _ undecided: Undecided, _ preparation: Preparation, jobs: Int, needs: [ActionID: Need]
    ) -> RunReport {
        if let report = adoptedModule(of: action, undecided, needs: needs) { return report }
        // In the instant in which a file changed it may change again, and nobody could tell.
        let moment = clock.moment(
            after: preparation.sources.keys.compactMap { files.linkStatus(readable.absolute($0)) })
        let written = (action.written + (action.inPlace?.state ?? [])).map(readable.absolute)
        digests.forgetLately(changed: written, before: moment)
        let objectsBefore = preparation.state == nil ? [:] : objectTimes(action)
        let performed: PerformedRun
        do {
            performed = try performRepairing(action, preparation, jobs: jobs, needs: needs)
        } catch {
            return RunReport(result: .failure(error), diagnostics: "", wall: 0, cpu: 0)
        }
        let outcome = performed.outcome
        var run = FinishedRun(performed, text: said(outcome, by: action))
        do throws(ActionFailure) {
            if let failure = failure(of: outcome) { throw failure }
            if let extract = action.extract { try workshop.make(extract, of: action) }
            try collectOutputs(of: action, &run)
            if let state = preparation.state {
                run.text = DiagnosticText.limited(keptDiagnostics(of: state, action, since: objectsBefore) + run.text)
            }
            if let part = preparation.part { run.text = DiagnosticText.limited(part.diagnostics + run.text) }
            collectReadings(of: action, preparation, needs, since: moment, &run)
            if let module = action.moduleOutput, let output = run.outputs.first(where: { $0.name == module }) {
                run.interface = interface(of: action, module: output.digest, undecided, needs: needs)
            }
            // It may have been stopped, and found less than there is.
            if cancellation.isRequested, action.abi != nil { throw .cancelled }
        } catch {
            return run.report(.failure(error))
        }
        return keep(run, of: action, undecided, preparation, needs: needs)
    }

    /// Tries again where clang's module cache was broken.
    private func performRepairing(
        _ action: Action, _ preparation: Preparation, jobs: Int, needs: [ActionID: Need]
    ) throws(ActionFailure) -> PerformedRun {
        func perform() throws(ActionFailure) -> PerformedRun {
            if let part = preparation.part { return PerformedRun(try compile(part, of: action, jobs: jobs)) }
            if case .tool(let run) = action.work,
                let result = performAway(run, of: action, preparation, jobs: jobs, needs: needs)
            {
                return PerformedRun(result, isElsewhere: true)
            }
            return PerformedRun(
                try self.perform(action, jobs: jobs, leavesState: preparation.leavesState, needs: needs))
        }
        var generation = moduleCaches.generation
        var performed = try perform()
        for _ in 0..<2 where moduleCaches.repaired(after: performed.outcome, of: action, since: generation) {
            generation = moduleCaches.generation
            performed = try perform()
        }
        return performed
    }

    /// Starts the action's program, or does itself what needs none.
    private func perform(
        _ action: Action, jobs: Int, leavesState: Bool, needs: [ActionID: Need]
    ) throws(ActionFailure) -> CommandResult {
        switch action.work {
        case .tool(let run):
            let words = run.arguments + action.wordsToFind(action.modulePaths(among: needs))
            return try start(run.tool, leavesState ? words : words.leavingNoState, in: action.folder, jobs: jobs)
        case .program(let program):
            return try atHome { () throws(ActionFailure) in try workshop.run(program, of: action) }
        case .builtIn(let made):
            let started = files.now
            try workshop.make(made, needs: needs)
            let seconds = Double(files.now - started) / 1e9
            return CommandResult(exit: .code(0), wall: seconds, cpu: seconds)
        // Decided by its inputs: nobody runs it.
        case .declaration: return CommandResult(exit: .code(0), wall: 0, cpu: 0)
        }
    }

    private func start(
        _ tool: Tool, _ arguments: [Argument], in folder: String, jobs: Int
    ) throws(ActionFailure) -> CommandResult {
        let command = Command(
            toolchain.path(of: tool).string,
            arguments.map {
                $0.spelled(jobs: jobs, root: root.string, temporary: Argument.temporaryFolder(in: environment))
            },
            folder: readable.absolute(folder).string, environment: environment, timeLimit: timeLimit,
            outputLimit: ActionRunner.outputLimit, holdsLock: true)
        do throws(CommandError) {
            return try atHome { () throws(CommandError) in try commands.run(command, cancellation: cancellation) }
        } catch { throw .cannotStart(tool: command.executable, code: error.code) }
    }

    /// Where actions run elsewhere too, there are more of them under way than this machine has slots.
    private func atHome<Failure: Error>(_ work: () throws(Failure) -> CommandResult) throws(Failure) -> CommandResult {
        guard let away else { return try work() }
        return try away.home.withSlots { _ throws(Failure) in try work() }
    }

    private func failure(of outcome: CommandResult) -> ActionFailure? {
        switch outcome.exit {
        case .code(0): nil
        case .code(let code): .exit(code)
        case .signal(let signal): cancellation.isRequested ? .cancelled : .signal(signal)
        case .timedOut: .timedOut(seconds: timeLimit ?? 0)
        case .cancelled: .cancelled
        }
    }

    /// What the tool said, without what is for nobody.
    private func said(_ outcome: CommandResult, by action: Action) -> String {
        var text = DiagnosticText.limited(String(decoding: outcome.output + outcome.errors, as: UTF8.self))
        if action.abi != nil { text = DiagnosticText.withoutInterfaceWarnings(text) }
        // It takes C++'s library for an unknown one, says so as an error, and goes on.
        // The compile of the same sources says what there is to say.
        if action.kind == .listTests || action.writesIndex, outcome.exit == .code(0) { text = "" }
        if action.compilesSwift { text = DiagnosticText.withoutMacrosFarewell(text) }
        if action.revealsRoot { text = DiagnosticText.relative(text, to: readable.absolute(action.folder)) }
        return text
    }

    private func interface(
        of action: Action, module: ContentDigest, _ undecided: Undecided, needs: [ActionID: Need]
    ) -> ContentDigest {
        let digesting = InterfaceDigesting(
            root: root, toolchain: toolchain, files: files, cache: cache, digester: digester)
        let own = interface(of: action, module: module, digesting, needs: needs)
        guard undecided.seesHidden else { return own }
        let whole = InterfaceDigesting.withHidden(own, module: module, of: action) { needs[$0]?.decided }
        if let abi = action.abi {
            digesting.keepParts(of: own, for: whole, module: abi.moduleName, reach: .everywhere)
        }
        return whole
    }

    private func interface(
        of action: Action, module: ContentDigest, _ digesting: InterfaceDigesting, needs: [ActionID: Need]
    ) -> ContentDigest {
        guard let abi = action.abi else { return ABIDigest(moduleBytes: module).digest }
        let seen = action.interfaces.map { ($0, (needs[$0]?.decided.sight ?? .none).interfaces) }
        return digesting.digest(
            of: action, abi, module: module, seeing: seen,
            importable: Set(needs.values.compactMap(\.action.moduleName)),
            reach: .everywhere, cancellation: cancellation
        ) { imported, question in
            typeNames.seen(
                by: action.interfaces.compactMap { needs[$0]?.decided.module }, importing: imported, question,
                cancellation)
        }
    }

    // MARK: Warnings of files that were not compiled again

    private func objectTimes(_ action: Action) -> [String: Int64] {
        var times: [String: Int64] = [:]
        for (source, object) in action.inPlace?.objects ?? [:] {
            times[source] = files.status(readable.absolute(object))?.changed
        }
        return times
    }

    /// An incremental compile says nothing of what it does not compile: what was said of that before still holds.
    private func keptDiagnostics(of state: InPlaceState, _ action: Action, since before: [String: Int64]) -> String {
        guard !state.diagnostics.isEmpty else { return "" }
        let now = objectTimes(action)
        let prefix = action.folder == "." ? "" : action.folder + "/"
        return DiagnosticText(state.diagnostics).text { message in
            guard let path = message.path else { return false }
            let source = prefix + path
            return before[source] != nil && before[source] == now[source]
        }
    }
}
