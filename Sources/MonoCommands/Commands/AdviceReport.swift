import ArchitectureRules
import BuildPlanning
import GraphAnalysis
import JSON
import Targets
import Workspaces

/// What `mono advise` prints.
struct AdviceReport {
    struct WhatIf {
        /// Nil where all libraries that depend on `to` would get an interface.
        let from: TargetID?
        let to: TargetID
        let shape: GraphShape
        let timeline: BuildTimeline
        /// Nil where the edge is between targets that no build holds.
        let saving: Saving?
    }

    /// What a history would have taken less, for an edge or for all edges to a target.
    struct Saving {
        let milliseconds: Int64
        let changes, unproven, compiles, kept: Int

        init(_ edge: EdgeAdvice) {
            (milliseconds, changes, unproven) = (edge.saved, edge.changes, edge.unproven)
            (compiles, kept) = (edge.compiles, edge.kept)
        }

        init(_ target: TargetAdvice) {
            (milliseconds, changes, unproven) = (target.saved, target.changes, target.unproven)
            (compiles, kept) = (target.compiles, target.kept)
        }
    }

    let graph: TargetGraph
    /// How many were looked at.
    let commits: Int
    let history: ChangeHistory
    let measured: MeasuredPlan
    let top: Int
    let features: FeatureMap
    var edges: [EdgeAdvice] = []
    var targets: [TargetAdvice] = []
    var unused: [Finding] = []
    var whatIf: WhatIf?
    /// Modules of earlier commits were emitted where the cache did not hold them.
    var isByDigest = false

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

    /// The libraries that would need an interface of `target` instead of it.
    func dependents(of target: TargetID) -> Set<TargetID> {
        Set(graph.order.filter { mayGo($0, target) && graph.dependencies(of: $0).contains(target) })
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
            + titled("interfaces that would save most", targetLines(names), style)
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
            let counts = "\(Words.count(edge.changes, "commit")), \(Words.count(edge.compiles, "compile"))"
            return [
                line(.init(edge), "\(names.name(of: edge.from)) -> \(names.name(of: edge.to))", counts),
                "  \(padded("", 20))\(fix(for: edge, names))",
            ]
        }
    }

    private func targetLines(_ names: TargetNames) -> [String] {
        targets.flatMap { target in
            let counts =
                "\(Words.count(target.changes, "commit")), \(target.compiles) of "
                + Words.count(target.reached, "compile")
            let name = names.name(of: target.target)
            return [
                line(.init(target), "\(name), which \(libraries(target.dependents.count)) need", counts),
                "  \(padded("", 20))\(fix(for: target.target, whatIf: name, names))",
            ]
        }
    }

    private func libraries(_ count: Int) -> String { Words.count(count, "library", "libraries") }

    private func line(_ saving: Saving, _ subject: String, _ counts: String) -> String {
        let time = padded(Words.time(milliseconds: saving.milliseconds), 9)
        let share = padded(share(saving.milliseconds, of: history.total.milliseconds), 7)
        return "  \(time)  \(share)  \(subject)  (\(counts)\(basis(of: saving)))"
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
            count as if they did: \(isByDigest ? "their modules could not be compared" : "'--by-digest' finds out")
            """
    }

    private func basis(of saving: Saving) -> String {
        var text =
            saving.unproven == 0
            ? "; by digest"
            : saving.unproven == saving.changes
                ? "; at most: by files alone" : "; at most: \(saving.unproven) by files alone"
        if saving.kept > 0 { text += "; \(saving.kept) more changed what the interface would hold" }
        return text
    }

    private func lines(about whatIf: WhatIf, _ names: TargetNames, _ style: Style) -> [String] {
        let before = history.total, saved = whatIf.saving?.milliseconds ?? 0, compiles = whatIf.saving?.compiles ?? 0
        let all = dependents(of: whatIf.to).count
        let users = whatIf.from.map { "\(names.name(of: $0)) names" } ?? "the \(libraries(all)) name"
        let shape = GraphShape(graph, of: measured.targets)
        func row(_ title: String, _ now: String, _ then: String) -> String {
            "  \(title + String(repeating: " ", count: max(0, 22 - title.count)))\(padded(now, 12))  \(padded(then, 12))"
        }
        return [
            style.bold(
                whatIf.from.map { "if \(names.name(of: $0)) did not need \(names.name(of: whatIf.to))" }
                    ?? "if \(libraries(all)) needed an interface of \(names.name(of: whatIf.to)) instead"),
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
            + (whatIf.saving.map {
                ["  \(Words.count($0.changes, "commit")) would have spared something\(basis(of: $0))"]
            } ?? [])
            + [
                style.dim(
                    """
                      The interface holds what \(users) of \(names.name(of: whatIf.to)); compiling it is taken to \
                    cost nothing.
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
        fix(for: edge.to, whatIf: "\(names.name(of: edge.from)),\(names.name(of: edge.to))", names)
    }

    private func fix(for target: TargetID, whatIf: String, _ names: TargetNames) -> String {
        if let interface = features.membership(of: target)?.feature.targets[.interface] {
            return "depend on \(names.name(of: interface)) instead"
        }
        return "mono new interface \(names.name(of: target)), and depend on that; or: mono advise --what-if \(whatIf)"
    }

    var json: String {
        let total = history.total
        func numbers(_ shape: GraphShape, _ timeline: BuildTimeline, without saving: Saving?) -> JSONText {
            .object([
                ("depth", .integer(Int64(shape.depth))), ("width", .integer(Int64(shape.width))),
                ("spanMilliseconds", .integer(timeline.span)),
                ("compiles", .integer(Int64(total.compiles - (saving?.compiles ?? 0)))),
                ("milliseconds", .integer(total.milliseconds - (saving?.milliseconds ?? 0))),
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
            (
                "targets",
                .array(
                    targets.map {
                        .object([
                            ("target", .text($0.target.description)),
                            ("dependents", .array($0.dependents.map { .text($0.description) })),
                            ("savedMilliseconds", .integer($0.saved)),
                            ("commits", .integer(Int64($0.changes))), ("compiles", .integer(Int64($0.compiles))),
                            ("reached", .integer(Int64($0.reached))),
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
                        ("from", $0.from.map { .text($0.description) } ?? .null), ("to", .text($0.to.description)),
                        ("now", numbers(GraphShape(graph, of: measured.targets), measured.timeline, without: nil)),
                        ("then", numbers($0.shape, $0.timeline, without: $0.saving)),
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
