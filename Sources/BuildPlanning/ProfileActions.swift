import Targets

extension ActionPlanner {
    /// What measures the type checker's time for each Swift target among `targets`: one frontend a target, so that no
    /// body is checked twice for others' sake. The modules that they need are emitted before. Targets that cannot be
    /// built are left out.
    public func profilePlan(of targets: [TargetID]) throws(PlanningError) -> BuildPlan {
        let blocked = self.blocked()
        let chosen = targets.compactMap { graph.targets[$0] }.filter {
            $0.language == .swift && $0.kind != .plugin && blocked[$0.id] == nil
        }
        let actions = try self.actions(toBuild: chosen.map(\.id))
        let measuring = chosen.map { planner(for: $0.id).profileAction(for: $0) }
        return BuildPlan(
            graph: try ActionGraph(planned: actions + measuring, goals: measuring.map(\.id)), placements: [],
            leftOut: targets.compactMap { blocked[$0] })
    }

    /// Where the compiler writes its own statistics of a target's profile.
    public func profileStatistics(of target: TargetID) -> String { "\(layout.folder(of: target))/profile" }

    private func profileAction(for target: Target) -> Action {
        let package = self.package(of: target)
        let visible = self.visible(from: target)
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        let folder = profileStatistics(of: target.id), derived = derivedSources(of: target)
        let map = OutputFileMap(module: [
            "dependencies": here("\(folder)/module.d"), "swift-dependencies": here("\(folder)/module.priors"),
        ])
        let mapPath = "\(folder)-output-file-map.json"
        let run = Action.ToolRun(
            .checkTypes, .swiftc,
            arguments: compilation(of: target, in: package, seeing: visible).checkTypes(
                statistics: here(folder), outputFileMap: here(mapPath)),
            generated: derived + [.init(path: mapPath, content: map.json)],
            interfaces: directInterfaces(of: target), moduleSearch: .map(path: moduleMap(of: target)),
            consumed: makers(of: target, seeing: visible), dependencyFiles: ["\(folder)/module.d"])
        return onPlatform(
            Action(
                id: named(.checkTypes, target.id), subject: .target(target.id), folder: package.folder,
                sources: target.sources.map { BuildLayout.joined(package.folder, $0) }, work: .tool(run)))
    }
}
