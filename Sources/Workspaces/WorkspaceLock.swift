import BuildPlanning
import Disk
import Subprocesses

/// One process at a time works in a workspace: two would put their files in each other's way. Caches need no such
/// thing.
///
/// Compilers and linkers of a mono that was killed write on. So there are two locks: one that mono alone holds, and one
/// that these inherit; the workspace is free where both are. What users bring along (plugins and their commands, tests,
/// what SwiftPM and git call) inherits neither: it may leave something running that never ends.
public final class WorkspaceLock: Sendable {
    public enum Holder: Hashable, Sendable {
        /// Another process of mono, or another operation of this one.
        case mono
        /// Compilers that were started by a mono that was killed.
        case tools

        var file: String { self == .mono ? "lock" : "lock-of-tools" }
        /// In looks. Tools that were killed take a moment to go.
        var patience: Int { self == .mono ? 0 : 10 }
    }

    /// The workspace is not free, and nobody was to wait for it.
    public struct Busy: Error, Hashable, Sendable {
        public var root: AbsolutePath
        public var holder: Holder
    }

    /// Held by somebody who waits for the workspace, so that whoever can go on later lets go of it (`politely`).
    static let wish = "lock-wanted"

    private let own, inherited: FolderLock
    private let commands: any CommandRunner

    /// Waits until the workspace is free, and tells so if that takes more than an instant. Throws `Stopped` where
    /// somebody asks to stop first, and `Busy` at once where the workspace is not free and `waits` is false. It is free
    /// again when this goes. `isPolite`: nobody need know that this one waits.
    init(
        of root: AbsolutePath, _ files: any FileSystem, _ commands: any CommandRunner, waits: Bool,
        isPolite: Bool = false, _ cancellation: Cancellation,
        _ progress: WorkspaceProgress
    ) throws {
        try files.makeFolder(root / BuildLayout.folder)
        var wish: FolderLock?
        func take(from holder: Holder) throws -> FolderLock {
            var looks = 0
            while true {
                // Whoever steps aside must not be first again.
                if !isPolite || holder != .mono || !WorkspaceLock.isWanted(root, files),
                    let lock = try files.lock(root / BuildLayout.folder / holder.file)
                {
                    return lock
                }
                guard waits else { throw Busy(root: root, holder: holder) }
                if !isPolite, wish == nil {
                    wish = try files.lock(root / BuildLayout.folder / WorkspaceLock.wish)
                }
                if looks == holder.patience { progress(.waiting(for: holder)) }
                looks += 1
                if cancellation.wait(seconds: 0.05) { throw Stopped() }
            }
        }
        own = try take(from: .mono)
        inherited = try take(from: .tools)
        self.commands = commands
        commands.lend(inherited.descriptor)
        withExtendedLifetime(wish) {}
    }

    /// True where a process waits for the workspace that does not wait politely.
    static func isWanted(_ root: AbsolutePath, _ files: any FileSystem) -> Bool {
        do { return try files.lock(root / BuildLayout.folder / wish) == nil } catch { return false }
    }

    deinit { commands.takeBack(inherited.descriptor) }
}

/// Somebody asked to stop before there was a build that could tell so.
public struct Stopped: Error, Hashable, Sendable {
    public init() {}
}
