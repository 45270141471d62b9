import Parallelism

/// Shows on a terminal what takes long before there is a build to show: nothing for the first quarter of a second, and nothing that stays.
enum WaitingStatus {
    static func show<Result>(_ what: String, on terminal: Terminal, during body: () throws -> Result) rethrows -> Result {
        guard terminal.errors.isInteractive else { return try body() }
        let console = BuildConsole(terminal), start = ContinuousClock.now
        let ticker = Ticker(every: 0.25) {
            let elapsed = (ContinuousClock.now - start).components
            let time = Words.time(seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
            let text = TextLayout.fitted("\(what), \(time)", to: max(1, (terminal.errors.sink.width ?? 80) - 1))
            console.draw([StatusLine(text: terminal.errors.style.dim(text), columns: TextLayout.columns(text))])
        }
        defer {
            ticker.stop()
            console.draw([])
        }
        return try body()
    }
}
