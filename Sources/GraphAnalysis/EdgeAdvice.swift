import Targets

/// What single edges of a graph cost over a history of changes.
public struct EdgeAdvice: Hashable, Sendable {
    public var from, to: TargetID
    /// Milliseconds of compile work that the history would have taken less if `from` needed an interface of `to` and
    /// not `to` itself.
    public var saved: Int64
    /// In how many changes it would have spared anything.
    public var changes: Int
    /// Of these: in how many that rests on files alone, so that it may have been nothing.
    public var unproven: Int
    /// Compiles that would not have run.
    public var compiles: Int
    /// Changes that would have spared something, had they not changed what the interface would hold.
    public var kept: Int
}

/// What a target costs all libraries that need it, over a history of changes.
public struct TargetAdvice: Hashable, Sendable {
    public var target: TargetID
    /// The libraries that would need an interface of it instead, sorted.
    public var dependents: [TargetID]
    /// Milliseconds of compile work that the history would have taken less.
    public var saved: Int64
    /// In how many changes it would have spared anything.
    public var changes: Int
    /// Of these: in how many that rests on files alone, so that it may have been nothing.
    public var unproven: Int
    /// Compiles that would not have run, and those that ran because of a change of it or below it.
    public var compiles, reached: Int
    /// Changes in which the interface would have changed for at least one dependent.
    public var kept: Int
}

/// What a change of a target's files did to what others see of it.
public enum InterfaceChange: Hashable, Sendable {
    /// Nobody knows: it counts as changed.
    case unknown
    /// Its digest is the same, so that no dependent is compiled again.
    case same
    case changed
}

/// Changes that a history of commits made, on paper: whatever can see a target that looks different is compiled again,
/// through others too.
public struct ChangeHistory: Sendable {
    private struct Change: Sendable {
        /// The targets whose files changed.
        var changed: [Int: InterfaceChange]
        /// Whether a target depends on one that looks different.
        var sees: [Bool]

        func shows(_ target: Int) -> Bool { changed[target].map { $0 != .same } ?? false }
        func reaches(_ target: Int) -> Bool { sees[target] || shows(target) }
    }

    private let order: [TargetID]
    private let place: [TargetID: Int]
    /// By places in `order`.
    private let dependencies, dependents: [[Int]]
    private let milliseconds: [Int64]
    private let isProgram: [Bool]
    private let changes: [Change]

    /// `milliseconds`: what compiling each target takes. `changes`: the targets that each commit changed; those that
    /// `counted` does not hold are left out.
    public init(
        _ graph: TargetGraph, counted: Set<TargetID>, milliseconds: [TargetID: Int64],
        changes: [[TargetID: InterfaceChange]]
    ) {
        let order = graph.order.filter(counted.contains)
        let place = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        let dependencies = order.map { id in graph.dependencies(of: id).compactMap { place[$0] } }
        var dependents = order.map { _ in [Int]() }
        for (index, needs) in dependencies.enumerated() { for need in needs { dependents[need].append(index) } }
        (self.order, self.place, self.dependencies, self.dependents) = (order, place, dependencies, dependents)
        self.milliseconds = order.map { milliseconds[$0] ?? 0 }
        isProgram = order.map { [.executable, .test, .snippet].contains(graph.targets[$0]?.kind) }
        self.changes = changes.map { targets in
            var change = Change(changed: [:], sees: order.map { _ in false })
            for (target, interface) in targets { place[target].map { change.changed[$0] = interface } }
            if !change.changed.isEmpty {
                for index in order.indices { change.sees[index] = dependencies[index].contains(where: change.reaches) }
            }
            return change
        }
    }

    /// How many commits changed any target.
    public var count: Int { changes.count { !$0.changed.isEmpty } }

    /// Of these: how many changed one of which nobody knows whether others see it.
    public var unknown: Int { changes.count { $0.changed.values.contains(.unknown) } }

    /// What all changes compile, in milliseconds, and how many compiles that are.
    public var total: (milliseconds: Int64, compiles: Int) {
        changes.reduce((0, 0)) { sum, change in
            let compiled = order.indices.filter { change.sees[$0] || change.changed[$0] != nil }
            return (sum.0 + compiled.reduce(0) { $0 + milliseconds[$1] }, sum.1 + compiled.count)
        }
    }

    /// The edges for which `mayGo` is true, most expensive first; those that cost nothing are left out. `keeps`: see
    /// `advice(on:keeps:)`.
    public func advice(
        where mayGo: (_ from: TargetID, _ to: TargetID) -> Bool,
        keeps: (_ change: Int, _ from: TargetID, _ to: TargetID) -> Bool = { _, _, _ in false }
    ) -> [EdgeAdvice] {
        let found = order.indices.flatMap { from in
            dependencies[from].filter { mayGo(order[from], order[$0]) }.map { advice(from, $0, keeps) }
        }
        return found.filter { $0.compiles > 0 }.sorted {
            ($1.saved, $1.compiles, $0.from, $0.to) < ($0.saved, $0.compiles, $1.from, $1.to)
        }
    }

