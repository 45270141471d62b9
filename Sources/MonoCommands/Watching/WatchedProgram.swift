import BuildPlanning
import Digests
import Disk
import Subprocesses
import Workspaces

/// The program of `mono run --watch`: runs beside mono, and is started again once a build has changed it. Used by one
/// thread at a time.
final class WatchedProgram {
    /// In seconds, between asking the program to end and killing it.
    static let grace = 5.0

    private let runner: LocalCommandRunner
    private let errors: Channel
    private var running: RunningProgram?
    private var content: [String: ContentDigest]?

    init(_ runner: LocalCommandRunner, saying errors: Channel) { (self.runner, self.errors) = (runner, errors) }

    /// Starts the program of a build that went well, unless it is what was started last. `isAsked`: also then.
    func follow(
        _ content: [String: ContentDigest], _ command: Command, name: String, isAsked: Bool
    ) throws {
        if !isAsked, content == self.content { return }
        stop(name)
        self.content = content
        running = try runner.start(command) { [errors] program in
            guard let exit = program.exit, !program.wasStopped else { return }
            errors.print(WatchedProgram.line(exit, name: name, errors.style))
        }
    }

    func stop(_ name: String) {
        guard let program = running else { return }
        running = nil
        if program.stop(grace: WatchedProgram.grace) { return }
        errors.print(
            ErrorReport(
                severity: .warning, code: .success, what: "'\(name)' did not end within 5 s, and was killed"
            ).rendered(errors.style))
    }

    /// Of what the build has placed: programs, libraries, resources.
    static func content(of work: PlannedBuild) -> [String: ContentDigest] {
        let files = LocalFileSystem()
        var content: [String: ContentDigest] = [:]
        var open = work.plan.placements.map(\.path) + work.plan.bundles.map(\.path)
        while let path = open.popLast() {
            let place = work.workspace.root / path
            if files.status(place)?.kind == .folder {
                open += ((try? files.list(place)) ?? []).map { "\(path)/\($0.name)" }
            } else {
                content[path] = try? files.digest(place)
            }
        }
        return content
    }

    private static func line(_ exit: Exit, name: String, _ style: Style) -> String {
        let name = VisibleText.of(name)
        return switch exit {
        case .code(0): style.dim("'\(name)' ended")
        case .code(let code): style.red("'\(name)' ended with exit code \(code)")
        case .signal(let signal): style.red("'\(name)' was ended by signal \(signal)")
        case .timedOut, .cancelled: style.dim("'\(name)' was stopped")
        }
    }
}
