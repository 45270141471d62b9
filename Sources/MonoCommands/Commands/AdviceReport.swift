import ArchitectureRules
import BuildPlanning
import GraphAnalysis
import JSON
import Targets
import Workspaces

/// What `mono advise` prints.
struct AdviceReport {
    struct WhatIf {
        let from, to: TargetID
        let shape: GraphShape
        let timeline: BuildTimeline
        /// Nil where the edge is between targets that no build holds.
        let advice: EdgeAdvice?
    }

    let graph: TargetGraph
    /// How many were looked at.
    let commits: Int
    let history: ChangeHistory
    let measured: MeasuredPlan
    let top: Int
    let features: FeatureMap
    var edges: [EdgeAdvice] = []
    var unused: [Finding] = []
    var whatIf: WhatIf?

    init(
        graph: TargetGraph, commits: Int, history: ChangeHistory, measured: MeasuredPlan, top: Int, features: FeatureMap
    ) {
        (self.graph, self.commits, self.history) = (graph, commits, history)
        (self.measured, self.top, self.features) = (measured, top, features)
    }

    /// True for an edge between the workspace's own libraries that an interface could replace. Programs bring things
    /// together: their edges stay.
    func mayGo(_ from: TargetID, _ to: TargetID) -> Bool {
        !from.package.isExternal && !to.package.isExternal && graph.targets[from]?.kind == .library
            && graph.targets[to]?.kind == .library
            && graph.targets[to]?.language == .swift && features.membership(of: to)?.part != .interface
    }

    func lines(_ style: Style) -> [String] {
        let names = TargetNames(graph)
        let history = historyLines(style)
        if let whatIf { return history + [""] + lines(about: whatIf, names, style) }
        let declared = unused.map { "  " + $0.words(names).what }
        let explanation =
            "Work is processor time, the critical path time on the wall, as the results in the cache took; "
            + "a commit's targets are those whose files it changed, in the graph as it is now."
        return history
            + titled("dependencies that cost most", edgeLines(names), style)
            + titled("dependencies that nothing imports", declared, style)
            + titled(
                "targets on the critical path (\(Words.time(milliseconds: measured.timeline.span)))", pathLines(names),
                style)
            + ["", style.dim(explanation)]
    }

    private func titled(_ title: String, _ lines: [String], _ style: Style) -> [String] {
        lines.isEmpty ? [] : ["", style.bold(title)] + lines
    }

    private func historyLines(_ style: Style) -> [String] {
        let total = history.total
        let changed = "\(history.count) of the last \(Words.count(commits, "commit")) changed targets"
        let work = "\(Words.count(total.compiles, "compile")), \(Words.time(milliseconds: total.milliseconds)) of work"
        var lines = ["\(style.bold("history"))  \(changed): \(work)", "         " + basis]
        if measured.timeline.unknown > 0 {
            let unknown =
                "\(Words.count(measured.timeline.unknown, "action")) of \(measured.graph.order.count) have no time"
            lines.append("         " + style.yellow("\(unknown): the cache does not hold them as the sources are now"))
        }
        return lines
    }

    private func edgeLines(_ names: TargetNames) -> [String] {
        edges.flatMap { edge in
            let time = padded(Words.time(milliseconds: edge.saved), 9)
            let share = padded(share(edge.saved, of: history.total.milliseconds), 7)
            let counts =
                "\(Words.count(edge.changes, "commit")), \(Words.count(edge.compiles, "compile"))\(basis(of: edge))"
            return [
                "  \(time)  \(share)  \(names.name(of: edge.from)) -> \(names.name(of: edge.to))  (\(counts))",
                "  \(padded("", 20))\(fix(for: edge, names))",
            ]
        }
    }

    private func pathLines(_ names: TargetNames) -> [String] {
        slowest.map { target, time in
            let sources = Words.count(graph.targets[target]?.sources.count ?? 0, "source")
            return
                """
                  \(padded(Words.time(milliseconds: time), 9))  \(names.name(of: target)), \(sources): what stands on \
                it waits for all of it
                """
        }
    }

    /// How it was found out who sees what.
    private var basis: String {
        let unknown = history.unknown
        if unknown == 0 { return "whether others see a change is known by digest" }
        let known = history.count - unknown
        return
            """
            whether others see a change is known by digest of \(Words.count(known, "commit")); the other \(unknown) \
            count as if they did: '--by-digest' finds out
            """
    }

    private func basis(of edge: EdgeAdvice) -> String {
        var text =
            edge.unproven == 0
            ? "; by digest"
            : edge.unproven == edge.changes ? "; at most: by files alone" : "; at most: \(edge.unproven) by files alone"
        if edge.kept > 0 { text += "; \(edge.kept) more changed what the interface would hold" }
        return text
    }

