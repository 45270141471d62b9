import Measuring
import Testing

@Suite("A table of figures")
struct FigureTableTests {
    private func table(_ entries: [(String, String, String)]) -> FigureTable {
        var table = FigureTable()
        for (column, row, cell) in entries { table[column, row] = cell }
        return table
    }

    @Test("is read as it was written")
    func roundTrip() {
        let first = table([("small", "wall", "1 s (0.9 s to 1.1 s)"), ("large", "peak", "3 MiB")])
        let text = first.text(rows: ["wall", "peak"], columns: ["small", "large"])
        #expect(FigureTable(in: "Measured today.\n\n\(text)\n\nMore.") == first)
    }

    @Test("keeps what was measured apart, and takes what is new")
    func merge() {
        var first = table([("small", "wall", "1 s"), ("small", "peak", "2 MiB"), ("large", "wall", "9 s")])
        first.merge(table([("small", "wall", "0.5 s"), ("middle", "wall", "4 s")]))
        #expect(
            first.text(rows: ["wall", "peak", "ratio"], columns: ["small", "middle", "large", "huge"]) == """
                | | small | middle | large |
                |---|---|---|---|
                | wall | 0.5 s | 4 s | 9 s |
                | peak | 2 MiB |  |  |
                """)
    }

    @Test("gives up what no longer holds")
    func givenUp() {
        var first = table([("small", "wall", "1 s"), ("small", "ratio", "2")])
        first.merge(table([("small", "wall", "3 s"), ("small", "ratio", "")]))
        #expect(first.text(rows: ["wall", "ratio"], columns: ["small"]) == "| | small |\n|---|---|\n| wall | 3 s |")
    }

    @Test("is empty where there is none")
    func none() { #expect(FigureTable(in: "nothing yet") == FigureTable()) }
}
