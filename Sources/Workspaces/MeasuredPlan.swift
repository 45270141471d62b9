import BuildEngine
import BuildPlanning
import GraphAnalysis
import Targets

/// A plan with the times that its actions took when their results were made.
public struct MeasuredPlan: Sendable {
    public let graph: ActionGraph
    /// The targets that it builds.
    public let targets: Set<TargetID>
    /// On the wall.
    public let milliseconds: [ActionID: Int64]
    /// What compiling each target takes, in milliseconds of processor time: how much else ran at once hardly shows in
    /// it, and that was measured to treble times on the wall.
    public let work: [TargetID: Int64]

    /// Looks at what the cache holds; runs nothing.
    public init(_ build: PlannedBuild) {
        let inspected = build.inspect()
        graph = build.plan.graph
        var times: [ActionID: Int64] = [:], work: [TargetID: Int64] = [:], targets: Set<TargetID> = []
        for action in graph.actions.values {
            // What starts no program takes no time.
            let result = inspected[action.id]?.result
            times[action.id] = action.tool == nil && action.program == nil ? 0 : result?.wall
            guard case .target(let id) = action.subject else { continue }
            targets.insert(id)
            if [.emitModule, .compile, .compileModule, .compileClang].contains(action.kind) {
                work[id, default: 0] += result?.cpu ?? 0
            }
        }
        (milliseconds, self.work, self.targets) = (times, work, targets)
    }

    public var timeline: BuildTimeline { BuildTimeline(graph) { milliseconds[$0] } }
}
