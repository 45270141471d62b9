import ArtifactCache
import BuildPlanning
import Digests
import Disk
import InterfaceDigests
import Subprocesses
import Toolchains

/// What came of running an action.
struct RunReport: Sendable {
    var result: Result<Decided, ActionFailure>
    var diagnostics: String
    var wall: Double
    var cpu: Double
    var unpublished: Unpublished?
}

/// A run that is over, and when it was under way.
struct EndedRun: Sendable {
    var undecided: Undecided
    var report: RunReport
    var slots: [Int]
    /// Nanoseconds since the build started.
    var started, ended: UInt64

    /// What the run made, where that is what the verdict says of its action, or asks for.
    func result(for verdict: Verdict) -> Decided? {
        guard case .success(let made) = report.result else { return nil }
        return switch verdict {
        case .decided(let result): result.key == made.key ? made : nil
        // It was not published, and another run would make the same.
        case .undecided(let missing): report.unpublished != nil && missing.declared == undecided.declared ? made : nil
        case .failed: nil
        }
    }
}

/// A blob that the cache said it had is not there: what was decided by it must be decided anew.
struct LostBlob: Error {
    var owner: ActionID
    var key: ActionKey
}

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
    let clock: FileClock
    let moduleCaches: ModuleCacheRepair
    let memory: DecisionMemory
    let fingerprints: FingerprintMemory
    let bundles: BundlePlacement
    let environment: [String: String]
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

    /// What an action will build upon: decided just before it runs, because it says how long it will take.
    struct Preparation: Sendable {
        var state: InPlaceState?
        var sources: [String: ContentDigest]
        var isIncremental: Bool { state != nil }
    }

    /// An action that this one depends on, with what was decided of it.
    struct Need: Sendable {
        var action: Action
        var decided: Decided
    }

    enum Obstruction: Error {
        case lost(LostBlob)
        case failure(ActionFailure)
    }

    /// Puts everything in place that the action reads, and clears what it writes.
    func prepare(
        _ action: Action, _ undecided: Undecided, needs: [ActionID: Need]
    ) throws(Obstruction) -> Preparation {
        if let path = outputElsewhere(of: action) { throw .failure(.outputElsewhere(path)) }
        do {
            for file in action.generated { try write(file) }
            for id in action.interfaces {
                guard let need = needs[id] else { continue }
                for file in need.action.generated where need.action.isDeclaration { try write(file) }
                // Of an action that writes module and objects at once, compiles read the module alone.
                for output in need.action.outputs where output.name == need.action.moduleOutput { try place(output, of: need) }
            }
            for id in action.consumed {
                guard let need = needs[id] else { continue }
                for output in need.action.outputs { try place(output, of: need) }
            }
            for source in action.wiring?.sources ?? [] {
                guard let need = needs[source.action] else { continue }
                for output in need.action.outputs where output.name == source.output { try place(output, of: need) }
            }
            var sources: [String: ContentDigest] = [:]
            for component in undecided.fingerprint.components where component.name.hasPrefix("source ") {
                sources[String(component.name.dropFirst(7))] = ContentDigest(component.value)
            }
            readable.lookAhead(at: action.searchable, for: action.subject)
            let state = states.prepare(action, undecided.fingerprint, sources: sources)
            if state == nil {
                if action.inPlace != nil {
                    try states.clear(action)
                } else {
                    for path in action.written { try files.remove(readable.absolute(path)) }
                }
            }
            for path in action.written + (action.inPlace?.state ?? []) {
                try files.makeFolder(readable.absolute(path).parent)
            }
            return Preparation(state: state, sources: sources)
        } catch let error as LostBlob {
            throw .lost(error)
        } catch let error as FileError {
            throw .failure(.unwritable(path: error.path.string, code: error.code))
        } catch {
            // Nothing above throws anything else.
            throw .failure(.unwritable(path: "\(error)", code: 0))
        }
    }

    func run(
        _ action: Action, _ undecided: Undecided, _ preparation: Preparation, jobs: Int, needs: [ActionID: Need]
    ) -> RunReport {
        // In the instant in which a file changed it may change again, and nobody could tell.
        let moment = clock.moment(after: preparation.sources.keys.compactMap { files.linkStatus(readable.absolute($0)) })
        let objectsBefore = preparation.state == nil ? [:] : objectTimes(action)
        var outcome: CommandResult
        do {
            var generation = moduleCaches.generation
            outcome = try perform(action, jobs: jobs, needs: needs)
            for _ in 0..<2 where moduleCaches.repaired(after: outcome, of: action, since: generation) {
                generation = moduleCaches.generation
                outcome = try perform(action, jobs: jobs, needs: needs)
            }
        } catch {
            return RunReport(result: .failure(error), diagnostics: "", wall: 0, cpu: 0)
        }
        var text = DiagnosticText.limited(String(decoding: outcome.output + outcome.errors, as: UTF8.self))
        if action.abi != nil { text = DiagnosticText.withoutInterfaceWarnings(text) }
        // It takes C++'s library for an unknown one, says so as an error, and goes on.
        if action.kind == .listTests, outcome.exit == .code(0) { text = "" }
        if action.compilesSwift { text = DiagnosticText.withoutMacrosFarewell(text) }
        func report(_ result: Result<Decided, ActionFailure>, _ unpublished: Unpublished? = nil) -> RunReport {
            RunReport(
                result: result, diagnostics: text, wall: outcome.wall, cpu: outcome.cpu, unpublished: unpublished)
        }
        switch outcome.exit {
        case .code(0): break
        case .code(let code): return report(.failure(.exit(code)))
        case .signal(let signal): return report(.failure(cancellation.isRequested ? .cancelled : .signal(signal)))
        case .timedOut: return report(.failure(.timedOut(seconds: 0)))
        case .cancelled: return report(.failure(.cancelled))
        }

        if let listing = action.testListing, (try? listing.writeRunner(of: action, files, at: readable.absolute)) != true {
            return report(.failure(.missingOutput(listing.symbolGraph)))
        }
        if let listing = action.provisions, (try? listing.write(of: action, files, at: readable.absolute)) != true {
            return report(.failure(.missingOutput(listing.symbolGraph)))
        }
        var outputs: [ActionResult.Output] = [], folders: [String: [UInt8]] = [:]
        for output in action.outputs {
            if action.kind == .generate, let content = try? FileTree.encoded(readable.absolute(output.path), files: files) {
                folders[output.name] = content
                outputs.append(.init(name: output.name, digest: ContentDigest(of: content), isFolder: true))
                continue
            }
            // A tool may succeed and leave nothing, or an empty file when the disk was full. Code for embedded systems asks for no library.
            guard let status = files.status(readable.absolute(output.path)), status.kind == .file,
                status.size > 0 || action.kind == .autolink || action.kind == .generate,
                let digest = try? digest(of: output, action)
            else { return report(.failure(.missingOutput(output.path))) }
            // The tool has ended, and this is its file: nobody else writes to it.
            digests.record(readable.absolute(output.path), digest)
            // What a plugin's command makes may be a program: no plan knows.
            let isExecutable = action.kind == .generate ? status.isExecutable : output.isExecutable
            outputs.append(.init(name: output.name, digest: digest, isExecutable: isExecutable))
        }
        if let state = preparation.state {
            text = DiagnosticText.limited(keptDiagnostics(of: state, action, since: objectsBefore) + text)
        }

        let reads = discoveredReads(of: action, needs: needs)
        var unpublished: Unpublished?
        var readings = Readings(files: [])
        switch reads {
        case .failure(let reason): unpublished = reason
        case .success(let names):
            switch self.readings(of: action, preparation.sources, names, needs, since: moment) {
            case .success(let found): (readings, unpublished) = (found, unkept(of: action))
            case .failure(let reason): unpublished = reason
            }
            if action.program != nil, namesRoot(action) {
                readings = Readings(files: [.init(path: OpenRoot.mark, digest: readable.current(OpenRoot.mark))] + readings.files)
            }
        }
        let interface = action.moduleOutput.flatMap { module in
            outputs.first { $0.name == module }.map { self.interface(of: action, module: $0.digest, needs: needs) }
        }
        // It may have been stopped, and found less than there is.
        if cancellation.isRequested, action.abi != nil { return report(.failure(.cancelled)) }
        var result = ActionResult(
            outputs: outputs, interface: interface, wall: Int64(outcome.wall * 1000), cpu: Int64(outcome.cpu * 1000))
        guard unpublished == nil else {
            // Whatever it read, its outputs are what they are, and this build goes on with them; only under no key may they be kept,
            // and no later compile may build upon them.
            memory.forget(action.id)
            if action.inPlace != nil { states.forget(action) }
            return report(
                .success(Decided(key: undecided.declared, result: result, source: .run)), unpublished)
        }
        let reach: TieredCache.Reach = preparation.isIncremental ? .local : .everywhere
        var names = readings.files.map(\.path)
        var key = undecided.declared.reading(readings)
        do {
            if !text.isEmpty { result.diagnostics = try cache.store(Array(text.utf8), reach: reach) }
            for (output, place) in zip(outputs, action.outputs) {
                if let content = folders[output.name] {
                    try cache.store(content, reach: reach)
                } else {
                    try cache.store(file: readable.absolute(place.path), digest: output.digest, reach: reach)
                }
            }
            names = try cache.publishInputNames(names, for: undecided.declared.digest, reach: reach)
            // As the run read them: what was edited since then has another key. Others' names it did not read.
            let asRead = Dictionary(readings.files.map { ($0.path, $0.digest) }) { first, _ in first }
            key = undecided.declared.reading(Readings(files: names.map { Readings.File(path: $0, digest: asRead[$0] ?? readable.current($0)) }))
            try cache.publish(result, for: key.digest, reach: reach)
            memory.record(.init(declared: undecided.declared, names: names, key: key, result: result), for: action.id)
        } catch {
            unpublished = .cacheUnwritable
            memory.forget(action.id)
        }
        fingerprints.record(undecided.fingerprint.reading(readings), for: action.id)
        recordInPlace(action, undecided, preparation, readings, outputs, text)
        return report(.success(Decided(key: key, result: result, source: .run)), unpublished)
    }

    /// Starts the action's program, or does itself what needs none.
    private func perform(_ action: Action, jobs: Int, needs: [ActionID: Need]) throws(ActionFailure) -> CommandResult {
        if let program = action.program {
            return try program.run(action, files, commands, cancellation, bundles, root: root, at: readable.absolute, environment: environment)
        }
        if action.tool == nil {
            let started = files.now
            try action.wiring?.write(of: action, needs: needs, files, at: readable.absolute)
            try action.embedding?.write(of: action, files, at: readable.absolute)
            let seconds = Double(files.now - started) / 1e9
            return CommandResult(exit: .code(0), wall: seconds, cpu: seconds)
        }
        let command = Command(
            toolchain.path(of: action.tool!).string,
            action.arguments.map { $0.spelled(jobs: jobs, root: root.string, temporary: Argument.temporaryFolder(in: environment)) },
            folder: readable.absolute(action.folder).string, environment: environment, outputLimit: ActionRunner.outputLimit, holdsLock: true)
        do {
            return try commands.run(command, cancellation: cancellation)
        } catch { throw .cannotStart(tool: command.executable, code: error.code) }
    }

    /// Of each of its streams: what a tool prints beyond is left out in the middle. Macros and plugins may print anything, for as long as they like.
    static let outputLimit = 8 << 20

    /// A program is large and mostly new: it enters the store while it is read. Kept under its content alone, it is found by nobody
    /// until a result names it.
    private func digest(of output: Action.Output, _ action: Action) throws(FileError) -> ContentDigest {
        let path = readable.absolute(output.path)
        if action.kind == .link, let digest = try? cache.store(file: path) { return digest }
        return try digests.digest(path)
    }

    private func interface(of action: Action, module: ContentDigest, needs: [ActionID: Need]) -> ContentDigest {
        guard let abi = action.abi else { return ABIDigest(moduleBytes: module).digest }
        let closure = action.interfaces.map { ($0, needs[$0]?.decided.result.interface ?? ContentDigest(of: "no interface")) }
        return digesting.digest(of: action, abi, module: module, closure: closure, reach: .everywhere, cancellation: cancellation)
    }

    private var digesting: InterfaceDigesting {
        InterfaceDigesting(root: root, toolchain: toolchain, files: files, cache: cache, digester: digester)
    }

    private func recordInPlace(
        _ action: Action, _ undecided: Undecided, _ preparation: Preparation, _ readings: Readings,
        _ outputs: [ActionResult.Output], _ text: String
    ) {
        guard let inPlace = action.inPlace else { return }
        var held: [String: ContentDigest] = [:]
        for (output, place) in zip(outputs, action.outputs) { held[place.path] = output.digest }
        for path in inPlace.state {
            // The compiler's own state is kept in the cache too, so that a failed compile can be undone.
            guard let digest = try? digests.digest(readable.absolute(path)),
                (try? cache.store(file: readable.absolute(path), digest: digest, reach: .local)) != nil
            else { return }
            held[path] = digest
        }
        states.write(
            InPlaceState(
                base: InPlaceState.base(of: undecided.fingerprint), sources: preparation.sources, readings: readings,
                files: held, diagnostics: text), for: action)
    }

    private func write(_ file: Action.GeneratedFile) throws(FileError) {
        try files.writeIfChanged(Array(file.content.utf8), to: readable.absolute(file.path))
    }

    /// Makes the file hold what was decided, where it does not.
    private func place(_ output: Action.Output, of need: Need) throws {
        guard let known = need.decided.result.outputs.first(where: { $0.name == output.name }) else { return }
        let path = readable.absolute(output.path)
        if known.isFolder {
            if let content = try? FileTree.encoded(path, files: files), ContentDigest(of: content) == known.digest { return }
        } else if let found = try? digests.digest(path), found == known.digest {
            guard need.action.kind == .generate, files.status(path)?.isExecutable != known.isExecutable else { return }
            return try files.setPermissions(path, to: known.isExecutable ? 0o755 : 0o644)
        }
        do {
            try cache.materialise(known, at: path)
        } catch {
            switch error {
            case .miss: throw LostBlob(owner: need.action.id, key: need.decided.key)
            case .file(let error): throw error
            }
        }
        if !known.isFolder { digests.record(path, known.digest) }
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
