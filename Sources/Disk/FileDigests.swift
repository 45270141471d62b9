import Digests
import Glibc
import Synchronization

/// Digests of files, remembered by what a look at the file shows (size, times, inode, device), so that an unchanged
/// file is not read again. The memory is only ever a hint about this machine's disk: keys are made of the digests
/// alone.
///
/// A file that changed within the clock's grain of being hashed is read again next time (git calls this "racily
/// clean"), and the change time, which no program can set back, stands beside the modification time that any program
/// can. All members may be called from any thread.
public final class FileDigests: Sendable {
    private struct State: Sendable {
        var entries: [UInt64: RememberedDigest] = [:]
        var isLoaded = false
        var dirty = false
        var read = 0
    }

    /// How long an entry stays that nobody asks for, and how often it is noted that somebody did.
    private static let kept: Int64 = 30 * day, noted: Int64 = day
    private static let day: Int64 = 86_400 * 1_000_000_000

    /// What several views of one memory share.
    private final class Shared: Sendable {
        let state = Mutex(State())
        let memory: AbsolutePath?
        /// Where the memory lies.
        let files: any FileSystem

        init(memory: AbsolutePath?, files: any FileSystem) { (self.memory, self.files) = (memory, files) }
    }

    private let files: any FileSystem
    private let shared: Shared

    /// `memory`: the file in which digests are kept between processes; nil keeps them for this process only.
    /// A memory that cannot be read or parsed is an empty one.
    public init(files: any FileSystem, memory: AbsolutePath?) {
        (self.files, shared) = (files, Shared(memory: memory, files: files))
    }

    private init(files: any FileSystem, of other: FileDigests) {
        (self.files, shared) = (files, other.shared)
    }

    /// The same digests, looked for through `files`, which shows the same.
    public func looking(through files: any FileSystem) -> FileDigests { FileDigests(files: files, of: self) }

