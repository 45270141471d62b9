import Digests
import Glibc
import Synchronization

/// A file system in memory, for tests: it behaves as `LocalFileSystem` does for an ordinary user, its clock stands
/// still unless it is told to move, and it fails where it is told to.
public final class InMemoryFileSystem: FileSystem {
    private struct Trap: Sendable {
        var attempt: FileError.Attempt
        var path: AbsolutePath
        var code: Int32
    }

    private struct Interruption: Sendable {
        var attempt: FileError.Attempt
        var path: AbsolutePath
        var action: @Sendable () -> Void
    }

    private struct State: Sendable {
        var tree: MemoryTree
        var traps: [Trap] = []
        var interruptions: [Interruption] = []
        /// How many more bytes fit on the disk; nil for any number.
        var space: Int64?
        var locked: Set<AbsolutePath> = []
        var read: [AbsolutePath] = []

        /// Does something that takes `bytes` on the disk.
        mutating func spend(_ bytes: Int, _ body: (inout MemoryTree) throws(ErrorNumber) -> Void) throws(ErrorNumber) {
            if let space, Int64(bytes) > space { throw ErrorNumber(ENOSPC) }
            try body(&tree)
            if let left = space { space = left - Int64(bytes) }
        }
    }

    private let state: Mutex<State>

    /// The clock starts at `now`, in nanoseconds since 1970. `files`: contents by absolute path.
    public init(_ files: [String: String] = [:], now: Int64 = 1_700_000_000_123_456_789) {
        var tree = MemoryTree(now: now)
        for (path, text) in files {
            // Nothing that is there already is in the way of a file, unless two of the paths contradict each other.
            try? tree.put(.file(Array(text.utf8)), at: AbsolutePath(path), permissions: 0o644, replacing: true)
        }
        state = Mutex(State(tree: tree))
    }

    // MARK: For the test

    /// Moves the clock.
    public func advance(by nanoseconds: Int64) { state.withLock { $0.tree.now += nanoseconds } }

    /// Makes every such attempt on `path`, or on anything inside it, fail with `code`. A look that fails finds nothing
    /// there.
    public func fail(_ attempt: FileError.Attempt, _ path: AbsolutePath, code: Int32) {
        state.withLock { $0.traps.append(Trap(attempt: attempt, path: path, code: code)) }
    }

    /// Lets so many more bytes be written; a file that does not fit whole fails with `ENOSPC` and is not there.
    public func failWrites(after bytes: Int64) { state.withLock { $0.space = bytes } }

    /// Takes back every `fail` and `failWrites`.
    public func heal() {
        state.withLock { state in
            state.traps = []
            state.space = nil
        }
    }

    /// Calls `action` just before the next such attempt on `path`, once: for what happens between two steps.
    public func before(_ attempt: FileError.Attempt, _ path: AbsolutePath, do action: @escaping @Sendable () -> Void) {
        state.withLock { $0.interruptions.append(Interruption(attempt: attempt, path: path, action: action)) }
    }

    /// Changes the content of a file in place, as some editors do: it stays the same file, with the same inode.
    public func overwrite(_ path: AbsolutePath, with text: String) throws(FileError) {
        try perform(.write, path) { state throws(ErrorNumber) in try state.tree.overwrite(path, with: Array(text.utf8))
        }
    }

    /// Changes the content of a file as a store through a memory mapping does whose page was written before: no time of
    /// the file changes.
    public func overwriteUnseen(_ path: AbsolutePath, with text: String) throws(FileError) {
        try perform(.write, path) { state throws(ErrorNumber) in
            try state.tree.overwrite(path, with: Array(text.utf8), unseen: true)
        }
    }

    /// From now on a file that takes the place of another one has its inode, as may happen on a disk, where numbers are
    /// used again.
    public func reuseInodes() { state.withLock { $0.tree.inodesByPath = $0.tree.inodesByPath ?? [:] } }

    /// Puts something there that is neither file nor folder nor link, as a pipe is.
    public func makeSpecialFile(_ path: AbsolutePath) throws(FileError) {
        try perform(.create, path) { state throws(ErrorNumber) in
            try state.tree.put(.other, at: path, permissions: 0o644, replacing: true)
        }
    }

    /// The files that were read, in order, each as often as it was.
    public var filesRead: [AbsolutePath] { state.withLock { $0.read } }

    // MARK: FileSystem

    public var now: Int64 { state.withLock { $0.tree.now } }

    public func datesFolders(_ path: AbsolutePath) -> Bool { true }

    public func read(_ path: AbsolutePath, atMost limit: Int64) throws(FileError) -> [UInt8] {
        try perform(.read, path) { state throws(ErrorNumber) in
            state.read.append(path)
            let content = try state.tree.content(path)
            if Int64(content.count) > limit { throw ErrorNumber(EFBIG) }
            return content
        }
    }

    public func digest(_ path: AbsolutePath) throws(FileError) -> ContentDigest { ContentDigest(of: try read(path)) }

