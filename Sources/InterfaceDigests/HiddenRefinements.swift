/// What a module's hidden protocols refine that is none of them, by themselves or by way of others: what conforms to
/// one conforms to those too, and clients find that.
struct HiddenRefinements {
    /// Path -> such protocols, as they are written; and the conditions of the head, which refine as well.
    private(set) var refined: [String: Set<String>] = [:]

    /// `protocols`: the hidden ones, by path.
    init(of protocols: [String: [Declaration]]) {
        var open: [String: Set<String>] = [:], conditions: [String: Set<String>] = [:]
        for (path, places) in protocols {
            refined[path] = []
            conditions[path] = Set(places.map(\.condition).filter { !$0.isEmpty })
            for place in places {
                // A class, or one that cannot be copied, conforms to nothing by that.
                open[path, default: []].formUnion(
                    InheritanceClause(place.text).items.filter { $0 != "AnyObject" && !$0.hasPrefix("~") })
            }
        }
        for path in protocols.keys {
            refined[path, default: []].formUnion(conditions[path] ?? [])
            var seen: Set<String> = [], next = open[path] ?? []
            while let item = next.popFirst() {
                guard seen.insert(item).inserted else { continue }
                for name in InheritanceClause.names(in: item) {
                    if protocols[name] == nil {
                        refined[path, default: []].insert(item)
                    } else {
                        refined[path, default: []].formUnion(conditions[name] ?? [])
                        next.formUnion(open[name] ?? [])
                    }
                }
            }
        }
    }
}
