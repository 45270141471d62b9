import Targets

/// The actions of one build, in an order in which each stands after all that it depends on.
public struct ActionGraph: Sendable {
    public let actions: [ActionID: Action]
    public let order: [ActionID]
    /// What was asked for: these and what they need are decided.
    public let goals: [ActionID]
    public let dependents: [ActionID: [ActionID]]

    /// `actions` must name only each other, and goals only them: planners make no others, so a violation is a bug here.
    public init(actions: [Action], goals: [ActionID]) {
        var table: [ActionID: Action] = [:]
        for action in actions {
            assert(table[action.id] == nil || table[action.id] == action, "two actions are called \(action.id)")
            table[action.id] = action
        }
        // Only what the goals need.
        var needed: Set<ActionID> = []
        var open = goals
        while let next = open.popLast() {
            guard needed.insert(next).inserted, let action = table[next] else { continue }
            open += action.dependencies
        }
        var waiting: [ActionID: Int] = [:]
        var dependents: [ActionID: [ActionID]] = [:]
        for id in needed.sorted() {
            guard let action = table[id] else { preconditionFailure("nobody plans \(id)") }
            let dependencies = Set(action.dependencies)
            waiting[id] = dependencies.count
            for dependency in dependencies { dependents[dependency, default: []].append(id) }
        }
        var level = needed.filter { waiting[$0] == 0 }.sorted()
        var order: [ActionID] = []
        while !level.isEmpty {
            order += level
            var next: [ActionID] = []
            for id in level {
                for dependent in dependents[id] ?? [] {
                    waiting[dependent]! -= 1
                    if waiting[dependent] == 0 { next.append(dependent) }
                }
            }
            level = next.sorted()
        }
        precondition(order.count == needed.count, "actions that need each other or name no action")
        self.actions = table.filter { needed.contains($0.key) }
        self.order = order
        self.goals = goals
        self.dependents = dependents
    }

    public subscript(id: ActionID) -> Action { actions[id]! }
}
