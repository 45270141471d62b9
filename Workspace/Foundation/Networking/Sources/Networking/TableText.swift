import NetworkingInterface

/// Tables as text: the first line names the fields, and bars stand between them.
enum TableText {
    static func records(_ text: String) -> [Record] {
        let rows = text.split(separator: "\n").map { $0.split(separator: "|", omittingEmptySubsequences: false).map(trimmed) }
        guard let names = rows.first else { return [] }
        return rows.dropFirst().map { row in Record(Dictionary(zip(names, row)) { _, last in last }) }
    }

    private static func trimmed(_ cell: Substring) -> String {
        var cell = cell.drop { $0 == " " }
        while cell.last == " " { cell.removeLast() }
        return String(cell)
    }
}
