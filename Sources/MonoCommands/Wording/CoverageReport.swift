import BuildPlanning
import CodeCoverage
import Targets

/// How much of the workspace's own targets ran, without their tests.
struct CoverageReport {
    struct Row: Hashable {
        var name: String
        var lines: CoverageSummary.Count
    }

    /// The least covered first.
    private(set) var rows: [Row] = []

    init(_ summary: CoverageSummary, graph: TargetGraph) {
        var owners: [String: TargetID] = [:]
        for target in graph.targets.values where !target.id.package.isExternal && target.kind != .test {
            let folder = graph.packages[target.id.package]?.folder ?? "."
            for source in target.sources { owners[BuildLayout.joined(folder, source)] = target.id }
        }
        var counts: [TargetID: CoverageSummary.Count] = [:]
        for file in summary.files {
            let path = file.path.hasPrefix("./") ? String(file.path.dropFirst(2)) : file.path
            if let owner = owners[path] {
                counts[owner, default: .init()] = counts[owner, default: .init()] + file.lines
            }
        }
        let names = TargetNames(graph)
        rows = counts.map { Row(name: names.name(of: $0.key), lines: $0.value) }
            .sorted { ($0.lines.percent ?? 101, $0.name) < ($1.lines.percent ?? 101, $1.name) }
    }

    func lines(_ style: Style) -> [String] {
        if rows.isEmpty { return ["no line of the workspace's own targets was counted"] }
        let total = rows.reduce(CoverageSummary.Count()) { $0 + $1.lines }
        let all = rows + [Row(name: "together", lines: total)]
        let width = all.map { TextLayout.columns($0.name) }.max() ?? 0
        return [style.bold("lines that ran")]
            + all.map { row in
                let percent = row.lines.percent
                let share = percent.map { "\(Int($0.rounded(.down)))" } ?? "-"
                let gap = String(repeating: " ", count: width - TextLayout.columns(row.name)),
                    pad = String(repeating: " ", count: max(0, 3 - share.count))
                return
                    """
                      \(row.name)\(gap)  \(pad)\(share) %  \(bar(percent ?? 0))  \
                    \(style.dim("\(row.lines.covered) of \(row.lines.all)"))
                    """
            }
    }

    private func bar(_ percent: Double) -> String {
        let full = min(20, max(0, Int((percent / 100 * 20).rounded(.down))))
        return String(repeating: "█", count: full) + String(repeating: "·", count: 20 - full)
    }
}

extension CoverageCollection.Failure: Reportable {
    var report: ErrorReport {
        switch self {
        case .nothingCounted:
            ErrorReport(
                code: .testsFailed, what: "no test program left a count of what ran",
                help: "a program that is killed or that calls '_exit' leaves none")
        case .missingTool(let path):
            ErrorReport(code: .toolchain, what: "there is no '\(path)'", help: "a whole Swift toolchain has it")
        case .tool(let name, let said):
            ErrorReport(
                code: .toolchain, what: "'\(name)' failed",
                details: said.split(whereSeparator: \.isNewline).suffix(10).map(String.init),
                help: "see whether '--no-cache-tests' alone works")
        case .file(let error): error.report
        }
    }
}
