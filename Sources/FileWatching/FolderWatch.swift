import CLinux
import Disk
import Glibc
import Subprocesses
import Synchronization

/// Nothing can be watched: what the system said (`errno`).
public struct WatchError: Error, Hashable, Sendable {
    public var code: Int32
}

/// Reports that something changed below folders, by Linux's inotify.
///
/// A report only says that it is time to look again. The kernel's queue can overflow, and what is written into a folder
/// that was made a moment ago is not reported by name. Then `FileChanges.isPartial` says so, or only the folder is
/// named. The promise is that a change in a watched folder is reported after it happened, a write once its file is
/// closed. So a look after the last report misses nothing. Changes that other machines make in a network file system
/// are not seen.
///
/// Where the system gives too few watches, all roots are looked at from time to time instead.
///
/// May be used from any thread.
public final class FolderWatch: Sendable {
    /// What is not watched.
    public struct Exceptions: Hashable, Sendable {
        /// Files and folders of these names, wherever they are.
        public var names: Set<String>
        /// Files and folders.
        public var paths: Set<AbsolutePath>

        public init(names: Set<String> = [], paths: Set<AbsolutePath> = []) {
            (self.names, self.paths) = (names, paths)
        }

        /// Also what this library writes before it gets its name.
        func contain(_ name: String, _ path: AbsolutePath) -> Bool {
            names.contains(name) || paths.contains(path) || TemporaryName.matches(name)
        }
    }

    private struct State: Sendable {
        var folders: WatchedFolders
        var roots: [AbsolutePath] = []
        /// What the roots were like at the last look; nil while the kernel reports all changes.
        var look: TreeLook?
        var isStopped = false
    }

    /// In seconds, between two looks where the kernel does not report all changes.
    private let interval: Double
    private let wake: Int32
    private let exceptions: Exceptions
    private let report: @Sendable (FileChanges) -> Void
    private let state: Mutex<State>

    /// Calls `report` with changes, on a thread of its own, until `stop`. `mostFolders`: how many the kernel is asked
    /// to watch at most. Throws where the system has no thread or descriptor to give.
    public static func started(
        leavingOut exceptions: Exceptions, mostFolders: Int = .max, interval: Double = 2,
        report: @escaping @Sendable (FileChanges) -> Void
    ) throws(WatchError) -> FolderWatch {
        let wake = mono_event()
        if wake < 0 { throw WatchError(code: errno) }
        let watch = FolderWatch(wake, WatchedFolders(exceptions, most: mostFolders), exceptions, interval, report)
        if !startDetachedThread({ watch.listen() }) { throw WatchError(code: EAGAIN) }
        return watch
    }

    private init(
        _ wake: Int32, _ folders: WatchedFolders, _ exceptions: Exceptions, _ interval: Double,
        _ report: @escaping @Sendable (FileChanges) -> Void
    ) {
        (self.wake, self.exceptions, self.interval, self.report) = (wake, exceptions, interval, report)
        state = Mutex(State(folders: folders))
    }

    deinit {
        state.withLock { $0.folders.close() }
        close(wake)
    }

    /// Watches `root` and all folders below it too. Returns once every later change is reported.
    public func add(_ root: AbsolutePath) {
        state.withLock { state in
            if state.roots.contains(where: { root.isInside($0) }) { return }
            state.roots.append(root)
            state.folders.add(root, roots: state.roots)
            if state.folders.isIncomplete { state.look = TreeLook(at: state.roots, leavingOut: exceptions) }
        }
        alert()
    }

    /// How many folders the kernel watches.
    public var count: Int { state.withLock { $0.folders.count } }

    /// The system allows fewer watches than there are folders (`fs.inotify`): some changes are reported only after the
    /// next look.
    public var isIncomplete: Bool { state.withLock { $0.folders.isIncomplete } }

    /// Ends the reports.
    public func stop() {
        state.withLock { $0.isStopped = true }
        alert()
    }

    private func alert() {
        var one: UInt64 = 1
        _ = write(wake, &one, 8)
    }

    // MARK: Listening

    private func listen() {
        let events = state.withLock { $0.folders.events }
        var wanted = [
            pollfd(fd: events, events: Int16(POLLIN), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        var pause = interval, next = ContinuousClock.now + .seconds(interval)
        while true {
            let looks = state.withLock { $0.look != nil }
            let left = max(0, Double((next - .now).components.seconds) + 1) * 1000
            poll(&wanted, 2, looks ? Int32(min(left, 1e9)) : -1)
            if wanted[1].revents != 0 {
                var count: UInt64 = 0
                _ = read(wake, &count, 8)
                if state.withLock({ $0.isStopped }) { return }
            }
            var changes = wanted[0].revents != 0 ? readChanges(events) : FileChanges()
            if looks, .now >= next {
                let start = ContinuousClock.now
                if differsFromLastLook() { changes.insertUnknown() }
                // A large tree takes a twentieth of a processor at most.
                let time = ContinuousClock.now - start
                pause = max(
                    interval, 20 * (Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18))
                next = .now + .seconds(pause)
            }
            if !changes.isEmpty { report(changes) }
        }
    }

    private func differsFromLastLook() -> Bool {
        let (roots, last) = state.withLock { ($0.roots, $0.look) }
        let look = TreeLook(at: roots, leavingOut: exceptions)
        return state.withLock { state in
            // Another root came meanwhile, with a look of its own.
            guard state.look == last else { return false }
            state.look = look
            return look != last
        }
    }

    private func readChanges(_ events: Int32) -> FileChanges {
        var changes = FileChanges()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(events, &buffer, buffer.count)
            if count <= 0 { return changes }
            buffer.withUnsafeBytes { bytes in
                state.withLock { state in
                    let wasComplete = !state.folders.isIncomplete
                    state.folders.take(
                        UnsafeRawBufferPointer(rebasing: bytes[..<count]), into: &changes, roots: state.roots)
                    guard wasComplete, state.folders.isIncomplete else { return }
                    state.look = TreeLook(at: state.roots, leavingOut: exceptions)
                }
            }
        }
    }
}
