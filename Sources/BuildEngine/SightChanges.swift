import BuildPlanning
import Digests

/// Says of a changed sight which modules' own interfaces changed: a key holds the sights of direct dependencies, and
/// people want to know what was edited behind them.
struct SightChanges {
    let memory: FingerprintMemory

    /// The same changes, where one of a sight is replaced by those behind it. One of which nothing is remembered stays.
    func resolved(_ changes: [RebuildReason.Change]) -> [RebuildReason.Change] {
        var found: [RebuildReason.Change] = [], seen: Set<RebuildReason.Change> = []
        var known: [ActionID: [ContentDigest: ModuleSight.Node]] = [:]
        var open = changes[...]
        while let change = open.popFirst() {
            guard seen.insert(change).inserted else { continue }
            guard case .interface(let module) = change.component,
                let old = change.old.flatMap({ node($0, of: module, &known) }),
                let new = change.new.flatMap({ node($0, of: module, &known) })
            else {
                found.append(change)
                continue
            }
            if old.own != new.own || old.imports == new.imports {
                found.append(.init(component: change.component, old: old.own.description, new: new.own.description))
            }
            open += SightChanges.imports(from: old, to: new)
        }
        return found
    }

    private static func imports(from old: ModuleSight.Node, to new: ModuleSight.Node) -> [RebuildReason.Change] {
        func sights(_ node: ModuleSight.Node) -> [ActionID: String] {
            node.imports.reduce(into: [:]) { $0[$1.module] = $1.sight.description }
        }
        let before = sights(old), after = sights(new)
        return Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }.map {
            .init(component: .interface(of: $0), old: before[$0], new: after[$0])
        }
    }

    private func node(
        _ sight: String, of module: ActionID, _ known: inout [ActionID: [ContentDigest: ModuleSight.Node]]
    ) -> ModuleSight.Node? {
        guard let sight = ContentDigest(sight) else { return nil }
        if known[module] == nil {
            known[module] = memory.nodes(of: module).reduce(into: [:]) { $0[$1.sight] = $1 }
        }
        return known[module]?[sight]
    }
}
