import BuildEngine
import Disk

/// Whoever watches a build from the command line, as the options and the terminal have it.
struct BuildObservers {
    let all: [any BuildObserver]

    /// `isQuiet`: nothing is said of a build in which nothing went wrong, because something else follows.
    init(
        _ options: BuildOptions, _ workspace: OpenWorkspace, _ session: Session, _ console: BuildConsole, isQuiet: Bool = false
    ) throws(FileError) {
        let folder = session.folder.isInside(workspace.root) ? session.folder.relative(to: workspace.root) : nil
        var observers: [any BuildObserver] = [DiagnosticsPrinter(console, workingFolder: folder)]
        if options.explains { observers.append(Explanation(console, isDetailed: true)) }
        if options.isDryRun, !options.explains { observers.append(Explanation(console, isDetailed: false)) }
        if session.terminal.errors.isInteractive, !session.global.isVerbose {
            observers.append(LiveStatus(console))
        } else if !isQuiet {
            observers.append(PlainProgress(console, root: workspace.root.string, isVerbose: session.global.isVerbose))
        }
        if let file = options.eventFile {
            observers.append(EventLog(try ReportFile(session.path(file), files: workspace.files, console: console)))
        }
        if let file = options.traceFile {
            observers.append(TraceLog(try ReportFile(session.path(file), files: workspace.files, console: console)))
        }
        all = observers + [SummaryPrinter(console, isQuiet: isQuiet)]
    }
}
