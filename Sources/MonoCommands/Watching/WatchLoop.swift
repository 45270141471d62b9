import BuildPlanning
import Disk
import FileWatching
import Subprocesses
import Workspaces

/// One time through, of a command that watches.
struct WatchRound {
    var session: Session
    var programs: Programs
    var isFirst: Bool
    /// Nothing is said of what is as it was: the round before did all that it was to do, and nobody asked.
    var isSilent: Bool
    /// A key asks to do the same again, whatever is known.
    var isAsked: Bool
    /// Results that are known do not count.
    var runsAll: Bool
}

/// Does the same again and again: at the start, after each change, and after each request by key.
///
/// The kernel's reports of changes only wake it. What has changed is found out by each round itself, as by a build of
/// its own: nothing is kept from one to the next but what lies on disk.
struct WatchLoop {
    /// What the user sees of it while it waits.
    struct Waiting {
        /// What the keys do; without Ctrl-C.
        var keys: String
        /// A line says so as long as it waits; otherwise once. (A program that runs beside it prints where it likes.)
        var hasStatusLine = true
    }

    let session: Session
    let options: WatchOptions
    let workspace: Workspace
    let programs: Programs
    /// Files that mono itself writes in each round.
    let written: [AbsolutePath]
    let waiting: Waiting

    /// After the last change: editors save a file in several steps.
    private static let quiet = Duration.milliseconds(40)
    /// If changes do not end.
    private static let limit = Duration.seconds(1)

    /// Throws if the first round cannot begin at all: a command line that makes no sense.
    func run(_ body: (WatchRound) throws -> ExitCode) throws -> ExitCode {
        let desk = WatchDesk()
        let watch = try started(desk)
        defer { watch.stop() }
        let keys = KeyReader { desk.add(WatchLoop.request($0)) }
        defer { keys?.restore() }
        programs.beforeEnding { keys?.restore() }
        var next = (isFirst: true, isSilent: false, isAsked: false, runsAll: false, heading: String?.none)
        var repeated = RepeatedChanges(), wasOwn = false, saidIncomplete = false
        while true {
            let round = Cancellation(), token = programs.cancellation.onRequest { round.request() }
            desk.begin(round) { [repeated, options] in options.reaction == .restart && !repeated.areKnown($0) }
            let code = try perform(
                WatchRound(
                    session: session(next.heading, watch, desk), programs: programs.with(round),
                    isFirst: next.isFirst, isSilent: next.isSilent, isAsked: next.isAsked, runsAll: next.runsAll),
                body)
            programs.cancellation.forget(token)
            desk.end { changes in
                if repeated.roundEnded(changes, wasOwn: wasOwn) { say(repeating: changes) }
                return repeated.delay
            }
            if next.isFirst { say(watching: watch, hasKeys: keys != nil) }
            if watch.isIncomplete, !saidIncomplete {
                sayIncomplete()
                saidIncomplete = true
            }
            next = (false, code == .success, false, false, nil)
            switch wait(desk, hasKeys: keys != nil) {
            case .cancelled: return .interrupted(signal: programs.signals.received ?? 2)
            case .request(.quit): return .success
            case .request(let request):
                (next.isSilent, next.isAsked, next.runsAll) = (false, true, request == .all)
            case .changes(let changes, let areOwn):
                wasOwn = areOwn
                next.heading = line(for: changes)
            }
        }
    }

    private func perform(_ round: WatchRound, _ body: (WatchRound) throws -> ExitCode) throws -> ExitCode {
        do {
            return try body(round)
        } catch let ended as BuildEnded {
            return ended.code
        } catch {
            let report = ErrorReport(error)
            if round.isFirst, report.code == .usage { throw error }
            if !round.programs.cancellation.isRequested {
                let errors = round.session.terminal.errors
                errors.print(report.rendered(errors.style))
            }
            return report.code
        }
    }

    // MARK: Folders

