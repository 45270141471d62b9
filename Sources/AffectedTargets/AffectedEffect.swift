import Digests
import Targets

/// What a change does to an affected target, by the keys of its compiles at both ends.
public enum AffectedEffect: String, Hashable, Sendable, CaseIterable {
    /// It is compiled again.
    case recompile
    /// It is not; but what it is linked with is, so its program or library is linked again, and its tests run again.
    case relink
    /// Neither.
    case untouched
}

/// The keys of the actions that compile one target, and its module, at one end.
public struct TargetKeys: Hashable, Sendable {
    /// By the action's name. Nil for one whose key is not known.
    public var compiles: [String: ContentDigest?]
    /// Of the module's bytes; nil where there is none.
    public var module: ContentDigest?

    public init(compiles: [String: ContentDigest?], module: ContentDigest?) { (self.compiles, self.module) = (compiles, module) }
}

extension AffectedAnswer {
    /// What the change does to each affected target. `before` and `after`: targets that cannot be planned have no keys; of them it is known
    /// whether the modules that they may import are the same, byte by byte.
    public func effects(before: [TargetID: TargetKeys], after: [TargetID: TargetKeys]) -> [TargetID: AffectedEffect] {
        var recompiled: Set<TargetID> = [], otherModule: Set<TargetID> = []
        for id in graph.order where direct[id] != nil || through[id] != nil {
            let old = before[id], new = after[id]
            if old == nil || new == nil || old?.module != new?.module { otherModule.insert(id) }
            let isRecompiled: Bool
            if let old, let new {
                let isKnown = new.compiles.values.allSatisfy { $0 != nil }
                isRecompiled = !isKnown || old.compiles != new.compiles || isReachedUndeclared(id)
            } else {
                isRecompiled = direct[id]?.contains { !$0.isAboutRuns } ?? false
                    || graph.closure(of: [id]).contains { $0 != id && otherModule.contains($0) }
            }
            if isRecompiled { recompiled.insert(id) } else if old == nil { otherModule.remove(id) }
        }
        let linked = graph.products.values.filter { ![.automaticLibrary, .plugin, .macro].contains($0.kind) }
        var effects: [TargetID: AffectedEffect] = [:]
        for id in graph.order where direct[id] != nil || through[id] != nil {
            if recompiled.contains(id) {
                effects[id] = .recompile
            } else {
                effects[id] = isLinkedAnew(id, linked, recompiled) ? .relink : .untouched
            }
        }
        return effects
    }

    /// A C source may include files that no key names before a compile has read them.
    private func isReachedUndeclared(_ id: TargetID) -> Bool {
        graph.targets[id]?.language == .clang && (direct[id] ?? []).contains { if case .file = $0 { true } else { false } }
    }

    private func isLinkedAnew(_ id: TargetID, _ linked: [Product], _ recompiled: Set<TargetID>) -> Bool {
        let reasons = direct[id] ?? []
        if reasons.contains(where: \.isAboutRuns) { return true }
        let kind = graph.targets[id]?.kind
        var roots: [[TargetID]] = linked.filter { $0.targets.contains(id) }.map(\.targets)
        if kind == .test || kind == .executable || kind == .snippet || kind == .macro { roots.append([id]) }
        // A definition that compiles nothing anew may say how to link.
        if !reasons.isEmpty, !roots.isEmpty { return true }
        return roots.contains { graph.closure(of: $0).contains { recompiled.contains($0) || direct[$0] != nil } }
    }
}

extension AffectedReason {
    /// It concerns what a test reads when it runs, and not what is compiled.
    fileprivate var isAboutRuns: Bool {
        switch self {
        case .mayRead, .testInputs: true
        default: false
        }
    }
}
