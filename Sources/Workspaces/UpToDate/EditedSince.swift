import BuildEngine
import BuildPlanning
import Digests
import Disk

/// What a workspace was opened for, and where it is noted what a build of that looks at.
struct Noting: Sendable {
    var request: UpToDateRequest
    var record: UpToDateRecord
    /// Set where all but the content of a few files is as the last such build left it.
    var edited: EditedSince?
}

/// The last build of a request, since which nothing has changed but the content of these files.
struct EditedSince: Sendable {
    var known: UpToDate
    var files: [AbsolutePath]
    /// Folders that look otherwise, and may list the same.
    var folders: [AbsolutePath]
    var table: LookTable
    /// Of the files with the outline, and with what folders list.
    var outline: ContentDigest
    var listings: ContentDigest?

    /// `placed`: what the build of a part put in place since.
    func amendment(by placed: [BuildPlan.Placement], in root: AbsolutePath) -> LookAmendment {
        LookAmendment(
            of: table, differing: Set(files + placed.map { root / $0.path }), listed: Set(folders),
            ownFolder: root / BuildLayout.folder)
    }
}

extension OpenWorkspace {
    /// The part of a build of everything that has to be decided; nil where that is all of it, or not known.
    func part(of goal: BuildRequest.Goal, _ settings: BuildSettings) throws -> PlannedBuild? {
        guard let noting, let edited = noting.edited, goal == .everything, settings == noting.request.settings,
            // After a failure all that does not need what failed is built.
            !settings.keepsGoing, settings.verification == nil, !settings.isDryRun, log != nil,
            // Rules look at the sources of all that is built.
            !configuration.architecture.isEnforced,
            loaded.notes.allSatisfy(\.isOfNoPlan), edited.files.allSatisfy({ $0.isInside(root) }),
            loaded.variables.isDisjoint(with: UpToDateRecord.unheeded),
            noting.record.foldersHold(edited, in: self.files), let outline = noting.record.outline(of: edited)
        else { return nil }
        let planner = ActionPlanner(graph: loaded.graph, request: try request(goal, settings))
        guard planner.targetsWithPlugins().isEmpty else { return nil }
        let parts = PartsOfBuild(
            workspace: self, goal: goal, settings: settings, planner: planner,
            sources: edited.files.map { $0.relative(to: root) }, outline: outline, known: edited.known.result)
        return try parts.smallest()
    }
}

/// The parts of a build that may be enough, from small to large.
private struct PartsOfBuild: Sendable {
    let workspace: OpenWorkspace
    let goal: BuildRequest.Goal
    let settings: BuildSettings
    let planner: ActionPlanner
    /// What was edited, relative to the root.
    let sources: [String]
    let outline: BuildOutline
    let known: NothingToDo

    /// The edited targets alone, which is enough where no object changes: after most edits of comments.
    func smallest() throws -> PlannedBuild? {
        guard let found = try part(linking: false, larger: { linked() ?? whole() }) else { return nil }
        return PlannedBuild(workspace, settings, found.planner, plan: found.plan, part: found.part)
    }

    /// With what is linked of them.
    private func linked() -> PartOfBuild.Larger? {
        guard let found = try? part(linking: true, larger: whole) else { return nil }
        return PartOfBuild.Larger(plan: found.plan, part: found.part)
    }

    private func whole() -> PartOfBuild.Larger? {
        guard let plan = try? workspace.planner(goal, settings, asking: nil).plan() else { return nil }
        return PartOfBuild.Larger(plan: plan)
    }

    private func part(
        linking: Bool, larger: @escaping @Sendable () -> PartOfBuild.Larger?
    ) throws -> (planner: ActionPlanner, plan: BuildPlan, part: PartOfBuild)? {
        guard let chosen = planner.partOfEverything(with: sources, linking: linking) else { return nil }
        let revealed = RevealedSources(workspace: workspace).targets(for: planner.request, in: chosen.targets)
        let revealing = planner.revealing(revealed), plan = try revealing.plan(chosen)
        return PartOfBuild(plan, edited: sources, outline, known, larger: larger).map { (revealing, plan, $0) }
    }
}
