import BuildEngine
import Disk
import Synchronization
import Targets
import TestRunning

/// `--report FILE`: collects the events of a command and writes their page whenever a build or the tests end, so that it
/// is there whatever comes after.
final class PictureObserver: RunObserver, ReportingToFile {
    private final class Lines: EventSink {
        private let bytes = Mutex<[UInt8]>([])
        func add(_ line: String) { bytes.withLock { $0 += line.utf8 } }
        func flush() {}
        var all: [UInt8] { bytes.withLock { $0 } }
    }

    private let lines = Lines()
    private let log: EventLog
    private let file: PictureFile
    private let console: BuildConsole
    private let isBroken = Mutex(false)

    init(_ session: Session, file: PictureFile, console: BuildConsole) {
        (self.file, self.console) = (file, console)
        log = EventLog(lines, session.phases, command: session.arguments)
    }

    var hasFailed: Bool { isBroken.withLock { $0 } }

    func buildStarted(_ start: BuildStart) { log.buildStarted(start) }
    func actionStarted(_ start: ActionStart) { log.actionStarted(start) }
    func actionFinished(_ report: ActionReport) { log.actionFinished(report) }
    func diagnosed(_ diagnostics: Diagnostics) { log.diagnosed(diagnostics) }
    func testsStarted(_ target: TargetID) { log.testsStarted(target) }
    func testsFinished(_ report: TestReport) { log.testsFinished(report) }

    func buildFinished(_ summary: BuildSummary) {
        log.buildFinished(summary)
        write()
    }

    func allTestsFinished() {
        log.allTestsFinished()
        write()
    }

    private func write() {
        if hasFailed { return }
        let picture = PictureReader(lines.all).picture
        do throws(FileError) {
            try file.write(picture)
        } catch {
            isBroken.withLock { $0 = true }
            console.say(error.report)
        }
    }
}
