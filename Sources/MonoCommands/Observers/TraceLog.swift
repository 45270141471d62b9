import BuildEngine
import BuildPlanning
import JSON

/// `--trace FILE`: the build as a Chrome trace (the JSON array form, which Perfetto and chrome://tracing open): a lane
/// for each job slot with what ran in it, and one lane of marks for what the cache gave.
final class TraceLog: ReportingToFile {
    private let file: ReportFile

    init(_ file: ReportFile) { self.file = file }

    var hasFailed: Bool { file.hasFailed }

    func buildStarted(_ start: BuildStart) {
        var lanes: [(Int, String)] = [(0, "cache")]
        for slot in 0..<start.jobs { lanes.append((slot + 1, "slot \(slot)")) }
        file.add("[\n")
        write(metadata("process_name", lane: 0, "mono build, \(start.configuration)"))
        for (lane, name) in lanes { write(metadata("thread_name", lane: lane, name)) }
    }

    func actionFinished(_ report: ActionReport) {
        var arguments: [(String, JSONText)] = [("subject", .text(report.action.subject.fullName))]
        if report.cpu > 0 { arguments.append(("cpu ms", .integer(report.cpu))) }
        if let key = report.key { arguments.append(("key", .text(key.digest.hex))) }
        switch report.outcome {
        case .hit(let tier):
            arguments.append(("tier", .text(tier.rawValue)))
            write(common("i", report, lane: 0) + [("s", "t"), ("args", .object(arguments))])
        case .ran, .failed, .abandoned:
            if report.isElsewhere { arguments.append(("elsewhere", .bool(true))) }
            if report.outcome == .abandoned { arguments.append(("abandoned", .bool(true))) }
            if case .failed(let failure) = report.outcome { arguments.append(("failed", .text(failure.report.what))) }
            if case .changed(let changes)? = report.reason {
                arguments.append(("changed", .array(changes.prefix(20).map { .text($0.component.text) })))
            }
            // It stands in every slot that it holds, so that one sees what the machine was busy with.
            for slot in report.slots {
                write(
                    common("X", report, lane: slot + 1)
                        + [("dur", microseconds(report.ended - report.started)), ("args", .object(arguments))])
            }
        default: break
        }
    }

    func buildFinished(_ summary: BuildSummary) {
        // The last event has no comma after it.
        write(
            [
                ("ph", "i"), ("name", "build finished"), ("cat", "build"), ("pid", 1), ("tid", 0),
                ("ts", microseconds(summary.wall)),
                ("s", "p"),
            ], isLast: true)
        file.add("]\n")
        file.flush()
    }

    private func common(_ phase: String, _ report: ActionReport, lane: Int) -> [(String, JSONText)] {
        [
            ("ph", .text(phase)), ("name", .text(report.action.title)), ("cat", .text(report.action.kind.rawValue)),
            ("pid", 1),
            ("tid", .integer(Int64(lane))), ("ts", microseconds(report.started)),
        ]
    }

    private func metadata(_ what: String, lane: Int, _ name: String) -> [(String, JSONText)] {
        [
            ("ph", "M"), ("name", .text(what)), ("pid", 1), ("tid", .integer(Int64(lane))),
            ("args", .object([("name", .text(name))])),
        ]
    }

    private func write(_ members: [(String, JSONText)], isLast: Bool = false) {
        file.add(JSONText.object(members).description + (isLast ? "\n" : ",\n"))
    }

    private func microseconds(_ nanoseconds: UInt64) -> JSONText { .thousandths(Int64(clamping: nanoseconds)) }
}
