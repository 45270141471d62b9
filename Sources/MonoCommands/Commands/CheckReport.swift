import ArchitectureRules
import JSON
import Targets

/// What `mono check` prints, in each of its forms.
struct CheckReport {
    /// Those that are printed.
    let findings: [Finding]
    /// How many the baseline knows, and how many of its own nobody finds any more.
    let known, gone: Int
    let graph: TargetGraph
    /// How many features there are.
    let features: Int

    private var names: TargetNames { TargetNames(graph) }

    func lines(_ style: Style) -> [String] {
        let names = names
        var lines = findings.flatMap { finding in
            let words = finding.words(names)
            return [
                "\(style.bold(place(finding))): \(rule(of: finding, style)): \(words.what)", "  why:  \(words.why)",
                "  help: \(words.help)", "",
            ]
        }
        let own = graph.targets.keys.count { !$0.package.isExternal }
        let looked = "\(Words.count(own, "target")), \(Words.count(features, "feature"))"
        let warnings = findings.count - errors
        let count =
            findings.isEmpty
            ? style.green("no findings")
            : errors == 0 ? style.yellow("no errors") : style.red(Words.count(errors, "finding"))
        let more =
            (warnings > 0 ? "; \(Words.count(warnings, "warning"))" : "") + (known > 0 ? "; \(known) known" : "")
            + (gone > 0 ? "; \(gone) of the baseline fixed" : "")
        lines.append("\(count) (\(looked)\(more))")
        return lines
    }

    /// How many of the findings are no mere warnings.
    var errors: Int { findings.count { $0.severity == .error } }

    private func rule(of finding: Finding, _ style: Style) -> String {
        finding.severity == .error ? style.red(finding.rule) : style.yellow("warning: \(finding.rule)")
    }

    /// Workflow commands: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
    var annotations: [String] {
        let names = names
        return findings.map { finding in
            let words = finding.words(names)
            let place = [
                ("file", finding.file), ("line", finding.line.map(String.init)),
                ("title", "mono check: \(finding.rule)"),
            ]
            .compactMap { key, value in value.map { "\(key)=\(escaped($0, also: ":,"))" } }.joined(separator: ",")
            return
                "::\(finding.severity.rawValue) \(place)::\(escaped("\(words.what)\n\(words.why)\n\(words.help)", also: ""))"
        }
    }

    var json: String {
        let names = names
        return JSONText.object([
            ("format", 2), ("known", .integer(Int64(known))), ("fixed", .integer(Int64(gone))),
            (
                "findings",
                .array(
                    findings.map { finding in
                        let words = finding.words(names)
                        return .object([
                            ("rule", .text(finding.rule)), ("severity", .text(finding.severity.rawValue)),
                            ("target", .text(finding.target.description)),
                            ("file", .text(finding.file)),
                            ("line", finding.line.map { .integer(Int64($0)) } ?? .null), ("what", .text(words.what)),
                            ("why", .text(words.why)),
                            ("help", .text(words.help)),
                        ])
                    })
            ),
        ]).description
    }

    private func place(_ finding: Finding) -> String { finding.line.map { "\(finding.file):\($0)" } ?? finding.file }

    private func escaped(_ text: String, also signs: String) -> String {
        var result = text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
        if signs.contains(":") { result.replace(":", with: "%3A") }
        if signs.contains(",") { result.replace(",", with: "%2C") }
        return result
    }
}
