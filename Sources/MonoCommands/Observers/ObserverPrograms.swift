import BuildEngine
import BuildPlanning
import Configuration
import Disk
import Subprocesses
import Workspaces

/// The observers of one command, which start when the first of what follows asks for them.
final class ObserverStart {
    private(set) var started: ObserverPrograms?
    private let start: () -> ObserverPrograms?

    fileprivate init(_ start: @escaping () -> ObserverPrograms?) { self.start = start }

    /// Nil where nobody is to observe the command.
    var programs: ObserverPrograms? {
        if started == nil { started = start() }
        return started
    }
}

/// The programs of `observers` in `mono.json`. Each runs beside one command, and reads that command's events.
struct ObserverPrograms {
    private struct Running {
        var observer: ObserverConfiguration
        var name: String
        var program: FedProgram
        var sink: ProgramSink
    }

    /// In bytes, of what a program prints on both streams.
    static let mostOutput = 1 << 16

    private let running: [Running]
    private let file: String
    private let terminal: Terminal
    /// What writes the events; nil where nobody reads them.
    let log: EventLog?

    /// Calls `body`, which starts them once there is a build to observe. Where it fails, they learn that, and are
    /// started for it if they were not. `configuration`: nil where nobody is to observe the command.
    static func around<Result>(
        _ configuration: WorkspaceConfiguration?, in session: Session, _ programs: Programs,
        _ body: (ObserverStart) throws -> Result
    ) rethrows -> Result {
        let start = ObserverStart { configuration.map { ObserverPrograms.start($0, in: session, programs) } }
        defer { start.started?.finish() }
        do {
            return try body(start)
        } catch {
            start.programs?.log?.commandFailed(error)
            throw error
        }
    }

    /// Starts them. Whatever is wrong with one is a warning: observers change nothing of a build.
    private static func start(
        _ configuration: WorkspaceConfiguration, in session: Session, _ programs: Programs
    ) -> ObserverPrograms {
        let files = LocalFileSystem()
        let file = configuration.file.map { VisibleText.of($0.relative(to: session.folder)) } ?? ""
        var running: [Running] = []
        for observer in configuration.observers {
            let name = AbsolutePath(observer.program, in: configuration.root).name
            do {
                let path = try executable(observer, files, session)
                var command = Command(
                    path.string, observer.arguments, folder: configuration.root.string,
                    environment: session.environment.variables)
                command.outputLimit = mostOutput
                guard let program = try programs.commands.startFed(command) else { continue }
                running.append(Running(observer: observer, name: name, program: program, sink: ProgramSink(program)))
            } catch {
                var report = ErrorReport(error)
                report.severity = .warning
                report.place = "\(file):\(observer.line)"
                session.terminal.errors.print(report.rendered(session.terminal.errors.style))
            }
        }
        return ObserverPrograms(running, file: file, session)
    }

    private init(_ running: [Running], file: String, _ session: Session) {
        (self.running, self.file, terminal) = (running, file, session.terminal)
        log =
            running.isEmpty
            ? nil : EventLog(SeveralSinks(sinks: running.map(\.sink)), session.phases, command: session.arguments)
    }

    /// Ends their input, waits until they end, and reports what they printed and what went wrong.
    func finish() {
        for each in running {
            each.sink.complete()
            each.program.complete()
        }
        let start = ContinuousClock.now
        for each in running {
            let passed = Double((ContinuousClock.now - start).components.seconds)
            report(each, each.program.finish(within: Double(each.observer.wait) - passed))
        }
    }

    /// For a build that finds nothing to do without planning anything.
    func report(_ known: UpToDate, _ options: BuildOptions, jobs: Int) {
        guard let log else { return }
        log.buildStarted(BuildStart(configuration: options.configuration, actions: [], jobs: jobs))
        log.buildFinished(known.result.summary)
    }

    private static func executable(
        _ observer: ObserverConfiguration, _ files: any FileSystem, _ session: Session
    ) throws -> AbsolutePath {
        if observer.program.hasPrefix("/") { return AbsolutePath(observer.program) }
        guard let found = files.program(observer.program, on: session.environment["PATH"]) else {
            throw ErrorReport(
                code: .usage, what: "there is no program '\(observer.program)' in PATH, which mono.json names",
                help: "a path with a slash starts in the folder of mono.json: './\(observer.program)'")
        }
        return found
    }

    private func report(_ each: Running, _ end: FedProgram.End) {
        let errors = terminal.errors
        let output = String(decoding: end.output, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
        var report = ErrorReport(severity: .warning, code: .success, what: "")
        report.place = "\(file):\(each.observer.line)"
        if end.wasStopped {
            report.what = "the observer '\(each.name)' did not end within \(each.observer.wait) s, and was stopped"
            report.help = "'wait' in mono.json gives it more time after the last event"
        } else if let ending = ending(end.exit) {
            report.what = "the observer '\(each.name)' \(ending)"
        } else {
            for line in output { errors.print(VisibleText.of(line)) }
        }
        if !report.what.isEmpty {
            report.details = output.suffix(20)
            errors.print(report.rendered(errors.style))
        }
        if each.sink.lost > 0 {
            report.what =
                "the observer '\(each.name)' read too slowly, and did not get "
                + Words.count(each.sink.lost, "event")
            (report.details, report.help) = ([], nil)
            errors.print(report.rendered(errors.style))
        }
    }

    /// Nil where all is well.
    private func ending(_ exit: Exit) -> String? {
        switch exit {
        case .code(0): nil
        case .code(let code): "ended with exit code \(code)"
        case .signal(let signal): "was ended by signal \(signal)"
        case .timedOut, .cancelled: "was stopped"
        }
    }
}
