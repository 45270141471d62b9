import Disk

/// `mono report EVENTS`: the page of a build whose events were kept.
enum ReportCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var events = ""
        var output: String?
    }

    static let syntax = CommandSyntax<Options>(
        "report", "makes a page of a build for browsers",
        discussion: [
            """
            EVENTS is what '--events' wrote. The page shows phases, a timeline with the critical path, why actions \
            ran, tests, and what a change rebuilds. '--report FILE' of 'build', 'test' and 'run' makes the page at once.
            """
        ],
        defaults: Options(),
        arguments: [
            .positional("EVENTS", .one, reads: .file, help: "an event log") { $0.events = $1 },
            .option("--output", reads: .file, help: "the page (default: EVENTS with the ending .html)") {
                $0.output = $1
            },
        ],
        examples: [.init(line: "mono report events.jsonl", meaning: "write events.html")])

    /// Of an event log, in bytes.
    private static let mostBytes: Int64 = 512 << 20

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let files = LocalFileSystem()
        let path = session.path(options.events), page = options.output ?? defaultOutput(options.events)
        let target = session.path(page)
        if (files.resolve(target) ?? target) == (files.resolve(path) ?? path) {
            throw ErrorReport(
                code: .usage, what: "the page would replace the event log", help: "name another file with '--output'")
        }
        let reader = PictureReader(try files.read(path, atMost: mostBytes))
        guard reader.isLog else {
            throw ErrorReport(
                code: .usage, what: "'\(options.events)' is no event log: no build starts in it",
                details: details(reader), help: "'mono build --events FILE' writes one")
        }
        if reader.faultCount > 0 {
            BuildConsole(session.terminal).say(
                ErrorReport(
                    severity: .warning, code: .success,
                    what: "the page leaves out \(Words.count(reader.faultCount, "line")) of '\(options.events)'",
                    details: details(reader)))
        }
        try PictureFile(target, files: files).write(reader.picture)
        session.terminal.output.print(page)
        return .success
    }

    private static func details(_ reader: PictureReader) -> [String] {
        let rest = reader.faultCount - reader.faults.count
        return reader.faults.map { "line \($0.line): \($0.what)" } + (rest > 0 ? ["and \(rest) more"] : [])
    }

    private static func defaultOutput(_ events: String) -> String {
        let name = events.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return events + ".html" }
        return events[..<dot] + ".html"
    }
}
