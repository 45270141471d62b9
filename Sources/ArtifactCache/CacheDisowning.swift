/// What was taken back, and taking back.
extension TieredCache {
    /// All rules that hold for this process.
    var disowned: [Disownment] {
        if let known = state.withLock({ $0.disowned }) { return known }
        var all = local.store.disownments()
        for rule in reachable.filter({ !$0.store.isFar }).flatMap({ $0.store.disownments() })
        where !all.contains(rule) {
            all.append(rule)
            keep(rule)
        }
        let found = all
        state.withLock { $0.disowned = found }
        return found
    }

    /// Here too: copies of what was disowned stay disowned while the others are out of reach.
    private func keep(_ rule: Disownment) {
        attempt(local) { () throws(BackingFault) in try local.store.disown(rule) }
    }

    /// Asks a far store what was taken back there: once, when something of it is to be used. A build that finds all it
    /// needs here asks no server.
    func hear(_ part: TierPart) {
        if state.withLock({ $0.heard.contains(part.name) }) { return }
        hearing.take(part.name) {
            if state.withLock({ $0.heard.contains(part.name) }) { return }
            let known = disowned, new = part.store.disownments().filter { !known.contains($0) }
            for rule in new { keep(rule) }
            state.withLock { state in
                state.disowned = (state.disowned ?? known) + new
                state.heard.insert(part.name)
            }
        }
    }

    /// From now on what the rule describes counts as absent in all stores that this process may write to. Throws what
    /// the first of them had against it.
    public func disown(_ rule: Disownment) throws(BackingFault) {
        for part in parts where part.isOpen { try part.store.disown(rule) }
    }
}