    /// With the memory, which is read when it is first asked for: a large workspace's is some megabytes, and not all
    /// commands want it.
    private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        shared.state.withLock { state in
            if !state.isLoaded {
                state.entries = shared.memory.flatMap { try? shared.files.read($0) }.flatMap(DigestMemory.parse) ?? [:]
                state.isLoaded = true
            }
            return body(&state)
        }
    }

    /// What `digest` says of a file that is larger than the limit.
    public static let tooLarge = EFBIG

    /// The digest of the file's content now. Of a file of more than `limit` bytes nothing is read.
    public func digest(_ path: AbsolutePath, atMost limit: Int64 = .max) throws(FileError) -> ContentDigest {
        try digest(path, atMost: limit) { (path) throws(FileError) in try files.digest(path) }
    }

    /// The same, with that content where it had to be read: nil where the digest was remembered. For callers that would
    /// read a file next of which they know nothing yet.
    public func digestReading(_ path: AbsolutePath) throws(FileError) -> (digest: ContentDigest, content: [UInt8]?) {
        var last: (digest: ContentDigest, content: [UInt8])?
        let digest = try digest(path, atMost: .max) { (path) throws(FileError) in
            let content = try files.read(path)
            let digest = ContentDigest(of: content)
            last = (digest, content)
            return digest
        }
        // Of a file that changed meanwhile, somebody else may have read and remembered what it held later.
        return (digest, last?.digest == digest ? last?.content : nil)
    }

    private func digest(
        _ path: AbsolutePath, atMost limit: Int64, _ read: (AbsolutePath) throws(FileError) -> ContentDigest
    ) throws(FileError) -> ContentDigest {
        let key = DigestMemory.key(path)
        // A file that changes while it is read gets another chance or two; what is returned then was read, but is not
        // remembered.
        for attempt in 1... {
            let now = files.now
            guard let before = files.status(path) else { break }
            if before.kind == .file, before.size > limit { throw FileError(.read, path, code: FileDigests.tooLarge) }
            if let digest = remembered(key, before, now) { return digest }
            let digest = try read(path)
            shared.state.withLock { $0.read += 1 }
            if files.status(path).map({ RememberedDigest.sameFile($0, before) }) ?? false, digest.size == before.size {
                // Compared with the time before the first byte was read: any later change is then seen by its times.
                if before.isSettled(at: now) { remember(key, RememberedDigest(before, digest, lastAsked: now)) }
                return digest
            }
            if attempt == 3 { return digest }
        }
        // Not reached by a look: reading tells why.
        shared.state.withLock { $0.read += 1 }
        return try read(path)
    }

    /// Records what a file is known to hold, because this process has just written it from content with that digest.
    /// The caller vouches that nobody else writes to the file in the same instant; so, other than for files that were
    /// read, its age does not matter.
    public func record(_ path: AbsolutePath, _ digest: ContentDigest) {
        guard let status = files.status(path), status.kind == .file, status.size == digest.size else { return }
        remember(DigestMemory.key(path), RememberedDigest(status, digest, lastAsked: files.now))
    }

    /// To be called before somebody else writes to these files: forgets those that were changed so lately, by the clock
    /// that stamps them, that another change could leave them with the same times. `moment`: now.
    ///
    /// On a file system with whole seconds a compiler that wrote an object twice within one left the digest of the
    /// first one standing: same size, same times, and the number of the inode used again.
    public func forgetLately(changed paths: [AbsolutePath], before moment: FileMoment) {
        for path in paths {
            let key = DigestMemory.key(path)
            guard let entry = withState({ $0.entries[key] }),
                moment.mayPrecede(entry.changed, on: entry.device, isLocal: files.datesFolders(path))
            else { continue }
            withState { state in
                state.entries[key] = nil
                state.dirty = true
            }
        }
    }

    /// How many files were read so far, rather than remembered.
    public var filesRead: Int { shared.state.withLock { $0.read } }

    /// Writes the memory, where it has one and anything is new. Entries that nobody asked for in thirty days are left
    /// out.
    public func save() throws(FileError) {
        guard let memory = shared.memory else { return }
        let now = files.now
        let entries: [UInt64: RememberedDigest]? = shared.state.withLock { state in
            if !state.dirty { return nil }
            state.dirty = false
            // Where times are whole seconds, what was changed just now may be changed again with the same ones before
            // another process reads this.
            state.entries = state.entries.filter { entry in
                now &- entry.value.lastAsked <= FileDigests.kept
                    && (entry.value.changed % 1_000_000 != 0 || entry.value.isSettled(at: now))
            }
            return state.entries
        }
        guard let entries else { return }
        do throws(FileError) {
            // Outside of the lock: others go on asking.
            try shared.files.write(DigestMemory.encode(entries), to: memory, permissions: 0o644, durably: false)
        } catch {
            shared.state.withLock { $0.dirty = true }
            throw error
        }
    }

    private func remembered(_ key: UInt64, _ status: FileStatus, _ now: Int64) -> ContentDigest? {
        withState { state in
            guard let entry = state.entries[key], entry.describes(status) else { return nil }
            // Noting each time would make every build write the whole memory.
            if !(0...FileDigests.noted).contains(now &- entry.lastAsked) {
                state.entries[key]?.lastAsked = now
                state.dirty = true
            }
            return entry.digest
        }
    }

    private func remember(_ key: UInt64, _ entry: RememberedDigest) {
        withState { state in
            state.entries[key] = entry
            state.dirty = true
        }
    }
}

extension RememberedDigest {
    fileprivate func isSettled(at time: Int64) -> Bool { FileStatus.isSettled(changed: changed, at: time) }
}

extension FileStatus {
    /// True where a change after `time` is sure to give the file another time of change than it has now, because the
    /// file system's clock has moved on since the last one.
    ///
    /// Times that are not in whole milliseconds come from a clock that ticks a hundred times a second or more. All
    /// others may be from one of the file systems that count in steps of two seconds.
    public func isSettled(at time: Int64) -> Bool { FileStatus.isSettled(changed: changed, at: time) }

    fileprivate static func isSettled(changed: Int64, at time: Int64) -> Bool {
        let grain: Int64 = changed % 1_000_000 != 0 ? 100_000_000 : 2_500_000_000
        let (age, overflow) = time.subtractingReportingOverflow(changed)
        return !overflow && age > grain
    }
}
