import ArtifactCache
import BuildPlanning
import Digests
import Disk

/// What becomes of what a tool left behind.
extension ActionRunner {
    func collectOutputs(of action: Action, _ run: inout FinishedRun) throws(ActionFailure) {
        for output in action.outputs {
            if action.isCommand, let content = try? FileTree.encoded(readable.absolute(output.path), files: files) {
                run.folders[output.name] = content
                run.outputs.append(.init(name: output.name, digest: ContentDigest(of: content), isFolder: true))
                continue
            }
            // A tool may succeed and leave nothing, or an empty file when the disk was full. Code for embedded systems
            // asks for no library.
            guard let status = files.status(readable.absolute(output.path)), status.kind == .file,
                status.size > 0 || action.kind == .autolink || action.isCommand,
                let digest = try? digest(of: output, action)
            else { throw .missingOutput(output.path) }
            // The tool has ended, and this is its file: nobody else writes to it.
            digests.record(readable.absolute(output.path), digest)
            // What a plugin's command makes may be a program: no plan knows.
            let isExecutable = action.isCommand ? status.isExecutable : output.isExecutable
            run.outputs.append(.init(name: output.name, digest: digest, isExecutable: isExecutable))
        }
    }

    /// A program is large and mostly new: it enters the store while it is read. Kept under its content alone, it is
    /// found by nobody until a result names it.
    private func digest(of output: Action.Output, _ action: Action) throws(FileError) -> ContentDigest {
        let path = readable.absolute(output.path)
        if action.kind == .link, let digest = try? cache.store(file: path) { return digest }
        return try digests.digest(path)
    }

    /// Finds out what was read, and whether that can be named.
    func collectReadings(
        of action: Action, _ preparation: Preparation, _ needs: [ActionID: Need], since moment: FileMoment,
        _ run: inout FinishedRun
    ) {
        let names: [String]
        switch discoveredReads(of: action, preparation.part, needs: needs) {
        case .success(let found): (names, run.cModules, run.clock) = (found.names, found.cModules, found.clock)
        case .failure(let reason):
            run.unpublished = reason
            return
        }
        switch readings(of: action, preparation.sources, names, needs, since: moment) {
        case .success(let found): (run.readings, run.unpublished) = (found, unkept(of: action))
        case .failure(let reason): run.unpublished = reason
        }
        guard action.program != nil else { return }
        // What it made is the same in this folder alone.
        if holds(root.string, action) {
            let place = Readings.File(path: OpenRoot.mark, digest: readable.current(OpenRoot.mark))
            run.readings = Readings(files: [place] + run.readings.files)
        } else if let folder = personalFolders.first(where: { holds($0, action) }) {
            run.unpublished = .namesFolder(folder)
        }
    }

    /// Folders of the user's that programs see in their environment, and that are others elsewhere.
    private var personalFolders: [String] {
        [environment["HOME"], environment["TMPDIR"]].compactMap(\.self).filter {
            $0.hasPrefix("/") && !["/", "/tmp", "/tmp/"].contains($0)
        }
    }

    /// True where something that the action made holds the folder's path.
    private func holds(_ folder: String, _ action: Action) -> Bool {
        action.outputs.contains { output in
            let path = readable.absolute(output.path)
            guard let bytes = (try? FileTree.encoded(path, files: files)) ?? (try? files.read(path)) else {
                return true
            }
            return PathSearch.contains(folder, in: bytes)
        }
    }

    /// What a program left that its answer cannot hold.
    private func unkept(of action: Action) -> Unpublished? {
        guard case .question(let question, let output) = action.program?.purpose,
            let answer = try? files.read(readable.absolute(output.path))
        else { return nil }
        return question.asking.unkept(by: answer).map(Unpublished.unkept)
    }

    // MARK: Keeping

