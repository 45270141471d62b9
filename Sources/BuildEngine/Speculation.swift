import BuildPlanning

/// What the links at the end of a build will ask for, if the modules that are being emitted come out as they did the
/// last time.
///
/// Deciding reads nothing that a decision later would not read, and starts nothing; any thread may do it while the
/// emissions run.
struct Speculation: Sendable {
    /// A link that would run, and what it would be linked from.
    struct Candidate: Sendable {
        var link: ActionID
        var missing: Undecided
        /// Everything that it needs.
        var needs: [ActionID: Decided]
        /// Of those, what is not decided yet.
        var assumption: [ActionID: Decided]
    }

    let graph: ActionGraph
    let links: [ActionID]
    let decided: [ActionID: Decided]
    /// The last results of the emissions that run.
    let assumption: [ActionID: Decided]

    /// `bases`: what they know to come out otherwise is not assumed.
    func candidates(_ decider: Decider, _ bases: Bases) -> [Candidate] {
        var assumed = assumption.filter { !holdsOtherModule(graph[$0.key], decider, bases) }
        if assumed.isEmpty { return [] }
        var behind = Set(links)
        for id in graph.order.reversed() where behind.contains(id) { behind.formUnion(graph[id].dependencies) }
        for id in graph.order
        where behind.contains(id) && decided[id] == nil && assumption[id] == nil && !links.contains(id) {
            guard let needs = needs(of: id, assumed),
                case .decided(let result) = decider.decide(graph[id], needs: needs)
            else {
                continue
            }
            assumed[id] = result
        }
        return links.compactMap { link in
            guard let needs = needs(of: link, assumed),
                case .undecided(let missing) = decider.decide(graph[link], needs: needs)
            else {
                return nil
            }
            return Candidate(
                link: link, missing: missing, needs: needs, assumption: needs.filter { decided[$0.key] == nil })
        }
    }

    private func holdsOtherModule(_ emission: Action, _ decider: Decider, _ bases: Bases) -> Bool {
        guard let needs = needs(of: emission.id, [:]),
            let fingerprint = try? decider.fingerprint(of: emission, needs: needs)
        else { return false }
        return bases.areOfOtherModule(emission, fingerprint)
    }

    private func needs(of action: ActionID, _ assumed: [ActionID: Decided]) -> [ActionID: Decided]? {
        var needs: [ActionID: Decided] = [:]
        for id in graph[action].dependencies {
            guard let known = decided[id] ?? assumed[id] else { return nil }
            needs[id] = known
        }
        return needs
    }
}
