import ArtifactCache
import BuildPlanning
import Digests
import Disk
import Parallelism
import Subprocesses
import Toolchains

/// Runs that an earlier result spares, or most of them.
extension ActionRunner {
    /// What of a compile must be done, with all else in place; nil where the compiler is to find out itself.
    func part(of action: Action, _ undecided: Undecided, needs: [ActionID: Need]) -> PartOfCompile? {
        let fingerprint = undecided.fingerprint
        guard let inPlace = action.inPlace, action.outputs.count == action.dependencyFiles.count else { return nil }
        return bases.first(for: action, fingerprint, byUse: use(undecided, needs)) { basis in
            guard (1...PartOfCompile.mostSources).contains(basis.changed.count),
                let others = others(than: basis, action, inPlace, fingerprint)
            else { return nil }
            let sources = basis.changed + others.sorted()
            guard PartOfCompile.isFaster(sources.count, of: inPlace.objects.count),
                sources.allSatisfy({ inPlace.objects[$0] != nil }),
                let diagnostics = keptDiagnostics(of: basis, but: sources, action),
                let jobs = jobs(of: action, inPlace, for: sources),
                placeObjects(of: basis, but: sources, action, inPlace)
            else { return nil }
            let compiled = Set(sources.compactMap { inPlace.objects[$0] })
            return PartOfCompile(
                basis: basis, sources: sources, jobs: jobs,
                dependencyFiles: zip(action.outputs, action.dependencyFiles)
                    .filter { compiled.contains($0.0.path) }.map(\.1),
                diagnostics: diagnostics)
        }
    }

    private func use(_ undecided: Undecided, _ needs: [ActionID: Need]) -> Bases.Use? {
        guard let usedResults, undecided.mayUseParts else { return nil }
        return Bases.Use(keys: usedResults.keys, needs: needs.mapValues(\.decided))
    }

    /// Nil where all of the interfaces counts. `cModules`: of which the run read a header.
    func seen(
        by action: Action, _ undecided: Undecided, _ needs: [ActionID: Need], cModules: Set<String>
    ) -> SeenInterfaces? {
        guard usedResults != nil, undecided.mayUseParts else { return nil }
        let modules = action.interfaces.compactMap { needs[$0]?.decided.module }
        return SeenInterfaces(undecided.fingerprint, modules, cModules: cModules)
    }

    private func others(
        than basis: Bases.Basis, _ action: Action, _ inPlace: Action.InPlace, _ fingerprint: Fingerprint
    ) -> Set<String>? {
        var new = basis.table.rows
        let sources = fingerprint.sources
        for path in inPlace.objects.keys where sources[path] == nil || basis.changed.contains(path) {
            // What the build writes is the same as before, or the action would be another one.
            guard let content = sources[path] ?? (try? readable.content(path)),
                let row = bases.rows.row(of: readable.absolute(path), content: content)
            else { return nil }
            new[path] = row
        }
        return EditReach(
            old: basis.table.rows, new: new, knowsMacros: action.loadsNoMacro,
            read: { try? files.read(readable.absolute($0)) },
            lookedUp: { LookUps(cache: cache).lookedFor(byResult: basis.key)?.names.names }
        ).others(than: basis.changed)
    }

    /// What was said of other sources than those that are compiled; nil where some of it may say what is no longer so.
    private func keptDiagnostics(of basis: Bases.Basis, but sources: [String], _ action: Action) -> String? {
        guard let blob = basis.result.diagnostics else { return "" }
        guard let bytes = try? cache.read(blob, atMost: DiagnosticText.largest) else { return nil }
        let prefix = action.folder == "." ? "" : action.folder + "/"
        let changed = Set(sources),
            names = sources.map { $0.dropFirst($0.hasPrefix(prefix) ? prefix.count : 0) }
        var isCertain = true
        let text = DiagnosticText(String(decoding: bytes, as: UTF8.self)).text { message in
            guard let path = message.path, !changed.contains(prefix + path) else { return false }
            // A note may show lines of a source that has others now.
            if names.contains(where: { message.text.contains($0) }) { isCertain = false }
            return true
        }
        return isCertain ? text : nil
    }

    /// What the driver would start for these sources; nil where that is not understood.
    private func jobs(of action: Action, _ inPlace: Action.InPlace, for changed: [String]) -> [SourceJobs.Job]? {
        guard let tool = action.tool, let question = SourceJobs.question(spelled(action, jobs: 1)),
            let answer = try? commands.run(command(tool, question, of: action), cancellation: cancellation),
            // What the driver warns of is said in a whole compile.
            answer.succeeded, answer.errors.isEmpty
        else { return nil }
        let known = SourceJobs(
            answer: String(decoding: answer.output, as: UTF8.self), frontend: toolchain.path(of: .frontend))
        let folder = readable.absolute(action.folder)
        var jobs: [SourceJobs.Job] = []
        for source in changed {
            guard let object = inPlace.objects[source],
                let index = action.outputs.firstIndex(where: { $0.path == object }),
                let job = known.job(
                    for: readable.absolute(source), object: readable.absolute(object),
                    dependencies: readable.absolute(action.dependencyFiles[index]), in: folder)
            else { return nil }
            let record = usedResults == nil ? nil : inPlace.records[source]
            jobs.append(record.map { job.recording(to: readable.absolute($0).string) } ?? job)
        }
        return jobs
    }

