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

    /// `part`: what was built since.
    func amendment(by part: BuildPlan?, in root: AbsolutePath) -> LookAmendment? {
        guard let part else { return nil }
        let placed = part.placements.map { root / $0.path }
        return LookAmendment(
            of: table, differing: Set(files + placed), listed: Set(folders), ownFolder: root / BuildLayout.folder)
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
        let sources = edited.files.map { $0.relative(to: root) }, request = try request(goal, settings)
        var planner = ActionPlanner(graph: loaded.graph, request: request)
        guard planner.targetsWithPlugins().isEmpty, let chosen = planner.partOfEverything(with: sources) else {
            return nil
        }
        planner = planner.revealing(RevealedSources(workspace: self).targets(for: request, in: chosen.targets))
        let plan = try planner.plan(chosen)
        let part = PartOfBuild(
            plan, edited: sources, outline, edited.known.result,
            whole: { try? self.planner(goal, settings, asking: nil).plan() })
        return part.map { PlannedBuild(self, settings, planner, plan: plan, part: $0) }
    }
}
