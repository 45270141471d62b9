import BuildPlanning
import Disk
import Glibc
import Subprocesses

/// One mono at a time works in a workspace: two would put their files in each other's way. Caches need no such thing.
enum WorkspaceLock {
    /// Waits until the workspace is free, and says so if that takes more than an instant. Throws where `cancellation` is requested first,
    /// and at once where the workspace is not free and `waiting` is false.
    static func take(
        for root: AbsolutePath, _ files: any FileSystem, _ errors: Channel, _ cancellation: Cancellation, waiting: Bool = true
    ) throws -> FolderLock {
        let folder = root / BuildLayout.folder
        try files.makeFolder(folder)
        var hasSaid = false
        while true {
            if let lock = try FolderLock(ifFree: folder / "lock") { return lock }
            if cancellation.isRequested { throw ErrorReport(code: .interrupted(signal: SIGINT), what: "stopped") }
            guard waiting else { throw ErrorReport(code: .workspace, what: "another mono works in \(root)") }
            if !hasSaid { errors.print("waiting for another mono that works in \(root)") }
            hasSaid = true
            usleep(50_000)
        }
    }
}