    /// Publishes what a run made, and notes what the next one can build upon.
    func keep(
        _ run: FinishedRun, of action: Action, _ undecided: Undecided, _ preparation: Preparation,
        needs: [ActionID: Need]
    ) -> RunReport {
        guard run.unpublished == nil else {
            // Whatever it read, its outputs are what they are, and this build goes on with them; only under no key may
            // they be kept, and no later compile may build upon them.
            memory.forget(action.id)
            if action.inPlace != nil { states.forget(action) }
            return run.report(.success(decided(action, undecided.declared, run.result, needs).decided))
        }
        var run = run
        let reach: TieredCache.Reach = preparation.isLocal ? .local : .everywhere
        let key = publish(&run, of: action, undecided, needs, reach)
        if run.unpublished == nil {
            let kept = run
            keepByUse(
                action, undecided, preparation.part, needs: needs, key: key, said: run.text, cModules: run.cModules,
                reach: reach
            ) { used in
                _ = try? publish(kept.keptResult, of: kept, under: used.key, reach)
            }
        }
        let (decided, nodes) = decided(action, key, run.result, needs)
        fingerprints.record(undecided.fingerprint.reading(run.readings), nodes, for: action.id)
        // What was left for its look-ups alone is not worth keeping.
        let isForState = preparation.keepsState || !preparation.isObserved
        if preparation.part == nil, isForState { recordInPlace(action, undecided, preparation, run) }
        return run.report(.success(decided))
    }

    /// What a run decides, with what others see of it.
    func decided(
        _ action: Action, _ key: ActionKey, _ result: ActionResult, _ needs: [ActionID: Need]
    ) -> (decided: Decided, nodes: ModuleSight.Nodes?) {
        let nodes = ModuleSight.nodes(of: action, result) { needs[$0]?.decided.sight }
        let module = SeenModule(action, result) { needs[$0]?.decided.module }
        return (Decided(key: key, result: result, source: .run, sight: nodes?.sight, module: module), nodes)
    }

    private func publish(
        _ run: inout FinishedRun, of action: Action, _ undecided: Undecided, _ needs: [ActionID: Need],
        _ reach: TieredCache.Reach
    ) -> ActionKey {
        let declared = undecided.declared
        var key = declared.reading(run.readings)
        do {
            if !run.text.isEmpty { run.said = try cache.store(Array(run.text.utf8), reach: reach) }
            for (output, place) in zip(run.outputs, action.outputs) {
                if let content = run.folders[output.name] {
                    try cache.store(content, reach: reach)
                } else {
                    try cache.store(file: readable.absolute(place.path), digest: output.digest, reach: reach)
                }
            }
            let readings: Readings, result = run.keptResult
            (key, readings) = try publish(result, of: run, under: declared, reach)
            bases.keep(
                action, undecided.fingerprint, readings, result: key, isLocal: reach == .local,
                seen: seen(by: action, undecided, needs, cModules: run.cModules))
            let names = readings.files.map(\.path)
            memory.record(.init(declared: declared, names: names, key: key, result: result), for: action.id)
        } catch {
            run.unpublished = .cacheUnwritable
            memory.forget(action.id)
        }
        return key
    }

    /// Under the key that `declared` makes with what the run read, and others under it; both are returned.
    private func publish(
        _ result: ActionResult, of run: FinishedRun, under declared: ActionKey, _ reach: TieredCache.Reach
    ) throws(StoreError) -> (key: ActionKey, readings: Readings) {
        let names = try cache.publishInputNames(run.readings.files.map(\.path), for: declared.digest, reach: reach)
        // As the run read them: what was edited since then has another key. Others' names it did not read.
        let asRead = Dictionary(run.readings.files.map { ($0.path, $0.digest) }) { first, _ in first }
        let readings = Readings(files: names.map { .init(path: $0, digest: asRead[$0] ?? readable.current($0)) })
        let key = declared.reading(readings)
        try cache.publish(result, for: key.digest, reach: reach)
        return (key, readings)
    }

    private func recordInPlace(_ action: Action, _ undecided: Undecided, _ preparation: Preparation, _ run: FinishedRun)
    {
        guard let inPlace = action.inPlace,
            let imports = states.imports(of: preparation.sources, known: preparation.state)
        else { return }
        var held: [String: ContentDigest] = [:]
        for (output, place) in zip(run.outputs, action.outputs) { held[place.path] = output.digest }
        for path in inPlace.state {
            // The compiler's own state is kept in the cache too, so that a failed compile can be undone.
            guard let digest = try? digests.digest(readable.absolute(path)),
                (try? cache.store(file: readable.absolute(path), digest: digest, reach: .local)) != nil
            else { return }
            held[path] = digest
        }
        states.write(
            InPlaceState(
                base: InPlaceState.base(of: undecided.fingerprint), sources: preparation.sources, imports: imports,
                readings: run.readings, files: held, diagnostics: run.text), for: action)
    }
}
