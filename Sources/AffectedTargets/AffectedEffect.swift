import Digests
import Disk
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

    public init(compiles: [String: ContentDigest?], module: ContentDigest?) {
        (self.compiles, self.module) = (compiles, module)
    }
}

extension AffectedAnswer {
    /// What the change does to each affected target. `before` and `after`: targets that cannot be planned have no keys;
    /// of them it is known whether the modules that they may import are the same, byte by byte.
    public func effects(before: [TargetID: TargetKeys], after: [TargetID: TargetKeys]) -> [TargetID: AffectedEffect] {
        var recompiled: Set<TargetID> = [], otherModule: Set<TargetID> = []
        let seenBeyond = Set(direct.keys.filter(isSeenUndeclared))
        for id in graph.order where direct[id] != nil || through[id] != nil {
            let old = before[id], new = after[id]
            if old == nil || new == nil || old?.module != new?.module { otherModule.insert(id) }
            let isRecompiled: Bool
            if let old, let new {
                let isKnown = new.compiles.values.allSatisfy { $0 != nil }
                isRecompiled =
                    !isKnown || old.compiles != new.compiles || isReachedUndeclared(id)
                    || !seenBeyond.isEmpty && !seenBeyond.isDisjoint(with: graph.closure(of: [id]))
            } else {
                isRecompiled =
                    direct[id]?.contains { !$0.isAboutRuns } ?? false
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

    /// A C source may include files that no key names before a compile has read them, and flags may name any.
    private func isReachedUndeclared(_ id: TargetID) -> Bool {
        guard let target = graph.targets[id] else { return false }
        return (direct[id] ?? []).contains { reason in
            switch reason {
            case .file(let path, _): target.language == .clang || !isDeclared(path, of: target)
            case .mayRead:
                target.hasUnsafeFlags
                    && FlagPaths(of: target, root: AbsolutePath("/"), package: AbsolutePath("/")).isForCompilers
            default: false
            }
        }
    }

    /// Headers and module maps may bring such files to all who see them.
    private func isSeenUndeclared(_ id: TargetID) -> Bool {
        guard let target = graph.targets[id], target.isReadByClang else { return false }
        return (direct[id] ?? []).contains {
            if case .file(let path, _) = $0 { !isDeclared(path, of: target) } else { false }
        }
    }

    /// True where keys hold the file. `path` is relative to the root.
    private func isDeclared(_ path: String, of target: Target) -> Bool {
        guard let folder = graph.packages[target.id.package]?.folder else { return false }
        let home = folder == "." ? AbsolutePath("/") : AbsolutePath("/") / folder, place = AbsolutePath("/") / path
        if target.kind == .binary { return true }
        if target.resourcePaths.contains(where: { place.isInside(home / $0) }) { return true }
        guard place.isInside(home) else { return false }
        let relative = place.relative(to: home)
        if case .own(let map) = target.moduleMap, map.utf8.elementsEqual(relative.utf8) { return true }
        return FileOwners.contains(relative, target.sources) || FileOwners.contains(relative, target.headers)
    }

    private func isLinkedAnew(_ id: TargetID, _ linked: [Product], _ recompiled: Set<TargetID>) -> Bool {
        let reasons = direct[id] ?? []
        if reasons.contains(where: \.isAboutRuns) { return true }
        let kind = graph.targets[id]?.kind
        var roots: [[TargetID]] = linked.filter { $0.targets.contains(id) }.map(\.targets)
        if kind == .test || kind == .executable || kind == .snippet || kind == .macro {
            roots.append([id] + graph.listedTests(with: id))
        }
        // A definition that compiles nothing anew may say how to link.
        if !reasons.isEmpty, !roots.isEmpty { return true }
        return roots.contains { graph.closure(of: $0).contains { recompiled.contains($0) || direct[$0] != nil } }
    }
}

extension AffectedReason {
    /// It concerns what a test reads when it runs, and not what is compiled.
    fileprivate var isAboutRuns: Bool {
        switch self {
        case .mayRead, .reads, .unknownReads, .testInputs: true
        default: false
        }
    }
}
