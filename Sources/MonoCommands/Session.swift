import Disk
import Workspaces

/// What one run of mono works with: all of it read once, at the start.
struct Session: Sendable {
    let environment: ProcessEnvironment
    let global: GlobalOptions
    /// The folder that mono works in, and that relative paths of the command line are read from.
    let folder: AbsolutePath
    let terminal: Terminal
    /// When mono was started.
    let start: ContinuousClock.Instant
    /// The command line as it was typed.
    var arguments: [String] = []
    /// What the command is at.
    let phases: PhaseClock
    /// Hears of each workspace that is opened.
    var opened: (@Sendable (OpenWorkspace) -> Void)?

    /// Where tools put temporary files; nil where the environment does not say.
    var temporaryFolder: AbsolutePath? {
        environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? AbsolutePath($0) : nil }.flatMap {
            $0.string == "/" ? nil : $0
        }
    }

    /// The user's home folder, where the environment names one.
    var home: AbsolutePath? {
        environment["HOME"].flatMap { $0.hasPrefix("/") ? AbsolutePath($0) : nil }
    }

    /// The same in another folder.
    func moved(to folder: AbsolutePath) -> Session {
        Session(
            environment: environment, global: global, folder: folder, terminal: terminal, start: start,
            arguments: arguments, phases: phases, opened: opened)
    }

    /// The same, started now. `heading`: a line that is printed before whatever is said about the work.
    func round(heading: String?) -> Session {
        let errors = terminal.errors
        let headed = heading.map {
            Channel(
                sink: HeadedSink(errors.sink, heading: $0), style: errors.style, isInteractive: errors.isInteractive)
        }
        let now = ContinuousClock.now
        return Session(
            environment: environment, global: global, folder: folder,
            terminal: Terminal(output: terminal.output, errors: headed ?? errors), start: now, arguments: arguments,
            phases: PhaseClock(since: now), opened: opened)
    }

    /// A path as it was typed.
    func path(_ text: String) -> AbsolutePath { AbsolutePath(text, in: folder) }
}
