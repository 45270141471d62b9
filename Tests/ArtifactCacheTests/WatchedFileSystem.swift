import Digests
import Disk
import Synchronization

/// A file system that counts what is asked of another one, fails where a test says so, and has a clock that a test can
/// move.
///
/// What it makes of simpler members is made of its own, so that a copy into a store is several steps, any of which can
/// fail.
final class WatchedFileSystem: FileSystem {
    struct Call: Hashable, Sendable {
        var attempt: FileError.Attempt
        var path: AbsolutePath
    }

    private struct State {
        var changes: [Call] = []
        var reads: [Call] = []
        var failure: (@Sendable (Call) -> Int32?)?
        var aheadBy: Int64 = 0
    }

    let base: any FileSystem
    private let state = Mutex(State())

    init(_ base: any FileSystem) { self.base = base }

    /// What changed files or folders so far, failed calls among it.
    var changes: [Call] { state.withLock { $0.changes } }
    /// What read the content of files or folders.
    var reads: [Call] { state.withLock { $0.reads } }

    func forgetCalls() { state.withLock { ($0.changes, $0.reads) = ([], []) } }

    /// From now on, calls for which `failure` gives an error number fail with it.
    func fail(_ failure: (@Sendable (Call) -> Int32?)?) { state.withLock { $0.failure = failure } }

    func moveClock(by nanoseconds: Int64) { state.withLock { $0.aheadBy += nanoseconds } }

    private func change(_ attempt: FileError.Attempt, _ path: AbsolutePath) throws(FileError) {
        let call = Call(attempt: attempt, path: path)
        let failure = state.withLock { state in
            state.changes.append(call)
            return state.failure
        }
        if let code = failure?(call) { throw FileError(attempt, path, code: code) }
    }

    private func look(_ attempt: FileError.Attempt, _ path: AbsolutePath) throws(FileError) {
        let call = Call(attempt: attempt, path: path)
        let failure = state.withLock { state in
            state.reads.append(call)
            return state.failure
        }
        if let code = failure?(call) { throw FileError(attempt, path, code: code) }
    }

    var now: Int64 { base.now + state.withLock { $0.aheadBy } }
    func status(_ path: AbsolutePath) -> FileStatus? { base.status(path) }
    func linkStatus(_ path: AbsolutePath) -> FileStatus? { base.linkStatus(path) }
    func resolve(_ path: AbsolutePath) -> AbsolutePath? { base.resolve(path) }

    func read(_ path: AbsolutePath, atMost limit: Int64) throws(FileError) -> [UInt8] {
        try look(.read, path)
        return try base.read(path, atMost: limit)
    }

    func readRegularFile(
        _ path: AbsolutePath, atMost limit: Int64
    ) throws(FileError) -> (content: [UInt8], status: FileStatus) {
        try look(.read, path)
        return try base.readRegularFile(path, atMost: limit)
    }

    func digest(_ path: AbsolutePath) throws(FileError) -> ContentDigest {
        try look(.read, path)
        return try base.digest(path)
    }

    func list(_ folder: AbsolutePath) throws(FileError) -> [FolderEntry] {
        try look(.list, folder)
        return try base.list(folder)
    }

    func destination(ofLink path: AbsolutePath) throws(FileError) -> String { try base.destination(ofLink: path) }

    func write(_ content: [UInt8], to path: AbsolutePath, permissions: UInt16, durably: Bool) throws(FileError) {
        try change(.write, path)
        try base.write(content, to: path, permissions: permissions, durably: durably)
    }

    func append(_ content: [UInt8], to path: AbsolutePath) throws(FileError) {
        try change(.write, path)
        try base.append(content, to: path)
    }

    func copy(_ source: AbsolutePath, to path: AbsolutePath, permissions: UInt16, durably: Bool) throws(FileError) {
        try look(.read, source)
        try change(.copy, path)
        try base.copy(source, to: path, permissions: permissions, durably: durably)
    }

    func makeFolder(_ path: AbsolutePath) throws(FileError) {
        try change(.create, path)
        try base.makeFolder(path)
    }

    func makeSymbolicLink(at path: AbsolutePath, to destination: String) throws(FileError) {
        try change(.link, path)
        try base.makeSymbolicLink(at: path, to: destination)
    }

    func remove(_ path: AbsolutePath) throws(FileError) {
        try change(.remove, path)
        try base.remove(path)
    }

    func rename(_ source: AbsolutePath, to target: AbsolutePath) throws(FileError) {
        try change(.rename, target)
        try base.rename(source, to: target)
    }

    func setModified(_ path: AbsolutePath, to time: Int64) throws(FileError) {
        try change(.write, path)
        try base.setModified(path, to: time)
    }

    func setPermissions(_ path: AbsolutePath, to permissions: UInt16) throws(FileError) {
        try change(.write, path)
        try base.setPermissions(path, to: permissions)
    }
}
