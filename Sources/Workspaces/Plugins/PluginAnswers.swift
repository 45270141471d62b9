import BuildPlanning
import Digests
import Disk
import PackageManifests
import PackagePlugins
import Subprocesses
import Targets

/// Takes in what plugins answered: places what they wrote, runs the commands that go before each build, and notes what
/// becomes of the rest.
struct PluginAnswers {
    let workspace: OpenWorkspace
    let planner: ActionPlanner
    let cancellation: Cancellation

    private var graph: TargetGraph { workspace.loaded.graph }

    func add(_ inquiry: PluginInquiry, to made: inout GeneratedSources) throws {
        let root = workspace.root, place = root / planner.answerPath(inquiry.plugin, about: inquiry.target)
        guard let text = try? workspace.files.read(place), let answer = PluginAnswer(text: text) else {
            throw PluginFault.unreadableAnswer(of: inquiry.plugin, about: inquiry.target)
        }
        let tools = graph.packages[inquiry.target.package]?.toolsVersion ?? ToolsVersion(5, 9)
        // The name says which answer it was: nothing is read to see that it is the same.
        let mark = AbsolutePath(place.string + ".placed") / ContentDigest(of: text).hex
        try PluginWorkFolder(root / inquiry.workFolder, in: workspace.files).place(
            answer, as: inquiry.workFolder, mark: mark, root: root.string)
        var paths: [String] = []
        let outputs = Set(made.commands.flatMap(\.outputs) + answer.commands.flatMap(\.outputs).map(OpenRoot.relative))
        for command in answer.commands {
            if let folder = command.outputFolder {
                try run(command, of: inquiry)
                paths += try workspace.filesFollowingLinks(in: OpenRoot.relative(folder))
                continue
            }
            let written = command.outputs.map(OpenRoot.relative)
            // SwiftPM runs these from tools version 6.0 on.
            if written.isEmpty, tools < ToolsVersion(6, 0) { continue }
            try check(
                written, of: inquiry, hasLinks: answer.unkept != nil, besides: Set(made.commands.flatMap(\.outputs)))
            made.commands.append(
                .init(
                    plugin: inquiry.plugin, name: command.name ?? inquiry.plugin.name, executable: command.executable,
                    arguments: command.arguments,
                    variables: command.variables,
                    inputs: try command.inputs.map(OpenRoot.relative).flatMap {
                        outputs.contains($0) ? [$0] : try workspace.inputs($0)
                    }, outputs: written))
            paths += written
        }
        let circle = made.circle
        if !circle.isEmpty {
            throw PluginFault.circle(
                of: inquiry.plugin, about: inquiry.target,
                commands: circle.map { .init(name: $0.name, outputs: $0.outputs) })
        }
        // A command that runs before the build may write among the target's own files: by the next build they are its
        // own.
        let own = ownFiles(of: inquiry.target)
        for path in paths where !own.contains(path) {
            switch GeneratedFileUse(of: path, tools: tools) {
            case .source where !made.sources.contains(path): made.sources.append(path)
            case .resource where !made.resources.contains { $0.source == path }:
                made.resources.append(
                    Resource(source: path, name: path.split(separator: "/").last.map(String.init) ?? path))
            case .source, .resource, .none: break
            }
        }
    }

    private func ownFiles(of target: TargetID) -> Set<String> {
        guard let target = graph.targets[target], let home = graph.packages[target.id.package]?.folder else {
            return []
        }
        return Set((target.sources + target.resources.map(\.source)).map { BuildLayout.joined(home, $0) })
    }

    /// What lies elsewhere would be a source of the package by the next build, or is a file of the user's, which would
    /// be removed before the command runs; and what two commands write is nobody's. `hasLinks`: the plugin left
    /// something in its folder that is no file, perhaps a link to another folder.
    private func check(_ outputs: [String], of inquiry: PluginInquiry, hasLinks: Bool, besides others: Set<String>)
        throws
    {
        let folder = workspace.root / inquiry.workFolder
        func isOutside(_ path: String) -> Bool {
            let place = AbsolutePath(path, in: workspace.root)
            return place == folder || !place.isInside(folder)
                || hasLinks && workspace.files.isBehindLink(place, outOf: folder)
        }
        if let elsewhere = outputs.first(where: isOutside) {
            throw PluginFault.writesElsewhere(inquiry.plugin, about: inquiry.target, path: elsewhere)
        }
        if let twice = outputs.first(where: others.contains)
            ?? outputs.first(where: { path in outputs.filter { $0 == path }.count > 1 })
        {
            throw PluginFault.writesTwice(inquiry.plugin, about: inquiry.target, path: twice)
        }
    }

    /// A command that runs before each build, as SwiftPM runs it: nothing is said of what it reads.
    private func run(_ command: PluginAnswer.Command, of inquiry: PluginInquiry) throws {
        let root = workspace.root.string, name = command.name ?? inquiry.plugin.name
        if planner.builtToolPaths(of: inquiry.plugin).contains(OpenRoot.relative(command.executable)) {
            throw PluginFault.runsBuiltProgram(inquiry.plugin, command: name)
        }
        try workspace.files.makeFolder(AbsolutePath(OpenRoot.relative(command.outputFolder ?? "."), in: workspace.root))
        let variables = workspace.toolEnvironment.merging(
            command.variables.mapValues { OpenRoot.filled($0, root: root) }
        ) { $1 }
        let executable = OpenRoot.filled(command.executable, root: root)
        let folder = workspace.root / (graph.packages[inquiry.target.package]?.folder ?? ".")
        do {
            let result = try workspace.commands.run(
                Command(
                    executable, command.arguments.map { OpenRoot.filled($0, root: root) }, folder: folder.string,
                    environment: variables),
                cancellation: cancellation)
            if result.succeeded { return }
            if cancellation.isRequested { throw Stopped() }
            let said = String(decoding: result.output + result.errors, as: UTF8.self).split(separator: "\n").map(
                String.init)
            throw PluginFault.commandFailed(inquiry.plugin, command: name, said: said)
        } catch let error as CommandError {
            throw PluginFault.cannotStart(inquiry.plugin, executable: executable, code: error.code)
        }
    }
}
