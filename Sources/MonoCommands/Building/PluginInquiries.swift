import BuildEngine
import BuildPlanning
import Digests
import Disk
import PackageManifests
import PackagePlugins
import Subprocesses
import Targets

/// Asks plugins what is to be done for targets that are built with them, before a build of these is planned. Each answer is the result of an
/// action; where nothing changed, no program is started.
struct PluginInquiries {
    let workspace: OpenWorkspace
    let session: Session
    let programs: Programs
    /// Of the build that is to be planned.
    let request: BuildRequest
    let build: (BuildPlan) -> BuildSummary

    /// For those of the targets whose plugins could be asked.
    func generated(for targets: [TargetID]) throws -> [TargetID: GeneratedSources] {
        var known: [TargetID: GeneratedSources] = [:]
        try ask(targets, &known)
        return known
    }

    private var graph: TargetGraph { workspace.loaded.graph }

    private func planner(_ known: [TargetID: GeneratedSources], _ inquiries: [PluginInquiry] = []) -> ActionPlanner {
        var request = request
        (request.goal, request.generated) = (.inquiries(inquiries), known)
        return ActionPlanner(graph: graph, request: request)
    }

    private func ask(_ targets: [TargetID], _ known: inout [TargetID: GeneratedSources]) throws {
        var open = targets.filter { known[$0] == nil }
        if open.isEmpty { return }
        // Tools may be built with plugins themselves.
        let needed = graph.closure(of: Set(open.flatMap { graph.targets[$0]?.plugins ?? [] }), in: request.configuration)
        let before = needed.filter { known[$0] == nil && !(graph.targets[$0]?.plugins ?? []).isEmpty }
        // Where each waits for another one, nobody can be asked.
        if !Set(before).isSuperset(of: open) { try ask(before, &known) }
        open.removeAll { known[$0] != nil }

        let planner = planner(known), blocked = planner.obstructed()
        open.removeAll { target in
            let plugins = graph.targets[target]?.plugins ?? []
            return graph.closure(of: plugins, in: request.configuration).contains { blocked.contains($0) }
        }
        var made: [TargetID: GeneratedSources] = [:]
        for turn in 0..<(open.map { graph.targets[$0]?.plugins.count ?? 0 }.max() ?? 0) {
            // Many targets of one package may be built with one plugin.
            var reads = Reads(), inquiries: [PluginInquiry] = []
            for target in open {
                guard let plugins = graph.targets[target]?.plugins, turn < plugins.count else { continue }
                inquiries.append(try inquiry(plugins[turn], about: target, after: made[target] ?? GeneratedSources(), planner, &reads))
            }
            let asking = self.planner(known, inquiries)
            let summary = build(try asking.plan())
            guard summary.succeeded, summary.placementFailures.isEmpty else {
                if let signal = programs.signals.received { throw Interrupted(signal: signal) }
                throw PluginsFailed(code: ExitCode(failureOf: summary, signal: nil) ?? .buildFailed)
            }
            if let failure = ExitCode(failureOf: summary.verification) { throw PluginsFailed(code: failure) }
            for inquiry in inquiries { try add(inquiry, planner, to: &made[inquiry.target, default: GeneratedSources()]) }
        }
        for target in open { known[target] = made[target] ?? GeneratedSources() }
    }

    // MARK: Questions

    /// What was looked at for other questions.
    private struct Reads {
        var texts: [TargetID: PluginText] = [:]
        var files: [PackageID: [String]] = [:]
    }

    private func inquiry(
        _ plugin: TargetID, about target: TargetID, after made: GeneratedSources, _ planner: ActionPlanner, _ reads: inout Reads
    ) throws -> PluginInquiry {
        let tells = (graph.packages[target.package]?.toolsVersion ?? ToolsVersion(5, 9)) >= ToolsVersion(6, 0)
        let workFolder = planner.workFolder(of: plugin, for: target)
        let question = PluginQuestion(
            about: target, workFolder: workFolder,
            tools: planner.toolPaths(of: plugin).map { .init(name: $0.name, path: $0.path) },
            toolchainFolder: (workspace.toolchain.root / "bin").string, sourcesSoFar: tells ? made.sources : [],
            resourcesSoFar: tells ? made.resources.map(\.source) : [])
        let text = reads.texts[plugin] ?? PluginText(sources(of: plugin))
        reads.texts[plugin] = text
        let files = try reads.files[target.package] ?? self.files(of: target.package)
        reads.files[target.package] = files
        var variables: [String: String] = [:]
        for name in text.variableNames { variables[name] = session.environment[name] }
        // It is asked in each build.
        if text.isRestless { variables["MONO_ASKED_AT"] = String(workspace.files.now) }
        return PluginInquiry(
            target: target, plugin: plugin, question: question.text(in: graph, request.configuration), workFolder: workFolder, variables: variables,
            files: files)
    }

