import Digests
import Disk
import Glibc
import Synchronization

/// Files that notice which folders were listed and which files were read, so that a look at these tells later whether
/// all that was found out is still so. Nothing can be written.
final class ObservedFiles: FileSystem {
    private struct State {
        var looks: [AbsolutePath: FileStatus] = [:]
        var isComplete = true
    }

    private let files: any FileSystem
    private let device: UInt64
    private let state = Mutex(State())

    /// `device`: where all of them must lie.
    init(_ files: any FileSystem, on device: UInt64) { (self.files, self.device) = (files, device) }

    /// What was asked for, as it was just before; nil where something else was asked, or the next change might not
    /// show.
    var looks: [AbsolutePath: FileStatus]? { state.withLock { $0.isComplete ? $0.looks : nil } }

    private func note(_ path: AbsolutePath) {
        let now = files.now, status = files.status(path)
        state.withLock { state in
            if let status, status.device == device, status.isSettled(at: now),
                state.looks[path].map({ $0 == status }) ?? true
            {
                state.looks[path] = status
            } else {
                state.isComplete = false
            }
        }
    }

    private func giveUp() { state.withLock { $0.isComplete = false } }

    func list(_ folder: AbsolutePath) throws(FileError) -> [FolderEntry] {
        note(folder)
        return try files.list(folder)
    }

    func read(_ path: AbsolutePath, atMost limit: Int64) throws(FileError) -> [UInt8] {
        note(path)
        return try files.read(path, atMost: limit)
    }

    func digest(_ path: AbsolutePath) throws(FileError) -> ContentDigest {
        note(path)
        return try files.digest(path)
    }

    // MARK: What no look at a file or folder tells

    func status(_ path: AbsolutePath) -> FileStatus? {
        giveUp()
        return files.status(path)
    }

    func linkStatus(_ path: AbsolutePath) -> FileStatus? {
        giveUp()
        return files.linkStatus(path)
    }

    func destination(ofLink path: AbsolutePath) throws(FileError) -> String {
        giveUp()
        return try files.destination(ofLink: path)
    }

    func resolve(_ path: AbsolutePath) -> AbsolutePath? {
        giveUp()
        return files.resolve(path)
    }

    var now: Int64 { files.now }

    // MARK: Nothing can be written

    func write(_ content: [UInt8], to path: AbsolutePath, permissions: UInt16, durably: Bool) throws(FileError) {
        throw FileError(.write, path, code: EROFS)
    }

    func append(_ content: [UInt8], to path: AbsolutePath) throws(FileError) {
        throw FileError(.write, path, code: EROFS)
    }

    func copy(_ source: AbsolutePath, to path: AbsolutePath, permissions: UInt16, durably: Bool) throws(FileError) {
        throw FileError(.copy, path, code: EROFS)
    }

    func makeFolder(_ path: AbsolutePath) throws(FileError) { throw FileError(.create, path, code: EROFS) }

    func makeSymbolicLink(at path: AbsolutePath, to destination: String) throws(FileError) {
        throw FileError(.link, path, code: EROFS)
    }

    func remove(_ path: AbsolutePath) throws(FileError) { throw FileError(.remove, path, code: EROFS) }

    func rename(_ source: AbsolutePath, to target: AbsolutePath) throws(FileError) {
        throw FileError(.rename, source, code: EROFS)
    }

    func setModified(_ path: AbsolutePath, to time: Int64) throws(FileError) {
        throw FileError(.write, path, code: EROFS)
    }
}
