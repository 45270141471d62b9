import Disk
import Synchronization

/// A file that a build reports to. What goes wrong with it is told once and stops no build.
final class ReportFile: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var isBroken = false
    }

    private let files: any FileSystem
    private let path: AbsolutePath
    private let console: BuildConsole
    private let state = Mutex(State())

    /// Empties the file, or makes it. What is no ordinary file (a pipe, `/dev/null`) is only ever appended to, never
    /// replaced.
    init(_ path: AbsolutePath, files: any FileSystem, console: BuildConsole) throws(FileError) {
        (self.path, self.files, self.console) = (path, files, console)
        switch files.status(path)?.kind {
        case nil, .file?: try files.write([], to: path)
        default: try files.append([], to: path)
        }
    }

    func add(_ text: String) { state.withLock { $0.pending += text.utf8 } }

    /// Writes what was added.
    func flush() {
        let failure = state.withLock { state -> FileError? in
            defer { state.pending = [] }
            guard !state.isBroken, !state.pending.isEmpty else { return nil }
            do throws(FileError) {
                try files.append(state.pending, to: path)
                return nil
            } catch {
                state.isBroken = true
                return error
            }
        }
        if let failure {
            var report = failure.report
            report.severity = .warning
            console.say(report)
        }
    }
}
