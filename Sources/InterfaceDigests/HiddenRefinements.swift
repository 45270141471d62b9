/// What a module's hidden protocols refine that is none of them, by themselves or by way of others: what conforms to
/// one conforms to those too, and clients find that.
struct HiddenRefinements {
    /// Path -> such protocols, as they are written; and the conditions of the head, which refine as well.
    private(set) var refined: [String: Set<String>] = [:]

    /// `protocols`: the hidden ones, by path.
    init(of protocols: [String: [Declaration]]) {
        var open: [String: Set<String>] = [:]
        for (path, places) in protocols {
            refined[path] = []
            for place in places {
                // A class, or one that cannot be copied, conforms to nothing by that.
                open[path, default: []].formUnion(
                    InheritanceClause(place.text).items.filter { $0 != "AnyObject" && !$0.hasPrefix("~") })
                if !place.condition.isEmpty { open[path, default: []].insert(place.condition) }
            }
        }
        for path in protocols.keys {
            var seen: Set<String> = [], next = open[path] ?? []
            while let item = next.popFirst() {
                guard seen.insert(item).inserted else { continue }
                if protocols[item] == nil {
                    refined[path, default: []].insert(item)
                } else {
                    next.formUnion(open[item] ?? [])
                }
            }
        }
    }
}
