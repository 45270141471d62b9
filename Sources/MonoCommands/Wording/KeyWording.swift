import BuildEngine
import BuildPlanning
import Digests
import Disk
import InterfaceDigests

/// Says why an action runs: which components of its key changed, from what to what.
struct KeyWording {
    /// What an action's name stands for, for people.
    let title: (ActionID) -> String
    /// What an interface digest is made of; nil where nobody knows.
    var parts: (ContentDigest) -> ABIParts? = { _ in nil }

    /// The reason in one line, and where components changed, a line for each.
    func lines(for reason: RebuildReason, of action: Action) -> [String] {
        let lines = lines(for: reason, of: action.title)
        guard reason == .neverBuilt, action.arguments.contains(where: \.revealsRoot) else { return lines }
        return lines + ["  '#filePath' in its code is an absolute path: its results are good for this folder alone"]
    }

    func lines(for reason: RebuildReason, of title: String) -> [String] {
        switch reason {
        case .neverBuilt: ["\(title) runs: it was never built here, and the cache does not hold it"]
        case .resultMissing(.absent): ["\(title) runs: nothing changed, but the cache does not hold its result"]
        case .resultMissing(let miss): ["\(title) runs: nothing changed, but \(Words.miss(miss))"]
        case .changed(let changes): ["\(title) runs, because this changed:"] + folded(changes).map { "  \($0)" }
        }
    }

    /// A line or more for each change.
    func lines(for changes: [RebuildReason.Change]) -> [String] { folded(changes) }

    /// One line for each change; the outputs of one action that are read share a line, for there can be hundreds.
    private func folded(_ changes: [RebuildReason.Change]) -> [String] {
        var lines: [String] = []
        var outputs: [ActionID: [RebuildReason.Change]] = [:], places: [(line: Int, action: ActionID)] = []
        for change in changes {
            guard case .output(_, let action) = change.component else {
                lines += self.lines(for: change)
                continue
            }
            if outputs[action] == nil {
                places.append((lines.count, action))
                lines.append("")
            }
            outputs[action, default: []].append(change)
        }
        for (line, action) in places { lines[line] = self.line(for: outputs[action] ?? [], of: action) }
        return lines
    }

    /// `changes`: of outputs of one action.
    private func line(for changes: [RebuildReason.Change], of action: ActionID) -> String {
        guard let first = changes.first, case .output(let name, _) = first.component else { return "" }
        if changes.count == 1 { return "\(name) of '\(title(action))': \(values(first))" }
        return "\(changes.count) outputs of '\(title(action))': \(name) \(values(first)), …"
    }

    private func lines(for change: RebuildReason.Change) -> [String] {
        switch change.component {
        case .source(let path): return ["\(path): \(values(change))"]
        case .read(let path): return ["\(path), which it reads: \(values(change))"]
        case .generated(let path): return ["\(path), which mono writes: \(values(change))"]
        case .interface(let action):
            return ["interface of '\(title(action))': \(values(change))"] + declarations(change).map { "  \($0)" }
        case .arguments: return argumentLines(change)
        case .headerNames: return ["the set of header files: \(values(change))"]
        case .format: return ["mono's own format of keys: \(values(change))"]
        default: return ["\(change.component.text): \(values(change))"]
        }
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
    private func shown(_ text: String) -> String {
        let value = KeyWording.named(text)
        if let digest = ContentDigest(value) { return digest.short }
        return value.utf8.count > 80 ? String(value.prefix(77)) + "…" : value
    }

    /// With a name for the workspace root, which keys leave open.
    private static func named(_ text: String) -> String { text.replacing(OpenRoot.mark, with: "$ROOT") }

    /// Which words of a command line went, and which came.
    private func argumentLines(_ change: RebuildReason.Change) -> [String] {
        func words(_ text: String?) -> [Substring] { KeyWording.named(text ?? "").split(separator: " ") }
        let difference = words(change.new).difference(from: words(change.old))
        func listed(_ changes: [CollectionDifference<Substring>.Change]) -> String {
            changes.map {
                if case .insert(_, let word, _) = $0 {
                    "'\(word)'"
                } else if case .remove(_, let word, _) = $0 {
                    "'\(word)'"
                } else {
                    ""
                }
            }
            .joined(separator: " ")
        }
        var lines: [String] = []
        if !difference.removals.isEmpty { lines.append("arguments: without \(listed(difference.removals))") }
        if !difference.insertions.isEmpty { lines.append("arguments: with \(listed(difference.insertions))") }
        return lines
    }
}
