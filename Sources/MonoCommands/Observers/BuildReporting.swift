import BuildEngine
import BuildPlanning
import Disk
import Workspaces

/// What a build tells, to whom: the console and the observers that the options ask for.
struct BuildReporting {
    let observers: [any BuildObserver]

    /// Tells at once what is known before any work: notes about the workspace, and what has to be left out.
    /// `isQuiet`: a build that finds nothing to do says nothing, because something else follows.
    init(_ options: BuildOptions, _ work: PlannedBuild, in session: Session, isQuiet: Bool = false) throws {
        let console = BuildConsole(session.terminal)
        let isVerbose = session.global.isVerbose
        let graph = work.workspace.loaded.graph, planned = work.plan.graph
        for note in work.notes {
            // A library that is not there is no matter to those who build without it.
            if case .systemLibrary(let target, _, _) = note,
                !planned.actions.values.contains(where: { $0.subject == .target(target) })
            {
                continue
            }
            note.report(isVerbose: isVerbose).map(console.say)
        }
        for report in WiringWording.notes(on: work.workspace.configuration, asking: work.wiredTargets, in: graph) {
            console.say(report)
        }
        if let report = LeftOut.report(work.plan.leftOut) { console.say(report) }

        var observers: [any BuildObserver] = []
        func file(_ path: String) throws -> ReportFile {
            try ReportFile(session.path(path), files: work.workspace.files, console: console)
        }
        if let path = options.eventFile { observers.append(EventLog(try file(path))) }
        if let path = options.traceFile { observers.append(TraceLog(try file(path))) }
        if options.explains || options.isDryRun {
            let cache = work.workspace.cache
            observers.append(
                Explanation(console, isDetailed: options.explains) { InterfaceDigesting.parts(of: $0, in: cache) })
        }
        let isLive = session.terminal.errors.isInteractive
        if isLive, !options.isDryRun { observers.append(LiveStatus(console)) }
        if !isLive || isVerbose {
            observers.append(
                PlainProgress(
                    console, root: work.workspace.root.string, temporary: session.temporaryFolder, isVerbose: isVerbose)
            )
        }
        let root = work.workspace.root
        let folder = work.workspace.files.resolve(session.folder) ?? session.folder
        observers.append(
            DiagnosticsPrinter(console, workingFolder: folder.isInside(root) ? folder.relative(to: root) : nil))
        observers.append(
            WiringReport(
                console: console, graph: graph, configuration: work.workspace.configuration, files: work.workspace.files
            ))
        let missing = MissingLibraries(work.workspace.loaded.notes, in: graph)
        observers.append(
            SummaryPrinter(
                console, since: session.start, telling: isQuiet ? .thoseThatRanSomething : .all,
                wantsVerification: options.verifiedPercent != nil, missing: missing))
        if !options.isDryRun { observers.append(RebuildRecorder(root: root, files: work.workspace.files)) }
        self.observers = observers
    }

    /// For a build that another one waits for: what runs, and what goes wrong.
    static func prelude(_ options: BuildOptions, in session: Session, _ workspace: OpenWorkspace) -> [any BuildObserver]
    {
        let console = BuildConsole(session.terminal), folder = workspace.files.resolve(session.folder) ?? session.folder
        let printer = DiagnosticsPrinter(
            console, workingFolder: folder.isInside(workspace.root) ? folder.relative(to: workspace.root) : nil)
        let summary = SummaryPrinter(
            console, since: session.start, telling: .none, wantsVerification: options.verifiedPercent != nil)
        return progress(options, in: session, root: workspace.root) + [printer, summary]
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
