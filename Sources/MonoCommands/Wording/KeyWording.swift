import BuildEngine
import BuildPlanning
import Digests
import InterfaceDigests

/// Says why an action runs: which components of its key changed, from what to what.
struct KeyWording {
    /// What an action's name stands for, for people.
    let title: (ActionID) -> String
    /// What an interface digest is made of; nil where nobody knows.
    var parts: (ContentDigest) -> ABIParts? = { _ in nil }

    /// The reason in one line, and where components changed, a line for each.
    func lines(for reason: RebuildReason, of title: String) -> [String] {
        switch reason {
        case .neverBuilt: ["\(title) runs: it was never built here, and the cache does not hold it"]
        case .resultMissing(.absent): ["\(title) runs: nothing changed, but the cache no longer holds its result"]
        case .resultMissing(let miss): ["\(title) runs: nothing changed, but \(Words.miss(miss))"]
        case .changed(let changes): ["\(title) runs, because this changed:"] + folded(changes).map { "  \($0)" }
        }
    }

    /// A line or more for each change.
    func lines(for changes: [RebuildReason.Change]) -> [String] { folded(changes) }

    /// One line for each change; the outputs of one action that are read share a line, for there can be hundreds.
    private func folded(_ changes: [RebuildReason.Change]) -> [String] {
        var lines: [String] = []
        var outputs: [String: [RebuildReason.Change]] = [:]
        for change in changes {
            guard let (_, action) = output(change.component) else {
                lines += self.lines(for: change)
                continue
            }
            if outputs.updateValue((outputs[action] ?? []) + [change], forKey: action) == nil { lines.append("\u{0}" + action) }
        }
        return lines.map { line in
            guard line.first == "\u{0}", let changes = outputs[String(line.dropFirst())] else { return line }
            let from = title(ActionID(String(line.dropFirst())))
            guard changes.count > 1, let first = changes.first, let name = output(first.component)?.name else {
                return "\(changes.first.flatMap { output($0.component)?.name } ?? "output") of '\(from)': \(values(changes[0]))"
            }
            return "\(changes.count) outputs of '\(from)': \(name) \(values(first)), …"
        }
    }

    private func lines(for change: RebuildReason.Change) -> [String] {
        let words = change.component.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count == 2 ? words[1] : ""
        switch words.first {
        case "source": return ["\(rest): \(values(change))"]
        case "read": return ["\(rest), which it reads: \(values(change))"]
        case "generated": return ["\(rest), which mono writes: \(values(change))"]
        case "interface":
            let module = title(ActionID(String(rest.dropFirst("of ".count))))
            return ["interface of '\(module)': \(values(change))"] + declarations(change).map { "  \($0)" }
        case "arguments": return argumentLines(change)
        case "names": return ["the set of header files: \(values(change))"]
        case "format": return ["mono's own format of keys: \(values(change))"]
        default: return ["\(change.component): \(values(change))"]
        }
    }

    /// `out.o of compile pkg:Target` -> (`out.o`, `compile pkg:Target`). Interfaces read alike and are not outputs.
    private func output(_ component: String) -> (name: String, action: String)? {
        let kinds = Action.Kind.allCases.map(\.rawValue)
        guard !["source", "read", "generated", "interface", "names"].contains(where: { component.hasPrefix($0 + " ") }) else { return nil }
        for kind in kinds {
            let parts = component.split(separator: " of \(kind) ", maxSplits: 1)
            if parts.count == 2 { return (String(parts[0]), "\(kind) \(parts[1])") }
        }
        return nil
    }

    /// The declarations for which an interface has another digest; no more than fit a screen.
    private func declarations(_ change: RebuildReason.Change) -> [String] {
        func known(_ digest: String?) -> ABIParts? { digest.flatMap { ContentDigest($0) }.flatMap(parts) }
        guard let old = known(change.old), let new = known(change.new) else { return [] }
        let lines = old.changes(to: new).map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
        return lines.count <= 10 ? lines : lines.prefix(9) + ["and \(lines.count - 9) more"]
    }

    private func values(_ change: RebuildReason.Change) -> String {
        switch (change.old, change.new) {
        case (nil, let new?): "new, \(shown(new))"
        case (let old?, nil): "gone, was \(shown(old))"
        case (let old?, let new?): "\(shown(old)) -> \(shown(new))"
        case (nil, nil): "?"
        }
    }

    /// A digest by its first digits, other values as they are.
    private func shown(_ value: String) -> String {
        if let digest = ContentDigest(value) { return digest.short }
        return value.utf8.count > 80 ? String(value.prefix(77)) + "…" : value
    }

    /// Which words of a command line went, and which came.
    private func argumentLines(_ change: RebuildReason.Change) -> [String] {
        func words(_ text: String?) -> [Substring] { (text ?? "").split(separator: " ") }
        let difference = words(change.new).difference(from: words(change.old))
        func listed(_ changes: [CollectionDifference<Substring>.Change]) -> String {
            changes.map { if case .insert(_, let word, _) = $0 { "'\(word)'" } else if case .remove(_, let word, _) = $0 { "'\(word)'" } else { "" } }
                .joined(separator: " ")
        }
        var lines: [String] = []
        if !difference.removals.isEmpty { lines.append("arguments: without \(listed(difference.removals))") }
        if !difference.insertions.isEmpty { lines.append("arguments: with \(listed(difference.insertions))") }
        return lines
    }
}