    /// Restores the objects of what did not change, and makes room for the others.
    private func placeObjects(
        of basis: Bases.Basis, but sources: [String], _ action: Action, _ inPlace: Action.InPlace
    ) -> Bool {
        // What an earlier compile looked up says nothing of this one.
        for source in sources {
            guard let record = inPlace.records[source] else { continue }
            do { try files.remove(readable.absolute(record)) } catch { return false }
        }
        let compiled = Set(sources.compactMap { inPlace.objects[$0] })
        for ((output, known), dependencies) in zip(
            zip(action.outputs, basis.result.outputs), action.dependencyFiles)
        {
            let place = readable.absolute(output.path)
            do {
                try files.makeFolder(place.parent)
                guard compiled.contains(output.path) else {
                    if let found = try? digests.digest(place), found == known.digest { continue }
                    try cache.materialise(known, at: place)
                    digests.record(place, known.digest)
                    continue
                }
                try files.makeFolder(readable.absolute(dependencies).parent)
                try files.remove(place)
                try files.remove(readable.absolute(dependencies))
            } catch { return false }
        }
        return true
    }

    /// Compiles each source by itself. The first failure counts; all that was said is said.
    func compile(_ part: PartOfCompile, of action: Action, jobs: Int) throws(ActionFailure) -> CommandResult {
        let started = files.now
        let results = try parallelMap(part.jobs, width: jobs) { (job) throws(ActionFailure) -> CommandResult in
            let command = command(.frontend, job.arguments, of: action)
            do throws(CommandError) {
                return try commands.run(command, cancellation: cancellation)
            } catch { throw .cannotStart(tool: command.executable, code: error.code) }
        }
        return CommandResult(
            exit: results.first { !$0.succeeded }?.exit ?? .code(0), output: results.flatMap(\.output),
            errors: results.flatMap(\.errors), wall: Double(files.now - started) / 1e9,
            cpu: results.reduce(0) { $0 + $1.cpu })
    }

    private func spelled(_ action: Action, jobs: Int) -> [String] {
        action.arguments.map {
            $0.spelled(jobs: jobs, root: root.string, temporary: Argument.temporaryFolder(in: environment))
        }
    }

    private func command(_ tool: Tool, _ words: [String], of action: Action) -> Command {
        Command(
            toolchain.path(of: tool).string, words, folder: readable.absolute(action.folder).string,
            environment: environment, outputLimit: ActionRunner.outputLimit, holdsLock: true)
    }

    // MARK: Modules

    /// The earlier module, where nothing changed that modules hold: no program is started.
    func adoptedModule(of action: Action, _ undecided: Undecided, needs: [ActionID: Need]) -> RunReport? {
        guard action.kind == .emitModule, action.extract == nil else { return nil }
        let started = files.now, sources = undecided.fingerprint.sources
        return bases.first(for: action, undecided.fingerprint, byUse: use(undecided, needs)) { basis in
            // Messages have lines in them.
            guard basis.result.diagnostics == nil, basis.result.interface != nil,
                basis.changed.allSatisfy({ path in
                    guard let content = sources[path], let before = basis.table.rows[path]?.surface,
                        let row = bases.rows.row(of: readable.absolute(path), content: content)
                    else { return false }
                    return before.module == row.surface?.module
                }), placeOutputs(of: basis, action)
            else { return nil }
            return adopt(basis, action, undecided, needs, seconds: Double(files.now - started) / 1e9)
        }
    }

    private func placeOutputs(of basis: Bases.Basis, _ action: Action) -> Bool {
        zip(action.outputs, basis.result.outputs).allSatisfy { output, known in
            let place = readable.absolute(output.path)
            if let found = try? digests.digest(place), found == known.digest { return true }
            guard (try? files.makeFolder(place.parent)) != nil, (try? cache.materialise(known, at: place)) != nil else {
                return false
            }
            digests.record(place, known.digest)
            return true
        }
    }

    /// Publishes the basis's result under the key that the action has now.
    private func adopt(
        _ basis: Bases.Basis, _ action: Action, _ undecided: Undecided, _ needs: [ActionID: Need], seconds: Double
    ) -> RunReport? {
        let readings = basis.table.readings, key = undecided.declared.reading(readings),
            names = readings.files.map(\.path)
        let reach: TieredCache.Reach = basis.table.isLocal ? .local : .everywhere
        do {
            // Under names that others read too it would not be found.
            guard try cache.publishInputNames(names, for: undecided.declared.digest, reach: reach) == names else {
                return nil
            }
            try cache.publish(basis.result, for: key.digest, reach: reach)
        } catch { return nil }
        keepByUse(action, undecided, nil, needs: needs, key: key, said: "", cModules: [], reach: reach) { used in
            guard (try? cache.publishInputNames(names, for: used.key.digest, reach: reach)) == names else { return }
            try? cache.publish(basis.result, for: used.key.reading(readings).digest, reach: reach)
        }
        bases.keep(
            action, undecided.fingerprint, readings, result: key, isLocal: basis.table.isLocal,
            seen: basis.table.seen.flatMap { seen(by: action, undecided, needs, cModules: $0.cModules) })
        memory.record(
            .init(declared: undecided.declared, names: names, key: key, result: basis.result), for: action.id)
        let (decided, nodes) = decided(action, key, basis.result, needs)
        fingerprints.record(undecided.fingerprint.reading(readings), nodes, for: action.id)
        return RunReport(result: .success(decided), diagnostics: "", wall: seconds, cpu: seconds)
    }
}

extension Action {
    /// No argument names a macro's program or library, also none that a person wrote: the compiler knows those of the
    /// toolchain alone. What a file of arguments holds is not looked at.
    fileprivate var loadsNoMacro: Bool {
        arguments.allSatisfy { argument in
            let text = argument.keyed ?? ""
            return !text.contains("plugin") && !text.hasPrefix("@")
        }
    }
}
