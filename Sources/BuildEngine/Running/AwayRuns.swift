import BuildPlanning
import Digests
import Disk
import RemoteCaches
import Subprocesses
import Toolchains

/// Runs tools on other machines, where what they make is the same.
extension ActionRunner {
    /// Nil where the action is to run here, whatever the reason: nothing that happens elsewhere fails a build.
    func performAway(
        _ run: Action.ToolRun, of action: Action, _ preparation: Preparation, jobs: Int, needs: [ActionID: Need]
    ) -> CommandResult? {
        guard let away else { return nil }
        do throws(Staying) {
            try checkCanLeave(action, run, preparation, away)
            let command = try describe(action, run, preparation, needs)
            let words = (run.arguments + action.wordsToFind(action.modulePaths(among: needs))).leavingNoState.map {
                command.marking($0.spelled(jobs: jobs, root: AwayCommand.mark, temporary: "/tmp"))
            }
            let programs = comparedPrograms(run.tool)
            let described = command.action(
                [toolchain.path(of: run.tool).string] + words, in: action.folder, environment: environment,
                writes: action.writtenByTool, rules: action.dependencyFiles, toolchain: toolchain.root,
                programs: programs)
            let outcome = try Staying.reaching { () throws(RemoteObstacle) in
                try away.executor.run(described, cancellation: cancellation)
            }
            // What it says is for people, who are to read what this machine says.
            if outcome.exitCode != 0 { throw Staying(.failed) }
            let report = try self.report(in: outcome, away)
            try compare(report, programs)
            try fetch(outcome, of: action, report, away)
            try compare(report, readBy: action)
            away.ran(isCached: outcome.isCached)
            return CommandResult(
                exit: .code(0), output: moved(outcome.output, report), errors: moved(outcome.errors, report),
                wall: outcome.wall, cpu: outcome.wall)
        } catch {
            away.stays(error.reason)
            // What came of it is no output of a run here.
            for path in action.written { try? files.remove(readable.absolute(path)) }
            return nil
        }
    }

    private struct Staying: Error {
        var reason: StayReason
        init(_ reason: StayReason) { self.reason = reason }

        static func reaching<Result>(_ work: () throws(RemoteObstacle) -> Result) throws(Staying) -> Result {
            do { return try work() } catch { throw Staying(.obstacle(error)) }
        }
    }

    // MARK: What leaves

    private func checkCanLeave(
        _ action: Action, _ run: Action.ToolRun, _ preparation: Preparation, _ away: Away
    ) throws(Staying) {
        switch action.kind {
        case .emitModule, .compile, .compileModule, .compileClang, .compilePlugin, .compileRunner, .listTests, .link,
            .compileInterface:
            break
        default: throw Staying(.kind)
        }
        // What it makes holds the path of this workspace.
        if run.sdk != nil || action.revealsRoot { throw Staying(.kind) }
        if preparation.isIncremental { throw Staying(.incremental) }
        if preparation.keepsState { throw Staying(.edited) }
        if away.costs.estimate(of: action) < Away.leastCost { throw Staying(.cheap) }
    }

    /// All that the action reads of the workspace, as far as anybody knows: a header that a first run would find by
    /// searching is not there, and the run here finds it.
    private func describe(
        _ action: Action, _ run: Action.ToolRun, _ preparation: Preparation, _ needs: [ActionID: Need]
    ) throws(Staying) -> AwayCommand {
        var command = AwayCommand(root: root)
        var generated = action.generated
        if let map = action.moduleMap(among: needs, root: root) { generated.append(map) }
        var read = action.sources + action.searchable + run.mentions + (memory.entry(for: action.id)?.names ?? [])
        for id in action.modules(among: needs) {
            guard let need = needs[id], need.action.isDeclaration else { continue }
            generated += need.action.generated
            read += need.action.sources
        }
        let declared = Set(action.sources)
        for path in Set(read) {
            if path == OpenRoot.mark { throw Staying(.input) }
            let isDeclared = declared.contains(path)
            // What lies elsewhere is the worker's own, and compared afterwards.
            if readable.isOutside(path), !isDeclared { continue }
            guard isDeclared || files.isFile(readable.absolute(path)) else { continue }
            guard AwayCommand.isInside(path),
                let digest = preparation.sources[path] ?? (try? digests.digest(readable.absolute(path)))
            else { throw Staying(.input) }
            command.add(path, digest, isExecutable: readable.isExecutable(path))
        }
        if action.readsHeaders {
            for path in headersInFolders(of: action) where command.inputs[path] == nil {
                guard let digest = try? digests.digest(readable.absolute(path)) else { continue }
                command.add(path, digest, isExecutable: false)
            }
        }
        for input in action.inputs(of: needs) {
            guard let known = input.need.decided.result.outputs.first(where: { $0.name == input.output.name }) else {
                continue
            }
            guard !known.isFolder, AwayCommand.isInside(input.output.path) else { throw Staying(.input) }
            command.add(input.output.path, known.digest, isExecutable: known.isExecutable)
        }
        for file in generated { command.add(file) }
        guard (action.written + generated.map(\.path) + [action.folder]).allSatisfy(AwayCommand.isPlain) else {
            throw Staying(.input)
        }
        return command
    }

