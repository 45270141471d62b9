import BuildEngine
import BuildPlanning
import Digests
import Disk
import PackageManifests
import PackagePlugins
import Subprocesses
import Targets

/// Asks plugins what is to be done for targets that are built with them, before a build of these is planned. Each
/// answer is the result of an action; where nothing changed, no program is started.
///
/// A plugin's tools may be built with plugins themselves, and a target's second plugin hears what the first one
/// answered: so there are rounds.
struct PluginInquiries {
    /// Questions that can be asked at once.
    struct Round {
        var plan: BuildPlan
        fileprivate var inquiries: [PluginInquiry]
    }

    /// What is known by now. Targets whose plugins cannot be asked stay out.
    private(set) var known: [TargetID: GeneratedSources] = [:]

    private let workspace: OpenWorkspace
    /// Of the build that is to be planned.
    private let request: BuildRequest
    private let cancellation: Cancellation
    /// The last one is asked about first; each waits for those after it. Nil before anybody is asked.
    private var groups: [Group]?

    init(workspace: OpenWorkspace, request: BuildRequest, cancellation: Cancellation) {
        (self.workspace, self.request, self.cancellation) = (workspace, request, cancellation)
    }

    /// Targets that are asked about together, one plugin of each a turn.
    private struct Group {
        var targets: [TargetID]
        var waitedForOthers = false
        /// Nil until their plugins can be built.
        var planner: ActionPlanner?
        var made: [TargetID: GeneratedSources] = [:]
        var turn = 0
    }

    private var graph: TargetGraph { workspace.loaded.graph }

    // MARK: Rounds

    /// What to ask next so that the answers for `targets` become known; nil where they are.
    mutating func next(for targets: [TargetID]) throws -> Round? {
        var groups = self.groups ?? [Group(targets: targets)]
        defer { self.groups = groups }
        while var group = groups.popLast() {
            if group.planner == nil {
                group.targets.removeAll { known[$0] != nil }
                let before = group.waitedForOthers ? [] : others(before: group.targets)
                group.waitedForOthers = true
                if !before.isEmpty {
                    groups += [group, Group(targets: before)]
                    continue
                }
                start(&group)
            }
            if let planner = group.planner, let round = try round(&group, planner) {
                groups.append(group)
                return round
            }
            for target in group.targets { known[target] = group.made[target] ?? GeneratedSources() }
        }
        return nil
    }

    /// Takes what plugins answered. Throws `PluginsFailed` where the build that asked did not succeed.
    mutating func take(answersTo round: Round, _ summary: BuildSummary) throws {
        guard summary.succeeded, summary.verification?.succeeded ?? true else { throw PluginsFailed(summary: summary) }
        guard var group = groups?.popLast(), let planner = group.planner else { return }
        let answers = PluginAnswers(workspace: workspace, planner: planner, cancellation: cancellation)
        for inquiry in round.inquiries {
            try answers.add(inquiry, to: &group.made[inquiry.target, default: GeneratedSources()])
        }
        group.turn += 1
        groups?.append(group)
    }

    /// Targets with plugins that go into plugins of `targets`. None where each waits for another one: then nobody can
    /// be asked.
    private func others(before targets: [TargetID]) -> [TargetID] {
        let needed = graph.closure(
            of: Set(targets.flatMap { graph.targets[$0]?.plugins ?? [] }), in: request.configuration)
        let before = needed.filter { known[$0] == nil && !(graph.targets[$0]?.plugins ?? []).isEmpty }
        return Set(before).isSuperset(of: targets) ? [] : before
    }

    private func start(_ group: inout Group) {
        let planner = planner(known), blocked = planner.obstructed()
        group.targets.removeAll { target in
            let plugins = graph.targets[target]?.plugins ?? []
            return graph.closure(of: plugins, in: request.configuration).contains { blocked.contains($0) }
        }
        group.planner = planner
    }

    private func planner(_ known: [TargetID: GeneratedSources], _ inquiries: [PluginInquiry] = []) -> ActionPlanner {
        var request = request
        (request.goal, request.generated) = (.inquiries(inquiries), known)
        return ActionPlanner(graph: graph, request: request)
    }

    /// Nil where each plugin of the group has been asked.
    private func round(_ group: inout Group, _ planner: ActionPlanner) throws -> Round? {
        // Many targets of one package may be built with one plugin.
        var reads = Reads(), inquiries: [PluginInquiry] = []
        for target in group.targets {
            guard let plugins = graph.targets[target]?.plugins, group.turn < plugins.count else { continue }
            inquiries.append(
                try inquiry(
                    plugins[group.turn], about: target, after: group.made[target] ?? GeneratedSources(), planner, &reads
                ))
        }
        return inquiries.isEmpty ? nil : Round(plan: try self.planner(known, inquiries).plan(), inquiries: inquiries)
    }

    // MARK: Questions

    /// What was looked at for other questions.
    private struct Reads {
        var texts: [TargetID: PluginText] = [:]
        var files: [PackageID: [String]] = [:]
    }

    private func inquiry(
        _ plugin: TargetID, about target: TargetID, after made: GeneratedSources, _ planner: ActionPlanner,
        _ reads: inout Reads
    ) throws -> PluginInquiry {
        let listsResults = (graph.packages[target.package]?.toolsVersion ?? ToolsVersion(5, 9)) >= ToolsVersion(6, 0)
        let workFolder = planner.workFolder(of: plugin, for: target)
        let question = PluginQuestion(
            about: target, workFolder: workFolder,
            tools: planner.toolPaths(of: plugin).map { .init(name: $0.name, path: $0.path) },
            toolchainFolder: (workspace.toolchain.root / "bin").string, sourcesSoFar: listsResults ? made.sources : [],
            resourcesSoFar: listsResults ? made.resources.map(\.source) : [])
        let text = reads.texts[plugin] ?? PluginText(sources(of: plugin))
        reads.texts[plugin] = text
        let files = try reads.files[target.package] ?? self.files(of: target.package)
        reads.files[target.package] = files
        var variables: [String: String] = [:]
        for name in text.variableNames { variables[name] = workspace.settings.environment.variables[name] }
        // It is asked in each build.
        if text.isRestless { variables["MONO_ASKED_AT"] = String(workspace.files.now) }
        return PluginInquiry(
            target: target, plugin: plugin, question: question.text(in: graph, request.configuration),
            workFolder: workFolder, variables: variables,
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
        return try workspace.filesFollowingLinks(in: home) { path in
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return ![".git", ".build", BuildLayout.folder].contains(name)
                && !others.contains(BuildLayout.joined(home, path))
        }
    }
}
