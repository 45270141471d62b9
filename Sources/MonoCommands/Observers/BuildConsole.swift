import Synchronization

/// The one place that prints while a build runs: it keeps the status lines, where there are any, below everything that
/// stays. May be called from any thread.
final class BuildConsole: Sendable {
    let terminal: Terminal
    private let drawn = Mutex(StatusFrame())

    init(_ terminal: Terminal) { self.terminal = terminal }

    /// Something told about the work.
    func say(_ text: String) { add(text, to: terminal.errors) }

    func say(_ report: ErrorReport) { say(report.rendered(terminal.errors.style)) }

    /// Something that was asked for.
    func answer(_ text: String) { add(text, to: terminal.output) }

    /// Draws the status lines over those of the last frame; none of them takes the old ones away. Nothing on a stream
    /// that cannot be drawn over. `lines` hold no control sequences but colours.
    func draw(_ lines: [StatusLine]) {
        guard terminal.errors.isInteractive else { return }
        drawn.withLock { frame in
            let new = StatusFrame(lines: lines)
            guard new != frame else { return }
            terminal.errors.sink.write(frame.erasing(width: terminal.errors.sink.width ?? 80, thenDrawing: new))
            frame = new
        }
    }

    private func add(_ text: String, to channel: Channel) {
        drawn.withLock { frame in
            let width = terminal.errors.sink.width ?? 80
            guard !frame.isEmpty, channel.isInteractive else { return channel.print(text) }
            // One write where it can be one, so that nothing is seen in between.
            if channel.sink === terminal.errors.sink {
                let shown = VisibleText.styled(text, in: channel.style)
                channel.sink.write(frame.erasing(width: width, thenPrinting: shown))
            } else {
                terminal.errors.sink.write(frame.erasing(width: width, thenDrawing: StatusFrame()))
                channel.print(text)
                terminal.errors.sink.write(StatusFrame().erasing(width: width, thenDrawing: frame))
            }
        }
    }
}

/// One line of a status: as it is drawn, and how many columns that takes.
struct StatusLine: Hashable, Sendable {
    var text: String
    var columns: Int
}

/// What is drawn below everything else: lines, with the cursor at the end of the last. (On an empty line below them,
/// some terminals would lose it when the window changes.)
struct StatusFrame: Hashable, Sendable {
    var lines: [StatusLine] = []

    var isEmpty: Bool { lines.isEmpty }

    /// How many rows it takes on a terminal of this width: one that became narrower has broken the lines.
    func rows(width: Int) -> Int {
        lines.reduce(0) { $0 + max(1, ($1.columns + max(1, width) - 1) / max(1, width)) }
    }

    /// Goes back to the first row of this frame, and writes `new` over it, line by line, so that what stays the same
    /// never vanishes.
    func erasing(width: Int, thenDrawing new: StatusFrame) -> String {
        home(width: width) + new.drawn + (isEmpty ? "" : "\u{1B}[J")
    }

    /// The same with text that stays above, and this frame again below it.
    func erasing(width: Int, thenPrinting text: String) -> String {
        let kept = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0 + "\u{1B}[K\n" }.joined()
        return home(width: width) + kept + "\u{1B}[J" + drawn
    }

    private var drawn: String { lines.map { $0.text + "\u{1B}[K" }.joined(separator: "\n") }

    private func home(width: Int) -> String {
        let above = rows(width: width) - 1
        return isEmpty ? "" : above > 0 ? "\r\u{1B}[\(above)A" : "\r"
    }
}
