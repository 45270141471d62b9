import Measuring

/// The table of `Campaigns/Remote.md`.
struct ExecutionPage {
    let machine: Machine
    let results: [ExecutionResult]

    var text: String {
        (["Run on \(today()).", ""] + machine.lines.map { "- \($0)" } + ["", ExecutionPage.head, ExecutionPage.rule]
            + results.map(ExecutionPage.line)).joined(separator: "\n")
    }

    static let head =
        "| package | | here | elsewhere | actions that ran elsewhere | that stayed | longer an action | "
        + "outputs compared | others | verified |"
    static let rule = "|---|---|---|---|---|---|---|---|---|---|"

    static func line(_ result: ExecutionResult) -> String {
        let stayed = result.away.stayed.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let differing = result.verified.differing
        let cells = [
            result.package, result.configuration, seconds(result.home.wall), seconds(result.away.wall),
            "\(result.away.ranElsewhere) of \(result.away.ran)", stayed.joined(separator: ", "),
            seconds(median(result.away.overheads)), "\(result.compared)",
            result.others.isEmpty ? "0" : "\(result.others.count): \(result.others[0]) …",
            "\(result.verified.verified)" + (differing > 0 ? ", \(differing) differ" : ""),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }
}