    private func sources(of plugin: TargetID) -> [[UInt8]] {
        guard let target = graph.targets[plugin], let package = graph.packages[plugin.package] else { return [] }
        return target.sources.compactMap { try? workspace.files.read(workspace.root / package.folder / $0) }
    }

    /// Every file in the package's folder: the plugin may read any of them. Other packages in it are not its own.
    private func files(of package: PackageID) throws -> [String] {
        guard let home = graph.packages[package]?.folder else { return [] }
        let others = Set(graph.packages.values.filter { $0.id != package }.map(\.folder))
        return try files(in: home) { path in
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return ![".git", ".build", BuildLayout.folder].contains(name) && !others.contains(BuildLayout.joined(home, path))
        }
    }

    /// Relative to the root as `folder` is, or absolute. Links are followed within the workspace.
    private func files(in folder: String, entering: (String) -> Bool = { _ in true }) throws -> [String] {
        let walk = try FolderWalk(of: AbsolutePath(folder, in: workspace.root), in: workspace.files, boundary: workspace.root, entering: entering)
        return walk.files.filter { $0.kind == .file }.map { BuildLayout.joined(folder, $0.path) }
    }

    /// What a command says that it reads: files, and all that is in folders.
    private func inputs(_ path: String) throws -> [String] {
        workspace.files.isFolder(AbsolutePath(path, in: workspace.root)) ? try files(in: path) : [path]
    }

    // MARK: Answers

    private func add(_ inquiry: PluginInquiry, _ planner: ActionPlanner, to made: inout GeneratedSources) throws {
        let root = workspace.root, place = root / planner.answerPath(inquiry.plugin, about: inquiry.target)
        guard let text = try? workspace.files.read(place), let answer = PluginAnswer(text: text) else { throw PluginsFailed(code: .storage) }
        let tools = graph.packages[inquiry.target.package]?.toolsVersion ?? ToolsVersion(5, 9)
        // The name says which answer it was: nothing is read to see that it is the same.
        let mark = AbsolutePath(place.string + ".placed") / ContentDigest(of: text).hex
        try PluginWorkFolder(root / inquiry.workFolder, in: workspace.files).place(answer, as: inquiry.workFolder, mark: mark, root: root.string)
        var paths: [String] = []
        let outputs = Set(made.commands.flatMap(\.outputs) + answer.commands.flatMap(\.outputs).map(OpenRoot.relative))
        for command in answer.commands {
            if let folder = command.outputFolder {
                try run(command, of: inquiry, planner)
                paths += try files(in: OpenRoot.relative(folder))
                continue
            }
            let written = command.outputs.map(OpenRoot.relative)
            // SwiftPM runs these from tools version 6.0 on.
            if written.isEmpty, tools < ToolsVersion(6, 0) { continue }
            try check(written, of: inquiry, hasLinks: answer.unkept != nil, besides: Set(made.commands.flatMap(\.outputs)))
            made.commands.append(
                .init(
                    plugin: inquiry.plugin, name: command.name ?? inquiry.plugin.name, executable: command.executable, arguments: command.arguments,
                    variables: command.variables, inputs: try command.inputs.map(OpenRoot.relative).flatMap { outputs.contains($0) ? [$0] : try inputs($0) }, outputs: written))
            paths += written
        }
        let circle = made.circle
        if !circle.isEmpty {
            throw ErrorReport(
                code: .buildFailed, what: "what plugin '\(inquiry.plugin.name)' wants to run for target '\(inquiry.target.name)' waits for itself",
                details: circle.map { "\($0.name): \($0.outputs.joined(separator: ", "))" }, hint: "let no command read what is made of its own outputs")
        }
        // A command that runs before the build may write among the target's own files: by the next build they are its own.
        let own = ownFiles(of: inquiry.target)
        for path in paths where !own.contains(path) {
            switch GeneratedFileUse(of: path, tools: tools) {
            case .source where !made.sources.contains(path): made.sources.append(path)
            case .resource where !made.resources.contains { $0.source == path }:
                made.resources.append(Resource(source: path, name: path.split(separator: "/").last.map(String.init) ?? path))
            case .source, .resource, .none: break
            }
        }
    }

