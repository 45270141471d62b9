extension BuildPicture {
    /// The chain of actions, each of which needs the one before, whose runs took longest together: no number of job
    /// slots makes the build shorter. The first action comes first. Results of the cache take no time and are left out.
    /// Needs that lead in a circle count up to where it closes. Linear in actions and needs.
    var criticalPath: [Int] {
        var whole = [Double](repeating: 0, count: actions.count)
        var before = [Int?](repeating: nil, count: actions.count)
        var done = [Bool](repeating: false, count: actions.count)
        for index in dependenciesFirst {
            for need in actions[index].needs where done[need] && whole[need] > 0 {
                if let best = before[index], whole[best] >= whole[need] { continue }
                before[index] = need
            }
            whole[index] = (before[index].map { whole[$0] } ?? 0) + actions[index].cost
            done[index] = true
        }
        var path: [Int] = []
        var at = actions.indices.max { whole[$0] < whole[$1] }
        while let index = at {
            if actions[index].didRun { path.append(index) }
            at = before[index]
        }
        return path.reversed()
    }

    /// All actions, each behind those that it needs, but for circles.
    private var dependenciesFirst: [Int] {
        var order: [Int] = [], isSeen = [Bool](repeating: false, count: actions.count)
        order.reserveCapacity(actions.count)
        for start in actions.indices where !isSeen[start] {
            // Actions that are entered, and how many of their needs were looked at.
            var open = [(index: start, looked: 0)]
            isSeen[start] = true
            while let last = open.last {
                let needs = actions[last.index].needs
                if last.looked == needs.count {
                    order.append(last.index)
                    open.removeLast()
                    continue
                }
                open[open.count - 1].looked += 1
                let next = needs[last.looked]
                if !isSeen[next] {
                    isSeen[next] = true
                    open.append((next, 0))
                }
            }
        }
        return order
    }

    /// A target or product, and those that need it.
    struct Dependents: Hashable, Sendable {
        var subject: String
        /// How many need it, directly or not; nil where counting would take too long.
        var all: Int?
        /// Those that need it directly, sorted.
        var direct: [String]
    }

    /// For each subject, who needs it; those that most need directly come first. Counting stops after `effort` looks at
    /// a need, since it grows with the square of the graph.
    func dependents(effort: Int = 100_000_000) -> [Dependents] {
        let subjects = Set(actions.map(\.subject)).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: subjects.enumerated().map { ($1, $0) })
        let owners = actions.map { numbers[$0.subject] ?? 0 }
        var sets = [Set<Int>](repeating: [], count: subjects.count)
        for (index, action) in actions.enumerated() {
            for need in action.needs where owners[need] != owners[index] { sets[owners[need]].insert(owners[index]) }
        }
        let direct = sets.map(Array.init)
        var left = effort
        var mark = [Int](repeating: -1, count: subjects.count)
        return subjects.indices.sorted { (direct[$1].count, $0) < (direct[$0].count, $1) }.map { start in
            var waiting = direct[start], count = 0
            mark[start] = start
            left -= waiting.count
            while left >= 0, let next = waiting.popLast() {
                guard mark[next] != start else { continue }
                mark[next] = start
                count += 1
                waiting += direct[next]
                left -= direct[next].count
            }
            return Dependents(
                subject: subjects[start], all: left >= 0 ? count : nil,
                direct: direct[start].map { subjects[$0] }.sorted())
        }
    }
}
