import Testing

@testable import MonoCommands

@Suite struct WatchOptionsTests {
    @Test(
        "a build that a watch repeats is the same request as one in a terminal",
        arguments: [
            ["build", "--watch"], ["build", "--watch", "--on-change", "restart"],
            ["build", "--on-change=finish", "--watch"],
        ])
    func words(_ words: [String]) {
        #expect(WatchOptions.words(without: words) == ["build"])
        #expect(WatchOptions.words(without: words + ["-j", "2", "Lib"]) == ["build", "-j", "2", "Lib"])
    }
}
