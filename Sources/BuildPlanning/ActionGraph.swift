import Targets

/// The actions of one build, in an order in which each stands after all that it depends on.
public struct ActionGraph: Sendable {
    public let actions: [ActionID: Action]
    public let order: [ActionID]
    /// What was asked for: these and what they need are decided.
    public let goals: [ActionID]
    public let dependents: [ActionID: [ActionID]]

    /// Of what was planned: the same action may stand there more than once. Two that differ have one name where the names of two targets or products
    /// make it so, and whoever needs one of them would get the other.
    init(planned actions: [Action], goals: [ActionID]) throws(PlanningError) {
        var table: [ActionID: Action] = [:]
        for action in actions {
            if let other = table.updateValue(action, forKey: action.id), other != action { throw .sameAction(action.id) }
        }
        self.init(actions: Array(table.values), goals: goals)
    }

    /// `actions` must name only each other, each once, and goals only them: planners make no others, so a violation is a bug here.
    public init(actions: [Action], goals: [ActionID]) {
        var table: [ActionID: Action] = [:]
        for action in actions {
            let other = table.updateValue(action, forKey: action.id)
            precondition(other == nil, "two actions are called \(action.id)")
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
