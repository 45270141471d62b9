/// What changed between two digests' parts, declaration by declaration.
public struct ABIDifference: Hashable, Sendable {
    public enum Change: Hashable, Sendable {
        case gained(ABIParts.Part)
        case lost(ABIParts.Part)
        /// Of the same kind and name.
        case became(old: ABIParts.Part, new: ABIParts.Part)
        /// The same lines in another order, which counts: of one declaration's members, or (empty) of what stands
        /// beside each other.
        case reordered(ABIParts.Kind, of: String)
    }

    public struct Finding: Hashable, Sendable {
        public var change: Change
        /// For what clients cannot name: the visible declarations whose layout it is part of, sorted; as their parts
        /// stand.
        public var reachedBy: [ABIParts.Part]

        public init(change: Change, reachedBy: [ABIParts.Part] = []) {
            (self.change, self.reachedBy) = (change, reachedBy)
        }
    }

    public var findings: [Finding]

    public init(from old: ABIParts, to new: ABIParts) {
        var changes: [Change] = []
        let (before, after) = (Lines(old), Lines(new))
        for key in after.keys + before.keys.filter({ after.texts[$0] == nil }) {
            var lost = before.texts[key] ?? [], gained = after.texts[key] ?? []
            for text in before.texts[key] ?? [] {
                guard let at = gained.firstIndex(of: text), let mine = lost.firstIndex(of: text) else { continue }
                gained.remove(at: at)
                lost.remove(at: mine)
            }
            func part(_ text: String) -> ABIParts.Part { .init(key.kind, key.name, text) }
            let pairs = min(lost.count, gained.count)
            for (old, new) in zip(lost, gained) { changes.append(.became(old: part(old), new: part(new))) }
            changes += lost.dropFirst(pairs).map { .lost(part($0)) } + gained.dropFirst(pairs).map { .gained(part($0)) }
        }
        changes = ABIDifference.withoutConsequences(changes) + ABIDifference.reordered(old, new)
        let reach = Reach(old.parts + new.parts)
        findings = changes.map { Finding(change: $0, reachedBy: reach.visible(reaching: $0)) }
    }

    /// A declaration that comes, goes or changes takes along what it stores, its slot in the method table, and its
    /// accessors' and default arguments' bodies: one finding says it.
    private static func withoutConsequences(_ changes: [Change]) -> [Change] {
        let named = Set(changes.compactMap { $0.part?.kind == .visible ? $0.part?.name : nil })
        return changes.filter { change in
            guard let part = change.part else { return true }
            switch part.kind {
            case .stored: return !named.contains(part.name)
            case .slot: return !named.contains(part.slotName)
            case .emitted:
                // `Box.value.getter`, `default argument 0 of f(_:)`.
                let path = (part.name.split(separator: " ").last ?? "").prefix { $0 != "(" }
                return !named.contains { path == $0 || path.hasPrefix($0 + ".") }
            default: return true
            }
        }
    }

    private struct Key: Hashable {
        var kind: ABIParts.Kind
        var name: String
    }

    private struct Lines {
        /// In the order in which they first stand.
        var keys: [Key] = []
        var texts: [Key: [String]] = [:]

        init(_ parts: ABIParts) {
            for part in parts.parts {
                let key = Key(kind: part.kind, name: part.name)
                if texts[key] == nil { keys.append(key) }
                texts[key, default: []].append(part.text)
            }
        }
    }

    /// Of the lines that both have: those that stand in another order, by whose members they are.
    private static func reordered(_ old: ABIParts, _ new: ABIParts) -> [Change] {
        func counts(_ parts: ABIParts) -> [ABIParts.Part: Int] {
            parts.parts.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        let (mine, others) = (counts(old), counts(new))
        let common = Set(mine.keys.filter { mine[$0] == others[$0] })
        func groups(_ parts: ABIParts) -> (order: [Key], members: [Key: [ABIParts.Part]]) {
            var order: [Key] = [], members: [Key: [ABIParts.Part]] = [:]
            for part in parts.parts where common.contains(part) {
                let key = Key(kind: part.kind, name: part.kind == .slot ? part.name : part.owner ?? "")
                if members[key] == nil { order.append(key) }
                members[key, default: []].append(part)
            }
            return (order, members)
        }
        let (before, after) = (groups(old), groups(new))
        let changed = after.order.filter {
            before.members[$0] != after.members[$0] && Set(before.members[$0] ?? []) == Set(after.members[$0] ?? [])
        }
        if changed.isEmpty, before.order != after.order, Set(before.order) == Set(after.order) {
            return [.reordered(.visible, of: "")]
        }
        return changed.map { .reordered($0.kind, of: $0.name) }
    }
}

extension ABIDifference.Change {
    fileprivate var part: ABIParts.Part? {
        switch self {
        case .gained(let part), .lost(let part), .became(_, let part): part
        case .reordered: nil
        }
    }
}

extension ABIParts.Part {
    /// Of a slot: the declaration that it is for: `C.a` for `#C.a!getter: (C) -> …`.
    public var slotName: String {
        String(text.drop { $0 == "#" }.prefix { $0 != ":" && $0 != "!" && $0 != "(" })
    }

    /// `Box` for `Box.value` and `Box.init(value:)`; nil for what stands in no type.
    public var owner: String? {
        let path = name.prefix { $0 != "(" }
        return path.lastIndex(of: ".").map { String(name[..<$0]) }
    }
}

/// Who mentions whom in what it stores.
private struct Reach {
    /// Last component of a type's name -> the declarations whose lines mention it.
    private var mentionedBy: [Substring: Set<String>] = [:]
    private var visible: [String: ABIParts.Part] = [:]

    init(_ parts: [ABIParts.Part]) {
        for part in parts {
            switch part.kind {
            case .fallback, .import, .slot, .emitted: continue
            default: break
            }
            if part.kind == .visible { visible[part.name] = visible[part.name] ?? part }
            for word in Reach.words(part.text) { mentionedBy[word, default: []].insert(part.owner ?? part.name) }
        }
    }

    /// The nearest visible declarations that lead to what changed, where clients cannot name that itself.
    func visible(reaching change: ABIDifference.Change) -> [ABIParts.Part] {
        let start: String
        switch change {
        case .gained(let part), .lost(let part), .became(_, let part):
            guard part.kind == .hidden else { return [] }
            start = part.owner ?? part.name
        case .reordered(let kind, let owner):
            guard kind == .hidden, !owner.isEmpty else { return [] }
            start = owner
        }
        var seen: Set<String> = [start], open = [start], found: [ABIParts.Part] = []
        while let next = open.popLast() {
            let word = next.split(separator: ".").last ?? next[...]
            for owner in mentionedBy[word] ?? [] where seen.insert(owner).inserted {
                if let part = visible[owner] { found.append(part) } else { open.append(owner) }
            }
        }
        return found.sorted { $0.name < $1.name }
    }

    private static func words(_ text: String) -> [Substring] {
        text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