    public func readRegularFile(
        _ path: AbsolutePath, atMost limit: Int64
    ) throws(FileError) -> (content: [UInt8], status: FileStatus) {
        try perform(.read, path) { state throws(ErrorNumber) in
            state.read.append(path)
            let content = try state.tree.content(path, followingLast: false)
            if Int64(content.count) > limit { throw ErrorNumber(EFBIG) }
            return (content, try state.tree.status(path, followingLast: false))
        }
    }

    public func status(_ path: AbsolutePath) -> FileStatus? {
        try? perform(.look, path) { state throws(ErrorNumber) in try state.tree.status(path, followingLast: true) }
    }

    public func linkStatus(_ path: AbsolutePath) -> FileStatus? {
        try? perform(.look, path) { state throws(ErrorNumber) in try state.tree.status(path, followingLast: false) }
    }

    public func list(_ folder: AbsolutePath) throws(FileError) -> [FolderEntry] {
        try perform(.list, folder) { state throws(ErrorNumber) in try state.tree.list(folder) }
    }

    public func destination(ofLink path: AbsolutePath) throws(FileError) -> String {
        try perform(.look, path) { state throws(ErrorNumber) in try state.tree.destination(ofLink: path) }
    }

    public func resolve(_ path: AbsolutePath) -> AbsolutePath? {
        let names = try? perform(.look, path) { state throws(ErrorNumber) in try state.tree.place(path).names }
        return names.map { AbsolutePath("/" + $0.joined(separator: "/")) }
    }

    public func write(
        _ content: [UInt8], to path: AbsolutePath, permissions: UInt16, durably: Bool
    ) throws(FileError) {
        try perform(.write, path) { state throws(ErrorNumber) in
            try state.spend(content.count) { tree throws(ErrorNumber) in
                try tree.put(.file(content), at: path, permissions: permissions, replacing: true)
            }
        }
    }

    public func append(_ content: [UInt8], to path: AbsolutePath) throws(FileError) {
        try perform(.write, path) { state throws(ErrorNumber) in
            try state.spend(content.count) { tree throws(ErrorNumber) in try tree.append(content, to: path) }
        }
    }

    public func copy(
        _ source: AbsolutePath, to path: AbsolutePath, permissions: UInt16, durably: Bool
    ) throws(FileError) {
        try write(try read(source), to: path, permissions: permissions, durably: durably)
    }

    public func copy(
        _ source: AbsolutePath, to path: AbsolutePath, expecting expected: ContentDigest, permissions: UInt16,
        durably: Bool
    ) throws(FileError) -> ContentDigest {
        let content = try readRegularFile(source, atMost: .max).content
        if Int64(content.count) != expected.size { throw FileError(.read, source, code: EFBIG) }
        let found = ContentDigest(of: content)
        if found == expected { try write(content, to: path, permissions: permissions, durably: durably) }
        return found
    }

    public func lock(_ path: AbsolutePath) throws(FileError) -> FolderLock? {
        guard state.withLock({ $0.locked.insert(path).inserted }) else { return nil }
        return FolderLock { [weak self] in _ = self?.state.withLock { $0.locked.remove(path) } }
    }

    public func makeFolder(_ path: AbsolutePath) throws(FileError) {
        try perform(.create, path) { state throws(ErrorNumber) in try state.tree.makeFolder(path) }
    }

    public func makeSymbolicLink(at path: AbsolutePath, to destination: String) throws(FileError) {
        try perform(.link, path) { state throws(ErrorNumber) in
            if destination.isEmpty { throw ErrorNumber(ENOENT) }
            try state.tree.put(.link(destination), at: path, permissions: 0o777, replacing: false)
        }
    }

    public func remove(_ path: AbsolutePath) throws(FileError) {
        try perform(.remove, path) { state throws(ErrorNumber) in try state.tree.remove(path) }
    }

    public func rename(_ source: AbsolutePath, to target: AbsolutePath) throws(FileError) {
        try perform(.rename, source) { state throws(ErrorNumber) in try state.tree.rename(source, to: target) }
    }

    public func setModified(_ path: AbsolutePath, to time: Int64) throws(FileError) {
        try perform(.write, path) { state throws(ErrorNumber) in try state.tree.setModified(path, to: time) }
    }

    public func setPermissions(_ path: AbsolutePath, to permissions: UInt16) throws(FileError) {
        try perform(.write, path) { state throws(ErrorNumber) in try state.tree.setPermissions(path, to: permissions) }
    }

    private func perform<Result: Sendable>(
        _ attempt: FileError.Attempt, _ path: AbsolutePath, _ body: (inout State) throws(ErrorNumber) -> Result
    ) throws(FileError) -> Result {
        // Outside the lock, as an interruption is there to change files.
        let interruption = state.withLock { state in
            let at = state.interruptions.firstIndex { $0.attempt == attempt && $0.path == path }
            return at.map { state.interruptions.remove(at: $0) }
        }
        interruption?.action()
        do throws(ErrorNumber) {
            return try state.withLock { state throws(ErrorNumber) in
                if let trap = state.traps.first(where: { $0.attempt == attempt && path.isInside($0.path) }) {
                    throw ErrorNumber(trap.code)
                }
                return try body(&state)
            }
        } catch {
            throw FileError(attempt, path, code: error.code)
        }
    }
}