    /// What one edge costs. `keeps`: whether a change, by its place in the history, changed what the interface would
    /// hold, so that `from` would be compiled again nevertheless; asked where the digest is known to be another one.
    public func advice(
        on edge: (from: TargetID, to: TargetID),
        keeps: (_ change: Int, _ from: TargetID, _ to: TargetID) -> Bool = { _, _, _ in false }
    ) -> EdgeAdvice? {
        guard let from = place[edge.from], let to = place[edge.to], dependencies[from].contains(to) else { return nil }
        return advice(from, to, keeps)
    }

    /// What each target for which `mayGo` is true of two dependents or more costs these, most expensive first; those
    /// that cost nothing are left out. `keeps`: see `advice(on:keeps:)`.
    public func targetAdvice(
        where mayGo: (_ from: TargetID, _ to: TargetID) -> Bool,
        keeps: (_ change: Int, _ from: TargetID, _ to: TargetID) -> Bool = { _, _, _ in false }
    ) -> [TargetAdvice] {
        let found = order.indices.compactMap { to -> TargetAdvice? in
            let froms = dependents[to].filter { !isProgram[$0] && mayGo(order[$0], order[to]) }
            return froms.count > 1 ? wholeAdvice(froms, to, keeps) : nil
        }
        return found.filter { $0.compiles > 0 }.sorted {
            ($1.saved, $1.compiles, $0.target) < ($0.saved, $0.compiles, $1.target)
        }
    }

    /// What a target costs those of its dependents for which `mayGo` is true; nil where no build holds it.
    public func advice(
        on target: TargetID, where mayGo: (_ from: TargetID, _ to: TargetID) -> Bool,
        keeps: (_ change: Int, _ from: TargetID, _ to: TargetID) -> Bool = { _, _, _ in false }
    ) -> TargetAdvice? {
        place[target].map { to in
            wholeAdvice(dependents[to].filter { !isProgram[$0] && mayGo(order[$0], target) }, to, keeps)
        }
    }

    private func wholeAdvice(_ froms: [Int], _ to: Int, _ keeps: (Int, TargetID, TargetID) -> Bool) -> TargetAdvice {
        var advice = advice(froms, to, keeps)
        for change in changes where change.reaches(to) { advice.reached += above(to, change) }
        return advice
    }

    /// But for `reached`, which takes a walk of its own for each change.
    private func advice(_ froms: [Int], _ to: Int, _ keeps: (Int, TargetID, TargetID) -> Bool) -> TargetAdvice {
        var advice = TargetAdvice(
            target: order[to], dependents: froms.map { order[$0] }.sorted(), saved: 0, changes: 0, unproven: 0,
            compiles: 0, reached: 0, kept: 0)
        for (index, change) in changes.enumerated() where change.reaches(to) {
            let all = spared(froms, to, change)
            if all.isEmpty { continue }
            let keeping = change.changed[to] == .changed ? froms.filter { keeps(index, order[$0], order[to]) } : []
            if !keeping.isEmpty { advice.kept += 1 }
            let spared = keeping.isEmpty ? all : spared(froms.filter { !keeping.contains($0) }, to, change)
            if spared.isEmpty { continue }
            advice.changes += 1
            if change.changed.values.contains(.unknown), !isProven(to, change) { advice.unproven += 1 }
            advice.compiles += spared.count
            advice.saved += spared.reduce(0) { $0 + milliseconds[$1] }
        }
        return advice
    }

    /// How many targets above one see it, through others too, in a change.
    private func above(_ target: Int, _ change: Change) -> Int {
        var seen: Set<Int> = [target], open = [target]
        while let next = open.popLast() {
            for dependent in dependents[next] where change.sees[dependent] && seen.insert(dependent).inserted {
                open.append(dependent)
            }
        }
        return seen.count - 1
    }

    private func advice(_ from: Int, _ to: Int, _ keeps: (Int, TargetID, TargetID) -> Bool) -> EdgeAdvice {
        let found = advice([from], to, keeps)
        return EdgeAdvice(
            from: order[from], to: order[to], saved: found.saved, changes: found.changes, unproven: found.unproven,
            compiles: found.compiles, kept: found.kept)
    }

    /// The targets that are not compiled where none of `froms` sees `to`. Programs bring implementations together: they
    /// see what they saw.
    private func spared(_ froms: [Int], _ to: Int, _ change: Change) -> [Int] {
        guard change.reaches(to) else { return [] }
        var blind: [Int] = [], open: [Int] = []
        // Of each target above: how many of its dependencies still lead to what changed.
        var left: [Int: Int] = [:]
        func lose(_ dependent: Int) {
            let count = left[dependent] ?? dependencies[dependent].count(where: change.reaches)
            left[dependent] = count - 1
            if count == 1 {
                blind.append(dependent)
                open.append(dependent)
            }
        }
        for from in froms where !isProgram[from] { lose(from) }
        while let next = open.popLast() {
            // What depends on this one sees it itself.
            if change.shows(next) { continue }
            for dependent in dependents[next] where !isProgram[dependent] { lose(dependent) }
        }
        return blind.filter { change.changed[$0] == nil }
    }

    /// True where digests that are known to be others would compile the same targets again.
    private func isProven(_ to: Int, _ change: Change) -> Bool {
        var seen: Set<Int> = [to], open = [to]
        while let next = open.popLast() {
            if change.changed[next] == .changed { return true }
            for dependency in dependencies[next] where change.reaches(dependency) && seen.insert(dependency).inserted {
                open.append(dependency)
            }
        }
        return false
    }
}
