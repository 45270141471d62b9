import CodeCoverage
import Testing

@Suite struct CoverageSummaryTests {
    @Test func readsAnExport() throws {
        let text = """
            {"data": [{"files": [
              {"filename": "B/b.swift", "summary": {"lines": {"count": 4, "covered": 1, "percent": 25}, "functions": {"count": 2, "covered": 1}}},
              {"filename": "A/a.c", "summary": {"lines": {"count": 0, "covered": 0}}}]}], "type": "llvm.coverage.json.export"}
            """
        let summary = try #require(CoverageSummary(export: Array(text.utf8)))
        #expect(summary.files.map(\.path) == ["A/a.c", "B/b.swift"])
        #expect(summary.files[1].lines == .init(all: 4, covered: 1) && summary.files[1].functions.percent == 50)
        #expect(summary.files[0].lines.percent == nil)
    }

    @Test func wildNumbersAreNone() throws {
        let text =
            #"{"data": [{"files": [{"filename": "a", "summary": {"lines": {"count": -4, "covered": 9007199254740991}}}]}]}"#
        let summary = try #require(CoverageSummary(export: Array(text.utf8)))
        #expect(summary.files[0].lines.all == 0 && summary.files[0].lines.covered == Int(Int32.max))
    }

    @Test(arguments: ["", "{}", "[]", #"{"data": [{"files": [{}]}]}"#])
    func somethingElseIsNone(_ text: String) { #expect(CoverageSummary(export: Array(text.utf8)) == nil) }
}
