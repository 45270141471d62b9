import BuildEngine
import BuildPlanning
import Disk
import GitHistory
import Subprocesses
import Workspaces

/// What a build reports, and where: the console and the observers that the options ask for.
struct BuildReporting {
    let observers: [any BuildObserver]
    /// What was reported at once.
    let said: [String]

    /// Tells at once what is known before any work: notes about the workspace, and what has to be left out.
    /// `isQuiet`: a build that finds nothing to do says nothing, because something else follows. `observing`: programs
    /// that get the events.
    init(
        _ options: BuildOptions, _ work: PlannedBuild, in session: Session, isQuiet: Bool = false,
        observing programs: ObserverPrograms? = nil
    ) throws {
        let console = BuildConsole(session.terminal)
        let isVerbose = session.global.isVerbose
        let graph = work.workspace.loaded.graph
        let reports = BuildReporting.reports(
            on: work, isVerbose: isVerbose, hidesWarnings: options.warnings == WarningsShown.none)
        said = reports.map { $0.rendered(session.terminal.errors.style) }
        for text in said { console.say(text) }
        if !options.isDryRun, options.precision != .bytes {
            session.warn(of: work.workspace.toolchain, in: work.workspace, console)
        }

        // First, so that the others know of the phase.
        var observers: [any BuildObserver] = [PhaseObserver(clock: session.phases, phase: .build)]
        let places = ReportPlaces(graph: graph, root: work.workspace.root)
        for (option, path) in [
            ("--events", options.eventFile), ("--trace", options.traceFile), ("--report", options.reportFile),
        ] {
            if let path { try places.check(session.path(path), for: option) }
        }
        // What a build writes for people is nothing that it looks at: a note of its looks must not hold it.
        let files = LocalFileSystem()
        func file(_ path: String) throws -> ReportFile {
            try ReportFile(session.path(path), files: files, console: console)
        }
        if let path = options.eventFile {
            observers.append(EventLog(try file(path), session.phases, command: session.arguments))
        }
        if let log = programs?.log { observers.append(log) }
        if let path = options.reportFile {
            let file = try PictureFile(session.path(path), files: files)
            observers.append(PictureObserver(session, file: file, console: console))
        }
        if let path = options.traceFile { observers.append(TraceLog(try file(path))) }
        let known = KnownParts(work.workspace.cache)
        if options.explains || options.isDryRun {
            observers.append(Explanation(console, isDetailed: options.explains, parts: known.parts))
        }
        let isLive = session.terminal.errors.isInteractive
        if isLive, !options.isDryRun { observers.append(LiveStatus(console)) }
        if !isLive && !options.watch.isLaterRound || isVerbose {
            observers.append(
                PlainProgress(
                    console, root: work.workspace.root.string, temporary: session.temporaryFolder, isVerbose: isVerbose)
            )
        }
        let root = work.workspace.root
        observers.append(
            DiagnosticsPrinter(
                console, root: root, folder: session.folder, files: work.workspace.files,
                showing: options.warnings ?? .changed))
        observers.append(
            WiringReport(
                console: console, graph: graph, configuration: work.workspace.configuration, files: work.workspace.files
            ))
        observers.append(
            RouteReport(
                console: console, graph: graph, configuration: work.workspace.configuration, files: work.workspace.files
            ))
        let missing = MissingLibraries(work.workspace.loaded.notes, in: graph)
        observers.append(
            SummaryPrinter(
                console, since: session.start, reporting: isQuiet ? .thoseThatRanSomething : .all,
                wantsVerification: options.verifiedPercent != nil, missing: missing,
                modules: MissingModules(in: graph, objection: RuleObjections(work.workspace).help),
                graphs: MissingGraphs(graph: graph, configuration: work.workspace.configuration)))
        if options.warnings != WarningsShown.none { observers.append(ClockWarnings(console)) }
        if options.warnings == nil, !isQuiet { observers.append(HiddenWarnings(console)) }
        if !options.isDryRun {
            observers.append(FolderBoundNote(console))
            observers.append(WithheldNote(console: console, cache: work.workspace.cache))
            observers.append(RebuildRecorder(root: root, files: work.workspace.files, parts: known.parts))
            observers.append(
                CacheTrimmer(
                    console: console, cache: work.workspace.cache, limits: work.workspace.configuration.cacheLimits))
        }
        self.observers = observers
    }

    /// Notes about the workspace, and what has to be left out.
    private static func reports(on work: PlannedBuild, isVerbose: Bool, hidesWarnings: Bool) -> [ErrorReport] {
        var reports: [ErrorReport] = []
        let planned = work.plan.graph
        for note in work.notes {
            // A library that is not there is no matter to those who build without it.
            if case .systemLibrary(let target, _, _) = note,
                !planned.actions.values.contains(where: { $0.subject == .target(target) })
            {
                continue
            }
            let report = note.report(isVerbose: isVerbose) { file in
                (try? work.workspace.repository(Cancellation()).ignores(file)) ?? false
            }
            if let report, !hidesWarnings || report.severity != .warning { reports.append(report) }
        }
        reports += WiringWording.notes(
            on: work.workspace.configuration, asking: work.targetsWithWiringSettings, in: work.workspace.loaded.graph)
        if let report = LeftOut.report(work.plan.leftOut) { reports.append(report) }
        return reports
    }

    /// Tells what a build would that finds nothing to do.
    static func report(
        _ known: UpToDate, of workspace: Workspace, _ options: BuildOptions, in session: Session
    ) -> ExitCode {
        let console = BuildConsole(session.terminal)
        for text in known.said { console.say(text) }
        let printer = DiagnosticsPrinter(
            console, root: workspace.root, folder: session.folder, files: LocalFileSystem(),
            showing: options.warnings ?? .changed)
        var observers: [any BuildObserver] = [printer, SummaryPrinter(console, since: session.start)]
        if options.warnings == nil { observers.append(HiddenWarnings(console)) }
        for observer in observers { known.result.diagnostics.forEach(observer.diagnosed) }
        for observer in observers { observer.buildFinished(known.result.summary) }
        return .success
    }

    /// For a build that another one waits for: what runs, and what goes wrong.
    static func prelude(_ options: BuildOptions, in session: Session, _ workspace: OpenWorkspace) -> [any BuildObserver]
    {
        let console = BuildConsole(session.terminal)
        let printer = DiagnosticsPrinter(
            console, root: workspace.root, folder: session.folder, files: workspace.files,
            showing: options.warnings ?? .changed)
        let summary = SummaryPrinter(
            console, since: session.start, reporting: .none, wantsVerification: options.verifiedPercent != nil)
        let withheld = WithheldNote(console: console, cache: workspace.cache)
        return progress(options, in: session, root: workspace.root) + [printer, summary, withheld]
    }

    /// Only how far it is.
    static func progress(_ options: BuildOptions, in session: Session, root: AbsolutePath) -> [any BuildObserver] {
        let console = BuildConsole(session.terminal)
        if session.terminal.errors.isInteractive { return [LiveStatus(console)] }
        return [
            PlainProgress(
                console, root: root.string, temporary: session.temporaryFolder, isVerbose: session.global.isVerbose)
        ]
    }
}
