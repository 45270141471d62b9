/// Which of a module's hidden protocols refine protocols that are none of them, by themselves or by way of others: what
/// conforms to one conforms to those too, and clients find that.
struct HiddenRefinements {
    /// Path -> whether it does.
    private(set) var refinesOthers: [String: Bool] = [:]

    /// `protocols`: the hidden ones, by path.
    init(of protocols: [String: [Declaration]]) {
        for path in protocols.keys { refinesOthers[path] = false }
        let clauses = protocols.mapValues { $0.map { InheritanceClause($0.text) } }
        while true {
            let more = clauses.filter { path, clauses in
                refinesOthers[path] == false
                    && clauses.contains { clause in
                        // `where Self: P` refines as well.
                        !clause.conditions.isEmpty
                            || clause.items.contains { $0 != "AnyObject" && refinesOthers[$0] ?? true }
                    }
            }
            if more.isEmpty { return }
            for path in more.keys { refinesOthers[path] = true }
        }
    }
}
