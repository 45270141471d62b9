import Disk
import Glibc
import Synchronization

/// A file that a build reports to. What goes wrong with it is reported once and stops no build; the command fails in the
/// end, because somebody counts on that file.
final class ReportFile: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var isBroken = false
        var hasFailed = false
    }

    private let files: any FileSystem
    private let path: AbsolutePath
    private let console: BuildConsole
    private let state = Mutex(State())

    /// Empties the file, or makes it. What is no ordinary file (a pipe, `/dev/null`) is only ever appended to, never
    /// replaced, and a symbolic link stays one.
    init(_ path: AbsolutePath, files: any FileSystem, console: BuildConsole) throws(FileError) {
        (self.path, self.files, self.console) = (path, files, console)
        try files.writeNamed([], to: path)
    }

    /// It lacks something, which was reported. A reader that went away wants no more, and nothing failed.
    var hasFailed: Bool { state.withLock { $0.hasFailed } }

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
                state.hasFailed = !ReportFile.isReaderGone(error)
                return error
            }
        }
        if let failure {
            var report = failure.report
            if ReportFile.isReaderGone(failure) { report.severity = .warning }
            console.say(report)
        }
    }

    /// Of a pipe: between two writes, or in the middle of one.
    private static func isReaderGone(_ error: FileError) -> Bool { [EPIPE, ENXIO].contains(error.code) }
}