    private func ownFiles(of target: TargetID) -> Set<String> {
        guard let target = graph.targets[target], let home = graph.packages[target.id.package]?.folder else { return [] }
        return Set((target.sources + target.resources.map(\.source)).map { BuildLayout.joined(home, $0) })
    }

    /// What lies elsewhere would be a source of the package by the next build, or is a file of the user's, which would be removed before the command
    /// runs; and what two commands write is nobody's.
    /// `hasLinks`: the plugin left something in its folder that is no file, perhaps a link to another folder.
    private func check(_ outputs: [String], of inquiry: PluginInquiry, hasLinks: Bool, besides others: Set<String>) throws {
        let what = { (path: String) in "plugin '\(inquiry.plugin.name)' wants to write '\(path)' for target '\(inquiry.target.name)'" }
        let folder = workspace.root / inquiry.workFolder
        func isOutside(_ path: String) -> Bool {
            let place = AbsolutePath(path, in: workspace.root)
            return place == folder || !place.isInside(folder) || hasLinks && workspace.files.isBehindLink(place, outOf: folder)
        }
        if let elsewhere = outputs.first(where: isOutside) {
            throw ErrorReport(code: .buildFailed, what: what(elsewhere), hint: "its commands are to write to the folder that it is given (pluginWorkDirectoryURL)")
        }
        if let twice = outputs.first(where: others.contains) ?? outputs.first(where: { path in outputs.filter { $0 == path }.count > 1 }) {
            throw ErrorReport(code: .buildFailed, what: what(twice), details: ["another command writes the same file"], hint: "give each file one command that makes it")
        }
    }

    /// A command that runs before each build, as SwiftPM runs it: nothing is said of what it reads.
    private func run(_ command: PluginAnswer.Command, of inquiry: PluginInquiry, _ planner: ActionPlanner) throws {
        let root = workspace.root.string, name = command.name ?? inquiry.plugin.name
        if planner.builtToolPaths(of: inquiry.plugin).contains(OpenRoot.relative(command.executable)) {
            throw ErrorReport(
                code: .buildFailed, what: "plugin '\(inquiry.plugin.name)' wants to run '\(name)' before the build, which the build makes",
                details: ["SwiftPM does not allow that either"], hint: "make it a build command")
        }
        try workspace.files.makeFolder(AbsolutePath(OpenRoot.relative(command.outputFolder ?? "."), in: workspace.root))
        let variables = workspace.toolEnvironment(session).merging(command.variables.mapValues { OpenRoot.filled($0, root: root) }) { $1 }
        let executable = OpenRoot.filled(command.executable, root: root)
        let folder = workspace.root / (graph.packages[inquiry.target.package]?.folder ?? ".")
        do {
            let result = try workspace.commands.run(
                Command(executable, command.arguments.map { OpenRoot.filled($0, root: root) }, folder: folder.string, environment: variables),
                cancellation: programs.cancellation)
            if result.succeeded { return }
            if let signal = programs.signals.received { throw Interrupted(signal: signal) }
            let said = String(decoding: result.output + result.errors, as: UTF8.self).split(separator: "\n").map(String.init)
            throw ErrorReport(code: .buildFailed, what: "'\(name)', which plugin '\(inquiry.plugin.name)' runs before the build, failed", details: said)
        } catch let error as CommandError {
            throw ErrorReport(code: .buildFailed, what: "cannot start '\(executable)' for plugin '\(inquiry.plugin.name)': \(Words.systemError(error.code))")
        }
    }
}

/// What was to be told has been told with the build that asks.
struct PluginsFailed: Reportable {
    var code: ExitCode
    var report: ErrorReport { ErrorReport(severity: .note, code: code, what: "nothing was built: what targets are made of depends on their plugins") }
}
