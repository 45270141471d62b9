import BuildPlanning
import Testing

@testable import BuildEngine
@testable import MonoCommands

/// A terminal of a few control sequences, so that tests see what a person would.
struct ScreenModel {
    let width: Int
    var rows: [[Character]] = [[]]
    var row = 0, column = 0

    init(width: Int) { self.width = width }

    var text: [String] {
        rows.map { String($0) }
    }

    mutating func feed(_ text: String) {
        var rest = text[...]
        while let next = rest.popFirst() {
            switch next {
            case "\u{1B}":
                rest.removeFirst()
                let number = Int(rest.prefix { $0.isNumber }) ?? 1
                rest = rest.drop { $0.isNumber }
                switch rest.popFirst() {
                case "A": row = max(0, row - number)
                case "K": rows[row] = Array(rows[row].prefix(column))
                case "J":
                    rows[row] = Array(rows[row].prefix(column))
                    rows.removeSubrange((row + 1)...)
                case let other: Issue.record("unknown sequence \(String(describing: other))")
                }
            case "\r": column = 0
            case "\n":
                row += 1
                column = 0
                if row == rows.count { rows.append([]) }
            default:
                if column == width {
                    row += 1
                    column = 0
                    if row == rows.count { rows.append([]) }
                }
                while rows[row].count <= column { rows[row].append(" ") }
                rows[row][column] = next
                column += 1
            }
        }
    }
}

@Suite struct StatusTests {
    private func line(_ text: String) -> StatusLine { StatusLine(text: text, columns: TextLayout.columns(text)) }

    @Test("a board shows counts and what runs, the oldest first")
    func board() {
        var board = StatusBoard()
        let actions = (1...5).map { BuildEvents.action(.compile, "Module\($0)") }
        board.started(BuildStart(configuration: .debug, actions: actions, jobs: 2))
        #expect(board.lines(now: 0, width: 80, height: 24, style: Style(isColored: false)).isEmpty)
        board.finished(BuildEvents.finished(actions[0], .hit(.local)))
        board.started(BuildEvents.started(actions[1], at: 100))
        board.started(BuildEvents.started(actions[2], at: 2000, incremental: true))
        let lines = board.lines(now: 4_300_000_000, width: 80, height: 24, style: Style(isColored: false))
        #expect(
            lines.map(\.text) == [
                "[1/5] 2 running, 1 from the cache, 4.3 s", "  compile Module2  4.2 s",
                "  compile Module3 (incremental)  2.3 s",
            ])
        board.finished(BuildEvents.finished(actions[1], .ran))
        board.finished(BuildEvents.finished(actions[2], .failed(.exit(1))))
        #expect(board.lines(now: 0, width: 80, height: 24, style: Style(isColored: false)).isEmpty)
    }

    @Test("lines keep to the window, however narrow and low", arguments: [1, 2, 5, 10, 17, 30, 200], [1, 4, 24])
    func narrow(_ width: Int, _ height: Int) {
        var board = StatusBoard()
        let actions = (1...40).map { BuildEvents.action(.compile, "AModuleWithALongName\($0)") }
        board.started(BuildStart(configuration: .debug, actions: actions, jobs: 40))
        for action in actions { board.started(BuildEvents.started(action)) }
        let lines = board.lines(now: 3_700_000_000_000, width: width, height: height, style: Style(isColored: false))
        #expect(lines.count <= max(2, height))
        for line in lines {
            #expect(line.columns <= max(1, width - 1))
            #expect(TextLayout.columns(line.text) == line.columns)
        }
    }

    @Test("frames replace one another, and leave nothing behind")
    func frames() {
        let (console, _, errors) = BuildEvents.console(interactive: true, width: 20)
        func screen() -> [String] {
            var model = ScreenModel(width: 20)
            model.feed(errors.text)
            return model.text
        }
        console.draw([line("one"), line("two long"), line("three")])
        #expect(screen() == ["one", "two long", "three"])
        console.draw([line("one"), line("two")])
        #expect(screen() == ["one", "two"])
        console.say("a message\nof two lines")
        #expect(screen() == ["a message", "of two lines", "one", "two"])
        console.draw([])
        #expect(screen() == ["a message", "of two lines", ""])
        console.say("the end")
        #expect(screen() == ["a message", "of two lines", "the end", ""])
    }

    @Test("an unchanged frame is not drawn again")
    func unchanged() {
        let (console, _, errors) = BuildEvents.console(interactive: true, width: 20)
        console.draw([line("one")])
        let drawn = errors.text
        console.draw([line("one")])
        #expect(errors.text == drawn)
    }

    @Test("a window that became narrower has broken lines: the frame takes more rows")
    func narrower() {
        let frame = StatusFrame(lines: [line("twelve chars"), line("five"), line("")])
        #expect(frame.rows(width: 80) == 3)
        #expect(frame.rows(width: 5) == 3 + 1 + 1)
        #expect(frame.erasing(width: 5, thenDrawing: StatusFrame()) == "\r\u{1B}[4A\u{1B}[J")
    }

    @Test("off a terminal nothing is ever drawn over")
    func plain() {
        let (console, output, errors) = BuildEvents.console()
        console.draw([line("one")])
        console.say("told")
        console.answer("asked")
        #expect(errors.text == "told\n" && output.text == "asked\n")
    }

    @Test("in a log, every action that ran has a line, and hits have none")
    func log() {
        let (console, _, errors) = BuildEvents.console()
        let progress = PlainProgress(console, root: "/w", temporary: nil, isVerbose: false)
        let actions = [
            BuildEvents.action(.compile, "A"), BuildEvents.action(.link, "app"), BuildEvents.action(.compile, "B"),
        ]
        progress.buildStarted(BuildStart(configuration: .debug, actions: actions, jobs: 1))
        progress.actionFinished(BuildEvents.finished(actions[0], .hit(.shared)))
        progress.actionStarted(BuildEvents.started(actions[1]))
        progress.actionFinished(BuildEvents.finished(actions[1], .ran, from: 10, to: 1510))
        progress.actionFinished(BuildEvents.finished(actions[2], .failed(.exit(1))))
        #expect(errors.text == "[2/3] link app, 1.5 s\n[3/3] compile B failed\n")
        // What was stopped has not failed.
        progress.actionFinished(BuildEvents.finished(actions[2], .failed(.cancelled)))
        #expect(errors.text.hasSuffix("[3/3] compile B failed\n"))
    }

    @Test("a verbose log has command lines that a shell reads back")
    func verbose() {
        let (console, _, errors) = BuildEvents.console()
        let progress = PlainProgress(console, root: "/w", temporary: nil, isVerbose: true)
        progress.actionStarted(BuildEvents.started(BuildEvents.action(.compile, "A", package: "Packages/my lib")))
        #expect(errors.text == "cd 'Packages/my lib' && swiftc -c 'a b.swift' -j1\n")
        // What a dry run finds is told the same way.
        progress.actionFinished(BuildEvents.finished(BuildEvents.action(.link, "app"), .wouldRun(certain: false)))
        #expect(errors.text.hasSuffix("\nswiftc -c 'a b.swift' -j1\n"))
    }
}
