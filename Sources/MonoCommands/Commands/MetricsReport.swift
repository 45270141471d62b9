import BuildPlanning
import GraphAnalysis
import JSON
import Targets

/// What `mono graph --metrics` prints.
struct MetricsReport {
    let graph: TargetGraph
    let shape: GraphShape
    let timeline: BuildTimeline
    let reach: [ChangeReach]
    let actions: ActionGraph
    let milliseconds: [ActionID: Int64]

    private static let bars = Array("▁▂▃▄▅▆▇█")
    private static let parts = 60

    func lines(_ style: Style) -> [String] {
        let targets = shape.levels.joined().count
        var lines = [
            """
            \(style.bold("shape"))  \(Words.count(targets, "target")) in \(Words.count(shape.depth, "level")), \
            \(shape.width) on the widest
            """
        ]
        let known = actions.order.count - timeline.unknown
        if timeline.total > 0 {
            let width = Double(timeline.total) / Double(max(1, timeline.span))
            lines.append(
                """
                \(style.bold("time"))   \(seconds(timeline.total)) of work; at least \(seconds(timeline.span)) on any \
                number of processors: \(tenths(width)) at once on average
                """
            )
        }
        if timeline.unknown > 0 {
            lines.append(
                "       "
                    + style.yellow(
                        """
                        of \(Words.count(actions.order.count, "action")) the times of \(known) are known: the cache \
                        does not hold the rest as the sources are now
                        """
                    ))
        }
        if timeline.span > 0 {
            let profile = timeline.parallelism(in: MetricsReport.parts)
            let most = max(1, profile.max() ?? 1)
            let picture = profile.map { String(MetricsReport.bars[min(7, Int($0 / most * 7.999))]) }.joined()
            lines += [
                "", "\(style.bold("at once"))  \(style.cyan(picture))  up to \(tenths(most))", "",
                style.bold("critical path"),
            ]
            for id in timeline.criticalPath where (milliseconds[id] ?? 0) > 0 {
                lines.append("  \(padded(seconds(milliseconds[id] ?? 0), 9))  \(actions[id].title)")
            }
        }
        let names = TargetNames(graph)
        let shown = reach.sorted { ($1.byInterface, $1.byBody, $0.target) < ($0.byInterface, $0.byBody, $1.target) }
        lines += ["", style.bold("a change rebuilds"), "  by interface  by body  target"]
        for row in shown {
            lines.append(
                "  \(padded("\(row.byInterface)", 12))  \(padded("\(row.byBody)", 7))  \(names.name(of: row.target))")
        }
        lines.append(
            style.dim(
                """
                  by interface: targets compiled again; by body: programs and tests linked again, and no other target \
                compiled
                """
            ))
        return lines
    }

    var json: String {
        func time(_ id: ActionID) -> JSONText { milliseconds[id].map { .integer($0) } ?? .null }
        return JSONText.object([
            ("format", 1), ("targets", .integer(Int64(shape.levels.joined().count))),
            ("depth", .integer(Int64(shape.depth))),
            ("width", .integer(Int64(shape.width))),
            ("levels", .array(shape.levels.map { .array($0.map { .text($0.description) }) })),
            ("workMilliseconds", .integer(timeline.total)), ("spanMilliseconds", .integer(timeline.span)),
            ("actions", .integer(Int64(actions.order.count))), ("unknownTimes", .integer(Int64(timeline.unknown))),
            (
                "criticalPath",
                .array(timeline.criticalPath.map { .object([("action", .text($0.name)), ("milliseconds", time($0))]) })
            ),
            (
                "parallelism",
                .array(timeline.parallelism(in: MetricsReport.parts).map { .thousandths(Int64($0 * 1000)) })
            ),
            (
                "reach",
                .array(
                    reach.map {
                        .object([
                            ("target", .text($0.target.description)), ("byInterface", .integer(Int64($0.byInterface))),
                            ("byBody", .integer(Int64($0.byBody))),
                        ])
                    })
            ),
        ]).description
    }

    private func seconds(_ milliseconds: Int64) -> String { Words.time(milliseconds: milliseconds) }

    private func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
