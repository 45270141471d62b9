import Digests
import Synchronization

/// Digests of files, remembered by what a look at the file shows (size, times, inode, device), so that an unchanged file is
/// not read again. The memory is only ever a hint about this machine's disk: keys are made of the digests alone.
///
/// A file that changed within the clock's grain of being hashed is read again next time (git calls this "racily clean"), and the
/// change time, which no program can set back, stands beside the modification time that any program can.
public final class FileDigests: Sendable {
    private struct Entry: Sendable {
        var size, modified, changed: Int64
        var inode, device: UInt64
        var digest: ContentDigest
    }

    private struct State: Sendable {
        var entries: [String: Entry] = [:]
        var dirty = false
        var read = 0
    }

    private let files: any FileSystem
    private let memory: AbsolutePath?
    private let state: Mutex<State>

    /// `memory`: the file in which digests are kept between processes; nil keeps them for this process only.
    /// A memory that cannot be read or parsed is an empty one.
    public init(files: any FileSystem, memory: AbsolutePath?) {
        self.files = files
        self.memory = memory
        fatalError()
    }

    /// The digest of the file's content now.
    public func digest(_ path: AbsolutePath) throws(FileError) -> ContentDigest { fatalError() }

    /// Records what a file is known to hold, because this process has just written it from content with that digest.
    public func record(_ path: AbsolutePath, _ digest: ContentDigest) {}

    /// How many files were read so far, rather than remembered.
    public var filesRead: Int { state.withLock { $0.read } }

    /// Writes the memory, where it has one and anything is new.
    public func save() throws(FileError) {}
}
