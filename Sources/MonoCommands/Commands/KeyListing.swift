import BuildEngine
import BuildPlanning
import Disk
import JSON

/// The keys of a target's actions with their components.
struct TargetHash {
    /// The target's full name.
    let target: String
    /// In the order of the plan. Nil where the key waits for something.
    let actions: [(name: String, fingerprint: Fingerprint?)]

    fileprivate var json: JSONText {
        .object([
            ("target", .text(target)),
            (
                "actions",
                .array(
                    actions.map { name, fingerprint in
                        .object([
                            ("action", .text(name)), ("key", .optional(fingerprint?.key.description)),
                            (
                                "components",
                                .array(
                                    (fingerprint?.components ?? []).map {
                                        .object([("name", .text($0.name.text)), ("value", .text($0.value))])
                                    })
                            ),
                        ])
                    })
            ),
        ])
    }
}

/// The keys of some targets: what `mono hash` prints, and reads back.
struct KeyListing {
    var targets: [TargetHash]

    private static let firstLine = "mono hash 1"

    init(targets: [TargetHash]) { self.targets = targets }

    /// Lines of columns with tabs between them.
    var text: String {
        var lines = [KeyListing.firstLine]
        for target in targets {
            lines.append("target\t\(KeyListing.escaped(target.target))")
            for (name, fingerprint) in target.actions {
                lines.append(
                    "action\t\(KeyListing.escaped(name))\t\(fingerprint?.key.description ?? "not known before what it needs is built")"
                )
                for component in fingerprint?.components ?? [] {
                    lines.append("\t\(KeyListing.escaped(component.name.text))\t\(KeyListing.escaped(component.value))")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Nil for what is no such text.
    init?(text: String) {
        let lines = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard lines.first == [KeyListing.firstLine] else { return nil }
        var targets: [(name: String, actions: [(name: String, components: [Fingerprint.Component])])] = []
        for columns in lines.dropFirst() {
            let last = targets.count - 1
            if columns.count == 2, columns[0] == "target" {
                targets.append((KeyListing.unescaped(columns[1]), []))
            } else if columns.count == 3, columns[0] == "action", last >= 0 {
                targets[last].actions.append((KeyListing.unescaped(columns[1]), []))
            } else if columns.count == 3, columns[0].isEmpty, last >= 0, !targets[last].actions.isEmpty {
                let action = targets[last].actions.count - 1
                targets[last].actions[action].components.append(
                    .init(.init(text: KeyListing.unescaped(columns[1])), KeyListing.unescaped(columns[2])))
            } else {
                return nil
            }
        }
        self.init(
            targets: targets.map { name, actions in
                // No key is made of nothing.
                TargetHash(
                    target: name,
                    actions: actions.map {
                        ($0.name, $0.components.isEmpty ? nil : Fingerprint(components: $0.components))
                    })
            })
    }

    var json: String { JSONText.object([("format", 2), ("targets", .array(targets.map(\.json)))]).description }

    /// What is different, action by action.
    func difference(since earlier: KeyListing, wording: KeyWording) -> [String] {
        var lines: [String] = []
        // An action's name holds its target's.
        let before = Dictionary(earlier.targets.flatMap(\.actions).map { ($0.name, $0.fingerprint) }) { first, _ in
            first
        }
        for (name, fingerprint) in targets.flatMap(\.actions) {
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
        let now = Set(targets.flatMap(\.actions).map(\.name))
        lines += earlier.targets.flatMap(\.actions).filter { !now.contains($0.name) }.map {
            "\(wording.title(ActionID($0.name))) is gone"
        }
        return lines.isEmpty ? ["the keys are the same"] : lines
    }

    // Names of files may hold anything, and what is printed shows control characters in a form of its own
    // (`VisibleText`), which could not be read back.

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case _ where String(scalar) == OpenRoot.mark: result += "\\R"
            case _ where VisibleText.isControl(scalar): result += "\\u\(String(scalar.value, radix: 16));"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func unescaped(_ text: String) -> String {
        var result = "", rest = text.unicodeScalars[...]
        while let next = rest.popFirst() {
            guard next == "\\", let mark = rest.popFirst() else {
                result.unicodeScalars.append(next)
                continue
            }
            switch mark {
            case "n": result += "\n"
            case "t": result += "\t"
            case "R": result += OpenRoot.mark
            case "u":
                let code = rest.prefix { $0 != ";" }
                rest = rest.dropFirst(code.count + 1)
                result.unicodeScalars.append(
                    UInt32(String(code), radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
            default: result.unicodeScalars.append(mark)
            }
        }
        return result
    }
}