    /// What the compile may find where flags have it look: no more files than a folder of headers has.
    private func headersInFolders(of action: Action) -> [String] {
        var found: [String] = []
        for folder in action.headerFolders(in: readable) where folder.isInside(root) && !isToolchains(folder) {
            let name = folder.relative(to: root)
            if name.isEmpty || name == "." || BuildLayout.isIntermediate(name) { continue }
            var open = [folder]
            while let next = open.popLast(), found.count < Away.mostHeaders {
                for entry in (try? files.list(next)) ?? [] where !entry.name.hasPrefix(".") {
                    switch entry.kind {
                    case .folder: open.append(next / entry.name)
                    case .file: found.append((next / entry.name).relative(to: root))
                    default: break
                    }
                }
            }
        }
        return found
    }

    /// Another compiler of the same size is taken for the same one.
    private func comparedPrograms(_ tool: Tool) -> [AbsolutePath] {
        let folder = toolchain.path(of: tool).parent
        return (["swift-frontend", "clang", "lld"].map { folder / $0 } + [toolchain.path(of: tool)]).filter {
            files.isFile($0)
        }
    }

    // MARK: What comes back

    private func report(in outcome: RemoteOutcome, _ away: Away) throws(Staying) -> WorkerReport {
        guard let output = outcome.outputs.first(where: { $0.path == AwayCommand.report }) else {
            throw Staying(.obstacle(.output(AwayCommand.report)))
        }
        let bytes = try Staying.reaching { () throws(RemoteObstacle) in try away.executor.read(output) }
        guard let report = WorkerReport(bytes) else { throw Staying(.obstacle(.output(AwayCommand.report))) }
        return report
    }

    private func compare(_ report: WorkerReport, _ programs: [AbsolutePath]) throws(Staying) {
        for program in programs where report.sizes[program.string] != files.status(program)?.size {
            throw Staying(.differs)
        }
    }

    private func fetch(
        _ outcome: RemoteOutcome, of action: Action, _ report: WorkerReport, _ away: Away
    ) throws(Staying) {
        let made = Dictionary(outcome.outputs.map { ($0.path, $0) }) { $1 }
        for path in action.writtenByTool {
            guard var output = made[path] else { throw Staying(.obstacle(.output(path))) }
            if let place = action.outputs.first(where: { $0.path == path }) { output.isExecutable = place.isExecutable }
            let place = readable.absolute(path)
            try Staying.reaching { () throws(RemoteObstacle) in try away.executor.fetch(output, to: place) }
            guard action.dependencyFiles.contains(path) else { continue }
            do {
                try files.write(moved(try files.read(place), report), to: place)
            } catch { throw Staying(.obstacle(.output(path))) }
        }
    }

    /// What names the workspace on the worker names it here.
    private func moved(_ bytes: [UInt8], _ report: WorkerReport) -> [UInt8] {
        Array(MovedPaths.moved(String(decoding: bytes, as: UTF8.self), from: report.root, to: root.string).utf8)
    }

    /// Files of the system are the worker's, and the key is to hold those of this machine.
    private func compare(_ report: WorkerReport, readBy action: Action) throws(Staying) {
        let names: Set<String>
        do throws(Unpublished) {
            names = try self.names(saidIn: action.dependencyFiles, of: action)
        } catch { throw Staying(.obstacle(.output(action.dependencyFiles.first ?? ""))) }
        for name in names where name.hasPrefix("/") && name != "/dev/null" {
            let path = AbsolutePath(name)
            if path.isInside(root) || isToolchains(path) { continue }
            guard let hash = report.hashes[name], readable.current(name)?.hex == hash else { throw Staying(.differs) }
        }
    }
}

extension Action {
    /// Without what is made of that here.
    fileprivate var writtenByTool: [String] {
        let made = outputs.first { $0.name == extract?.output }?.path
        return written.filter { $0 != made }
    }
}