    private func lines(about whatIf: WhatIf, _ names: TargetNames, _ style: Style) -> [String] {
        let before = history.total, saved = whatIf.advice?.saved ?? 0, compiles = whatIf.advice?.compiles ?? 0
        let shape = GraphShape(graph, of: measured.targets)
        func row(_ title: String, _ now: String, _ then: String) -> String {
            "  \(title + String(repeating: " ", count: max(0, 22 - title.count)))\(padded(now, 12))  \(padded(then, 12))"
        }
        return [
            style.bold("if \(names.name(of: whatIf.from)) did not need \(names.name(of: whatIf.to))"),
            row("", "now", "then"),
            row("levels", "\(shape.depth)", "\(whatIf.shape.depth)"),
            row("on the widest", "\(shape.width)", "\(whatIf.shape.width)"),
            row(
                "critical path", Words.time(milliseconds: measured.timeline.span),
                Words.time(milliseconds: whatIf.timeline.span)),
            row("compiles in history", "\(before.compiles)", "\(before.compiles - compiles)"),
            row(
                "their work", Words.time(milliseconds: before.milliseconds),
                Words.time(milliseconds: before.milliseconds - saved)),
        ]
            + (whatIf.advice.map {
                ["  \(Words.count($0.changes, "commit")) would have spared something\(basis(of: $0))"]
            } ?? [])
            + [
                style.dim(
                    """
                      The interface holds what \(names.name(of: whatIf.from)) names of \(names.name(of: whatIf.to)); \
                    compiling it is taken to cost nothing.
                    """
                )
            ]
    }

    /// The targets whose compiles lie on the critical path, the slowest first.
    private var slowest: [(target: TargetID, milliseconds: Int64)] {
        var times: [TargetID: Int64] = [:]
        for id in measured.timeline.criticalPath {
            if case .target(let target) = measured.graph[id].subject {
                times[target, default: 0] += measured.milliseconds[id] ?? 0
            }
        }
        return times.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map {
            ($0.key, $0.value)
        }
    }

    private func fix(for edge: EdgeAdvice, _ names: TargetNames) -> String {
        if let interface = features.membership(of: edge.to)?.feature.targets[.interface] {
            return "depend on \(names.name(of: interface)) instead"
        }
        return
            """
            mono new interface \(names.name(of: edge.to)), and depend on that; or: mono advise --what-if \
            \(names.name(of: edge.from)),\(names.name(of: edge.to))
            """
    }

    var json: String {
        let total = history.total
        func numbers(_ shape: GraphShape, _ timeline: BuildTimeline, without advice: EdgeAdvice?) -> JSONText {
            .object([
                ("depth", .integer(Int64(shape.depth))), ("width", .integer(Int64(shape.width))),
                ("spanMilliseconds", .integer(timeline.span)),
                ("compiles", .integer(Int64(total.compiles - (advice?.compiles ?? 0)))),
                ("milliseconds", .integer(total.milliseconds - (advice?.saved ?? 0))),
            ])
        }
        return JSONText.object([
            ("format", 1), ("commits", .integer(Int64(commits))), ("changing", .integer(Int64(history.count))),
            ("compiles", .integer(Int64(total.compiles))),
            ("milliseconds", .integer(total.milliseconds)), ("byFilesAlone", .integer(Int64(history.unknown))),
            ("unknownTimes", .integer(Int64(measured.timeline.unknown))),
            (
                "edges",
                .array(
                    edges.map {
                        .object([
                            ("from", .text($0.from.description)), ("to", .text($0.to.description)),
                            ("savedMilliseconds", .integer($0.saved)),
                            ("commits", .integer(Int64($0.changes))), ("compiles", .integer(Int64($0.compiles))),
                            ("byFilesAlone", .integer(Int64($0.unproven))),
                            ("interfaceChanged", .integer(Int64($0.kept))),
                        ])
                    })
            ),
            ("unused", .array(unused.map { .text($0.words(TargetNames(graph)).what) })),
            (
                "whatIf",
                whatIf.map {
                    .object([
                        ("from", .text($0.from.description)), ("to", .text($0.to.description)),
                        ("now", numbers(GraphShape(graph, of: measured.targets), measured.timeline, without: nil)),
                        ("then", numbers($0.shape, $0.timeline, without: $0.advice)),
                    ])
                } ?? .null
            ),
        ]).description
    }

    private func share(_ part: Int64, of whole: Int64) -> String {
        Words.decimal(whole > 0 ? Double(part) / Double(whole) * 100 : 0, 1) + " %"
    }

    private func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
