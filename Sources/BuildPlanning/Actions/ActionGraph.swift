import Targets
import Toolchains

/// The actions of one build, in an order in which each stands after all that it depends on.
public struct ActionGraph: Sendable {
    public let actions: [ActionID: Action]
    public let order: [ActionID]
    /// What was asked for: these and what they need are decided.
    public let goals: [ActionID]
    public let dependents: [ActionID: [ActionID]]

    /// Of what was planned: the same action may stand there more than once. Two that differ have one name where the
    /// names of two targets or products make it so, and an action that needs one of them would get the other.
    init(planned actions: [Action], goals: [ActionID]) throws(PlanningError) {
        var table: [ActionID: Action] = [:]
        table.reserveCapacity(actions.count)
        for action in actions {
            if let other = table.updateValue(action, forKey: action.id), other != action {
                throw .sameAction(action.id)
            }
        }
        self.init(needed: ActionGraph.needed(by: goals, in: table), goals: goals)
    }

    /// `actions` must name only each other, each once, and goals only them: planners make no others, so a violation is
    /// a bug here.
    public init(actions: [Action], goals: [ActionID]) {
        var table: [ActionID: Action] = [:]
        for action in actions {
            let other = table.updateValue(action, forKey: action.id)
            precondition(other == nil, "two actions are called \(action.id)")
        }
        self.init(needed: ActionGraph.needed(by: goals, in: table), goals: goals)
    }

    private init(needed actions: [ActionID: Action], goals: [ActionID]) {
        // By their positions in the order of their names: names are long, and each is hashed once a dependency.
        let ids = actions.keys.sorted()
        var positions: [ActionID: Int] = [:]
        positions.reserveCapacity(ids.count)
        for (position, id) in ids.enumerated() { positions[id] = position }
        var waiting = [Int](repeating: 0, count: ids.count)
        var dependents = [[Int]](repeating: [], count: ids.count)
        for (position, id) in ids.enumerated() {
            for dependency in actions[id]?.dependencies ?? [] {
                guard let other = positions[dependency] else {
                    preconditionFailure("\(id) needs \(dependency), which nobody plans")
                }
                // The same one again would stand at the end.
                if dependents[other].last == position { continue }
                waiting[position] += 1
                dependents[other].append(position)
            }
        }
        var level = waiting.indices.filter { waiting[$0] == 0 }
        var order: [ActionID] = []
        order.reserveCapacity(ids.count)
        while !level.isEmpty {
            order += level.map { ids[$0] }
            var next: [Int] = []
            for dependent in level.flatMap({ dependents[$0] }) {
                waiting[dependent] -= 1
                if waiting[dependent] == 0 { next.append(dependent) }
            }
            level = next.sorted()
        }
        precondition(order.count == actions.count, "actions that need each other")
        var named: [ActionID: [ActionID]] = [:]
        named.reserveCapacity(ids.count)
        for (position, list) in dependents.enumerated() where !list.isEmpty {
            named[ids[position]] = list.map { ids[$0] }
        }
        (self.actions, self.order, self.goals, self.dependents) = (actions, order, goals, named)
    }

    /// The goals, and all that they need.
    private static func needed(by goals: [ActionID], in table: [ActionID: Action]) -> [ActionID: Action] {
        var needed: Set<ActionID> = []
        needed.reserveCapacity(table.count)
        var open = goals
        while let next = open.popLast() {
            if !needed.insert(next).inserted { continue }
            guard let action = table[next] else { preconditionFailure("nobody plans \(next)") }
            open += action.dependencies
        }
        return needed.count == table.count ? table : table.filter { needed.contains($0.key) }
    }

    /// All modules that the action may import, those of its direct dependencies first.
    public func modules(seenBy action: Action) -> [ActionID] {
        var found: [ActionID] = [], seen: Set<ActionID> = []
        var open = action.interfaces[...]
        while let id = open.popFirst() {
            guard seen.insert(id).inserted else { continue }
            found.append(id)
            open += self[id].seen
        }
        return found
    }

    /// The words of the action's command line, with those that follow from what it sees.
    public func arguments(of action: Action) -> [Argument] {
        if action.moduleSearch != .folders { return action.arguments }
        let modules = modules(seenBy: action).compactMap { self[$0].modulePath }
        return action.arguments + action.wordsToFind(modules)
    }

    /// `id`: of an action of the graph.
    public subscript(id: ActionID) -> Action {
        guard let action = actions[id] else { preconditionFailure("nobody plans \(id)") }
        return action
    }
}
