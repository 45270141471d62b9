import Foundation
import Measuring

/// One package under both tools.
struct Comparison {
    let package: String
    let swiftPM, mono: [Invocation.Subject: Invocation]
    let all, unintended: [Difference]

    init(of package: String, _ options: Options, isRelease: Bool) throws {
        self.package = package
        swiftPM = try SwiftPMPlan(
            package: package, scratch: "\(options.work)/\(Comparison.name(of: package))", isRelease: isRelease,
            for: options.platform
        ).invocations
        mono = try MonoPlan(
            package: package, mono: options.mono, cache: options.work + "/cache", isRelease: isRelease,
            for: options.platform
        ).invocations
        all = Difference.between(swiftPM, mono)
        unintended = all.filter { $0.reason == nil }
    }

    static func name(of package: String) -> String { package.split(separator: "/").last.map(String.init) ?? package }

    var lines: [String] {
        var lines = [
            """
            \(Comparison.name(of: package)): \(swiftPM.count) compiles and links planned by SwiftPM, \(mono.count) by \
            mono; 
            """
                + "\(all.count - unintended.count) intended differences, \(unintended.count) others"
        ]
        for (subject, differences) in Dictionary(grouping: unintended, by: \.subject).sorted(by: { $0.key < $1.key }) {
            if differences.allSatisfy({ $0.fact == nil }) {
                lines.append("  \(subject.title): \(differences[0].side.rawValue) alone has it")
                continue
            }
            lines.append("  \(subject.title)")
            lines += differences.map { "    \($0.side.rawValue) alone: \($0.fact ?? "")" }
        }
        return lines
    }

    var intendedLines: [String] {
        Dictionary(grouping: all.filter { $0.reason != nil }, by: { "\($0.side.rawValue) alone: \($0.fact ?? "")" })
            .sorted { $0.key < $1.key }
            .map { "  \($0.key) (\($0.value.count)): \($0.value[0].reason ?? "")" }
    }
}

/// The table of command lines in `Docs/Compatibility.md`.
struct ConformancePage {
    let machine: Machine
    var rows: [String] = []

    init(_ options: Options) throws {
        machine = try Machine(
            mono: options.mono, repository: Repository.folder, subject: "\(options.packages.count) packages")
    }

    mutating func add(_ package: String, debug: Comparison, release: Comparison) {
        let both = [debug, release]
        let counts = both.map { "\($0.swiftPM.count) | \($0.mono.count) | \($0.unintended.count)" }.joined(
            separator: " | ")
        rows.append("| \(Comparison.name(of: package)) | \(counts) | |")
    }

    mutating func add(_ package: String, failure: String) {
        let words = failure.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        var reason = words.first { $0.hasPrefix("fatal:") || $0.hasPrefix("error:") } ?? words.last ?? ""
        // A mirror's place is this machine's business.
        reason = reason.replacing(/'\/[^']*\/([^\/']+\/[^\/']+)\.git'/) { "'\($0.output.1)'" }
        rows.append(
            """
            | \(Comparison.name(of: package)) | | | | | | | \
            \(reason.replacingOccurrences(of: "|", with: "/").prefix(160)) |
            """
        )
    }

    var text: String {
        var lines = ["Compared on \(today()).", ""]
        lines += machine.lines.map { "- \($0)" }
        lines += [
            "",
            """
            | package | SwiftPM, debug | mono | differences not intended | SwiftPM, release | mono | differences not \
            intended | not compared because |
            """,
            "|---|---|---|---|---|---|---|---|",
        ]
        return (lines + rows).joined(separator: "\n")
    }
}
