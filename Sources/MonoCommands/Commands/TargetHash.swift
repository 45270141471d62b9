import BuildEngine
import BuildPlanning

/// The keys of a target's actions with their components: what `mono hash` prints, and reads back.
struct TargetHash {
    /// The target's full name.
    let target: String
    /// In the order of the plan. Nil where the key waits for something.
    let actions: [(name: String, fingerprint: Fingerprint?)]

    private static let firstLine = "mono hash 1"

    init(target: String, actions: [(name: String, fingerprint: Fingerprint?)]) { (self.target, self.actions) = (target, actions) }

    /// Lines of columns with tabs between them.
    var text: String {
        var lines = [TargetHash.firstLine, "target\t\(TargetHash.escaped(target))"]
        for (name, fingerprint) in actions {
            lines.append("action\t\(TargetHash.escaped(name))\t\(fingerprint?.key.description ?? "not known before what it needs is built")")
            for component in fingerprint?.components ?? [] {
                lines.append("\t\(TargetHash.escaped(component.name))\t\(TargetHash.escaped(component.value))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Nil for what is no such text.
    init?(text: String) {
        let lines = text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        guard lines.count >= 2, lines[0] == [TargetHash.firstLine], lines[1].count == 2, lines[1][0] == "target" else { return nil }
        var actions: [(name: String, components: [Fingerprint.Component], isKnown: Bool)] = []
        for columns in lines.dropFirst(2) {
            guard columns.count == 3 else { return nil }
            if columns[0] == "action" {
                actions.append((TargetHash.unescaped(columns[1]), [], false))
            } else if columns[0].isEmpty, !actions.isEmpty {
                actions[actions.count - 1].components.append(.init(TargetHash.unescaped(columns[1]), TargetHash.unescaped(columns[2])))
                actions[actions.count - 1].isKnown = true
            } else {
                return nil
            }
        }
        self.init(
            target: TargetHash.unescaped(lines[1][1]),
            actions: actions.map { ($0.name, $0.isKnown ? Fingerprint(components: $0.components) : nil) })
    }

    var json: String {
        JSONText.object([
            ("format", 1), ("target", .text(target)),
            (
                "actions",
                .array(
                    actions.map { name, fingerprint in
                        .object([
                            ("action", .text(name)), ("key", .optional(fingerprint?.key.description)),
                            (
                                "components",
                                .array((fingerprint?.components ?? []).map { .object([("name", .text($0.name)), ("value", .text($0.value))]) })
                            ),
                        ])
                    })
            ),
        ]).description
    }

    /// What is different, action by action.
    func difference(since earlier: TargetHash, wording: KeyWording) -> [String] {
        var lines: [String] = []
        let before = Dictionary(earlier.actions.map { ($0.name, $0.fingerprint) }) { first, _ in first }
        for (name, fingerprint) in actions {
            let title = wording.title(ActionID(name))
            guard let known = before[name] else {
                lines.append("\(title) is new")
                continue
            }
            switch (known, fingerprint) {
            case (let old?, let new?):
                if old == new { continue }
                lines.append("\(title) has another key:")
                lines += wording.lines(for: RebuildReason.changes(from: old, to: new)).map { "  \($0)" }
            case (nil, nil): lines.append("\(title): neither key is known")
            case (nil, _): lines.append("\(title): its key was not known then")
            case (_, nil): lines.append("\(title): its key is not known before what it needs is built")
            }
        }
        let now = Set(actions.map(\.name))
        lines += earlier.actions.filter { !now.contains($0.name) }.map { "\(wording.title(ActionID($0.name))) is gone" }
        return lines.isEmpty ? ["the keys are the same"] : lines
    }

    // Names of files may hold anything.

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\t", with: "\\t")
    }

    private static func unescaped(_ text: String) -> String {
        var result = "", rest = text[...]
        while let next = rest.popFirst() {
            guard next == "\\", let mark = rest.popFirst() else {
                result.append(next)
                continue
            }
            result.append(mark == "n" ? "\n" : mark == "t" ? "\t" : mark)
        }
        return result
    }
}
