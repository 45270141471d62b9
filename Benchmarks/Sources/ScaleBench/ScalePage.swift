import Foundation
import Measuring
import ScaleWorkspace

/// The table on the page: a column for each size.
struct ScalePage {
    private(set) var table: FigureTable
    private let machine: Machine
    private let note: String

    private static let section = PageSection("figures", by: "scale-bench measure")
    private static let day = "last measured", load = "load average before", subject = "targets built"
    private static let version = "mono then", baseline = "the other mono"

    /// Takes up what the page has.
    init(_ machine: Machine, page: String?, options: MeasureOptions) throws {
        self.machine = machine
        let text = try page.map(Folders.text)
        table = FigureTable(in: text.flatMap(ScalePage.section.text(in:)) ?? "")
        note =
            "Seed \(options.seed), \(options.sources) sources a target, lines \(options.percent) % of real ones; "
            + "medians, and from where to where the runs went."
    }

    /// `load`: how many programs wanted a processor when it began, on average over a minute.
    mutating func enter(_ bench: SizeBench, load: Double) {
        var found = FigureTable()
        bench.samples.enter(into: &found, column: bench.column)
        found[bench.column, ScalePage.subject] = bench.subject
        found[bench.column, ScalePage.day] = today()
        found[bench.column, ScalePage.load] = String(format: "%.1f", load)
        found[bench.column, ScalePage.version] = machine.mono
        for side in bench.sides where side.isBaseline {
            found[bench.column, ScalePage.baseline] = "`\(side.program.split(separator: "/").last ?? "")`"
        }
        table.merge(found)
    }

    var text: String {
        let rows =
            [ScalePage.day, ScalePage.load, ScalePage.version, ScalePage.baseline, ScalePage.subject]
            + Figure.allCases.flatMap { [$0.title(isBaseline: false), $0.title(isBaseline: true)] }
        let columns = table.columns.sorted { (Int($0.prefix { $0 != " " }) ?? 0) < (Int($1.prefix { $0 != " " }) ?? 0) }
        let lines = [note, ""] + machine.lines.map { "- \($0)" } + ["", table.text(rows: rows, columns: columns)]
        return lines.joined(separator: "\n")
    }

    func record(in page: String) throws {
        try Folders.write(ScalePage.section.entered(text, into: try Folders.text(page)), to: page)
        say("recorded in \(page)")
    }
}
