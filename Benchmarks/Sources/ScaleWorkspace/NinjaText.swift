/// A `build.ninja` with as many edges and inputs as a build of the workspace has: for each target that is built one
/// edge that stands for emitting its module, and one for its compile, which both need its sources and the modules of
/// its dependencies; for each program a link. Each command only touches its output.
public struct NinjaText: Sendable {
    private let plan: WorkspacePlan

    public init(_ plan: WorkspacePlan) { self.plan = plan }

    /// `workspace`: the way to the workspace from the folder of `build.ninja`.
    public func text(workspace: String) -> String {
        var lines = ["rule touch", "  command = touch $out", ""]
        for target in plan.targets where target.kind != .tests {
            let sources = plan.paths(of: target).map { "\(workspace)/\($0)" }
            let modules = target.dependencies.map { module(plan.targets[$0]) }
            let inputs = (sources + modules).joined(separator: " ")
            lines.append("build \(module(target)): touch \(inputs)")
            lines.append("build \(object(target)): touch \(inputs)")
            if target.kind == .program { lines.append(link(target)) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func module(_ target: WorkspacePlan.Target) -> String { "out/\(target.name).swiftmodule" }
    private func object(_ target: WorkspacePlan.Target) -> String { "out/\(target.name).o" }

    private func link(_ program: WorkspacePlan.Target) -> String {
        var found: Set<Int> = [], open = program.dependencies
        while let next = open.popLast() {
            if found.insert(next).inserted { open += plan.targets[next].dependencies }
        }
        let objects = found.sorted().map { object(plan.targets[$0]) } + [object(program)]
        return "build out/\(program.name): touch \(objects.joined(separator: " "))"
    }
}
