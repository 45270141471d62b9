import BuildEngine
import BuildPlanning
import GraphAnalysis
import Targets

/// A plan with the times that its actions took when their results were made.
struct MeasuredPlan {
    let graph: ActionGraph
    /// The targets that it builds.
    let targets: Set<TargetID>
    let milliseconds: [ActionID: Int64]
    /// What compiling each target takes.
    let perTarget: [TargetID: Int64]

    init(_ work: BuildWork) {
        let inspected = work.inspect()
        graph = work.plan.graph
        var times: [ActionID: Int64] = [:], perTarget: [TargetID: Int64] = [:], targets: Set<TargetID> = []
        for action in graph.actions.values {
            // What starts no program takes no time.
            let time = action.tool == nil ? 0 : inspected[action.id]?.result?.wall
            times[action.id] = time
            guard case .target(let id) = action.subject else { continue }
            targets.insert(id)
            if [.emitModule, .compile, .compileModule, .compileClang].contains(action.kind) { perTarget[id, default: 0] += time ?? 0 }
        }
        (milliseconds, self.perTarget, self.targets) = (times, perTarget, targets)
    }

    var timeline: BuildTimeline { BuildTimeline(graph) { milliseconds[$0] } }
}