    private func started(_ desk: WatchDesk) throws -> FolderWatch {
        let caches = workspace.settings.caches
        let out = [caches.local, caches.machine, caches.shared?.folder].compactMap(\.self) + written
        do throws(WatchError) {
            let watch = try FolderWatch.started(
                leavingOut: .init(
                    names: [BuildLayout.folder, ".git", ".build"], paths: Set(out + out.compactMap(real)))
            ) { desk.add($0) }
            watch.add(workspace.root)
            return watch
        } catch {
            throw ErrorReport(code: .storage, what: "cannot watch files: \(Words.systemError(error.code))")
        }
    }

    /// Where it is, whether it exists or not.
    private func real(_ path: AbsolutePath) -> AbsolutePath? {
        LocalFileSystem().resolve(path.parent).map { $0 / path.name }
    }

    /// Of a round, in which packages that lie elsewhere are watched too.
    private func session(_ heading: String?, _ watch: FolderWatch, _ desk: WatchDesk) -> Session {
        var round = session.round(heading: heading)
        let root = workspace.root
        round.opened = { opened in
            let known = watch.count
            for package in opened.loaded.graph.packages.values where !package.isExternal {
                let folder = AbsolutePath(package.folder, in: root)
                watch.add(opened.files.resolve(folder) ?? folder)
            }
            // They may have changed before they were watched.
            if watch.count > known { desk.add(FileChanges(isPartial: true)) }
        }
        return round
    }

    // MARK: Waiting

    private func wait(_ desk: WatchDesk, hasKeys: Bool) -> WatchDesk.Wake {
        let console = BuildConsole(session.terminal)
        if waiting.hasStatusLine {
            let text = "watching" + (hasKeys ? ": \(waiting.keys)" : "")
            console.draw([StatusLine(text: session.terminal.errors.style.dim(text), columns: text.count)])
        }
        defer { console.draw([]) }
        return desk.next(quiet: WatchLoop.quiet, limit: WatchLoop.limit, programs.cancellation)
    }

    private static func request(_ key: UInt8?) -> WatchRequest {
        switch key {
        case nil, UInt8(ascii: "q"), 4: .quit
        case UInt8(ascii: "a"): .all
        default: .again
        }
    }

    // MARK: Words

    private func names(_ changes: FileChanges) -> String {
        let files = LocalFileSystem()
        // Editors write a file under another name first.
        let there = changes.paths.filter { files.linkStatus($0) != nil }
        let names = (there.isEmpty ? changes.paths : there).map {
            $0.isInside(workspace.root) ? $0.relative(to: workspace.root) : $0.string
        }.sorted()
        let text = names.prefix(3).joined(separator: ", ")
        if changes.isPartial, !names.isEmpty { return text + " and more" }
        return names.count > 3 ? text + " and \(names.count - 3) more" : text
    }

    private func line(for changes: FileChanges) -> String {
        let text = changes.paths.isEmpty ? "files changed" : "changed: " + names(changes)
        return session.terminal.errors.style.dim(VisibleText.of(text))
    }

    private func say(watching watch: FolderWatch, hasKeys: Bool) {
        let errors = session.terminal.errors
        if errors.isInteractive, waiting.hasStatusLine { return }
        errors.print(
            "watching \(Words.count(watch.count, "folder")) for changes" + (hasKeys ? ": \(waiting.keys)" : ""))
    }

    private func sayIncomplete() {
        say(
            ErrorReport(
                severity: .warning, code: .success,
                what: "the system gives too few watches: mono looks for changes every 2 s instead",
                help: "raise the limits 'fs.inotify.max_user_watches' and 'fs.inotify.max_user_instances'"))
    }

    private func say(repeating changes: FileChanges) {
        say(
            ErrorReport(
                severity: .note, code: .success,
                what: "each round seems to change \(names(changes)): mono waits longer before the next one",
                help: "write such files into a temporary folder"))
    }

    private func say(_ report: ErrorReport) {
        let errors = session.terminal.errors
        errors.print(report.rendered(errors.style))
    }
}
