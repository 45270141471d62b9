import Disk
import Glibc

/// The whole program behind `main.swift`.
public enum Mono {
    /// Runs one command line (without the program's own name) and returns what the process ends with.
    public static func run(arguments: [String]) -> Int32 {
        let environment = ProcessEnvironment.current()
        // Whoever reads our output may stop reading: that must not end a build half-way, with programs still running.
        signal(SIGPIPE, SIG_IGN)
        // A file beyond the limit of `ulimit -f` is an error of its write. Tools begin with the default.
        signal(SIGXFSZ, SIG_IGN)
        return run(arguments: arguments, environment) { Terminal.standard(color: $0, environment) }.status
    }

    /// The same with everything from outside handed in. `terminal` is made once the command line has said whether to
    /// colour.
    static func run(
        arguments: [String], _ environment: ProcessEnvironment, terminal: (GlobalOptions.Color) -> Terminal
    ) -> ExitCode {
        let start = ContinuousClock.now
        var global = GlobalOptions()
        do {
            var rest = arguments[...]
            global = try GlobalOptions.syntax.parseLeading(&rest)
            if let request = global.request {
                return try answer(request, rest, terminal(global.color))
            }
            let words = rest
            if CommandTable.isFamily(words.first), let asked = words.dropFirst().first,
                ["-h", "--help"].contains(asked)
            {
                return try answer(.help, words, terminal(global.color))
            }
            let command = try CommandTable.command(&rest)
            guard let work = try command.prepare(rest, global: &global) else {
                return try answer(global.request ?? .help, words, terminal(global.color))
            }
            let terminal = terminal(global.color)
            guard let current = environment.folder ?? (global.folder?.hasPrefix("/") == true ? "/" : nil) else {
                throw ErrorReport(
                    code: .workspace, what: "the folder that mono was started in is gone", help: "change to another one"
                )
            }
            let folder = AbsolutePath(global.folder ?? ".", in: AbsolutePath(current))
            if let asked = global.folder, !LocalFileSystem().isFolder(folder) {
                throw ErrorReport(code: .usage, what: "there is no folder '\(asked)' to work in")
            }
            let code = try work(
                Session(
                    environment: environment, global: global, folder: folder, terminal: terminal, start: start,
                    arguments: arguments, phases: PhaseClock(since: start)))
            return lost(terminal) ?? code
        } catch let ended as BuildEnded {
            return ended.code
        } catch {
            let report = ErrorReport(error)
            let errors = terminal(global.color).errors
            errors.print(report.rendered(errors.style))
            return report.code
        }
    }

    /// What mono ends with where not all of what was asked for could be written: a list that is cut short looks like a
    /// short list. Nil where nothing was lost, or only because nobody wanted to read on.
    private static func lost(_ terminal: Terminal) -> ExitCode? {
        guard let code = terminal.output.sink.failure else { return nil }
        let report = ErrorReport(
            code: .storage, what: "cannot write to the standard output: \(Words.systemError(code))",
            details: ["what was printed is not all there is"],
            help: Words.help(forErrorNumber: code))
        terminal.errors.print(report.rendered(terminal.errors.style))
        return report.code
    }

    /// Help and version, asked for by option: `words` may start with a command.
    private static func answer(
        _ request: GlobalOptions.Request, _ words: ArraySlice<String>, _ terminal: Terminal
    ) throws(ArgumentError) -> ExitCode {
        switch request {
        case .version: terminal.output.print("mono \(VersionCommand.version)")
        case .help:
            let named = words.prefix(CommandTable.isFamily(words.first) ? 2 : 1).filter { !$0.hasPrefix("-") }
            terminal.output.print(try HelpCommand.text(for: Array(named), terminal.output))
        }
        return lost(terminal) ?? .success
    }
}
