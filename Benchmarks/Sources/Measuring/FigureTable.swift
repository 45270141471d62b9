/// A table of figures on a page, with a column for each thing that was measured. Columns can be measured apart: what is
/// on the page already stays there.
public struct FigureTable: Equatable, Sendable {
    public private(set) var columns: [String] = []
    /// By column, then by row.
    private var cells: [String: [String: String]] = [:]

    public init() {}

    /// Reads the first table of a text; an empty one where it has none.
    public init(in text: String) {
        let lines = text.split(separator: "\n").drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
        let rows = lines.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map { cell in
                String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
        }
        guard rows.count > 1 else { return }
        columns = Array(rows[0].dropFirst())
        for row in rows.dropFirst(2) where row.count == columns.count + 1 {
            for (column, cell) in zip(columns, row.dropFirst()) where !cell.isEmpty {
                cells[column, default: [:]][row[0]] = cell
            }
        }
    }

    public subscript(column: String, row: String) -> String? {
        get { cells[column]?[row] }
        set {
            if !columns.contains(column) { columns.append(column) }
            cells[column, default: [:]][row] = newValue
        }
    }

    /// Takes over what another table has.
    public mutating func merge(_ other: FigureTable) {
        for column in other.columns {
            for (row, cell) in other.cells[column] ?? [:] { self[column, row] = cell }
        }
    }

    /// Rows in this order; those that are not named, and those without any figure, are left out.
    public func text(rows: [String], columns order: [String]) -> String {
        let shown = order.filter(columns.contains)
        var lines = ["| | " + shown.joined(separator: " | ") + " |", "|---|" + shown.map { _ in "---|" }.joined()]
        for row in rows {
            let found = shown.map { self[$0, row] ?? "" }
            if found.contains(where: { !$0.isEmpty }) {
                lines.append("| " + ([row] + found).joined(separator: " | ") + " |")
            }
        }
        return lines.joined(separator: "\n")
    }
}
