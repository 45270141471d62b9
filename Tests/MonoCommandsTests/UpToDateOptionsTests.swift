import Testing

@testable import MonoCommands

@Suite struct UpToDateOptionsTests {
    @Test(
        "a build that a watch repeats, and one that writes a report, are the same request as one in a terminal",
        arguments: [
            ["build", "--watch"], ["build", "--watch", "--on-change", "restart"],
            ["build", "--on-change=finish", "--watch"], ["build", "--events", "e.jsonl", "--report=--watch"],
            ["build", "--trace", "--events"], ["--report", "r.html", "build"],
        ])
    func words(_ words: [String]) {
        #expect(BuildOptions.wordsThatCount(words) == ["build"])
        #expect(BuildOptions.wordsThatCount(words + ["-j", "2", "Lib"]) == ["build", "-j", "2", "Lib"])
    }
}
