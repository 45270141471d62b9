import Foundation
import Measuring

/// What `mono check` says of imports in three packages, beside what another reading finds.
struct ImportsPart {
    private static let packages = ["swift-nio", "swift-collections", "swift-argument-parser"]

    private let options: ArchitectureOptions

    init(_ options: ArchitectureOptions) { self.options = options }

    func measure() throws -> Finding {
        let place = try options.place(of: .imports)
        var rows: [String] = [], differences: [String] = []
        for name in ImportsPart.packages {
            let clone = try Clone(of: "\(options.sources)/\(name)", in: "\(place)/\(name)")
            try clone.checkOut("HEAD")
            let version = try Program("git", ["describe", "--tags", "--always"], in: clone.folder).run().output
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let said = try JSONAnswer(
                try options.mono(["check", "--json"], in: clone.folder, cache: place + "/cache").run(accepting: [0, 9])
                    .output)
            let other = try PackageReading(of: clone.folder)
            func pairs(_ rule: String) throws -> Set<PackageReading.Pair> {
                // Of one pair there may be a line for each file: the first is told.
                Set(
                    try said["findings"].list.filter { $0["rule"].text == rule }.map { finding in
                        guard
                            let match = finding["what"].text.firstMatch(of: /^'([^']+)' (?:imports|declares) '([^']+)'/)
                        else {
                            throw RunError("a finding that is not understood: \(finding["what"].text)")
                        }
                        return PackageReading.Pair(target: String(match.1), module: String(match.2))
                    })
            }
            for (rule, mine, others) in try [
                ("undeclared-import", pairs("undeclared-import"), other.undeclared),
                ("unused-dependency", pairs("unused-dependency"), other.unused),
            ] {
                rows.append(
                    """
                    | \(name) \(version) | \(other.targets) | \(other.files) | `\(rule)` | \(mine.count) | \
                    \(others.count) | \(mine.symmetricDifference(others).count) |
                    """
                )
                differences += mine.subtracting(others).sorted().map { "- \(name), `\(rule)`: mono alone says \($0)" }
                differences += others.subtracting(mine).sorted().map { "- \(name), `\(rule)`: mono does not say \($0)" }
            }
            say(rows.suffix(2).joined(separator: "\n"))
        }
        return Finding(
            lines: [
                """
                Pairs of a target and a module. The other reading: what targets declare comes from `swift package \
                describe` and `dump-package`, what they import without declaring it from the compiler's own list
                """,
                """
                (`swiftc -frontend -emit-imported-modules`, which evaluates `#if` on this machine), and whether a \
                dependency is imported anywhere from the lines that say `import`, whatever `#if` is around them.
                """,
                "",
                "| package | Swift targets | sources | rule | `mono check` | other reading | different |",
                "|---|---|---|---|---|---|---|",
            ] + rows + (differences.isEmpty ? [] : [""] + differences), holds: differences.isEmpty)
    }
}
