import BuildPlanning
import Disk
import Glibc
import Subprocesses

/// One mono at a time works in a workspace: two would put their files in each other's way. Caches need no such thing.
///
/// Compilers and linkers of a mono that was killed write on. So there are two locks: one that mono alone holds, and one that these inherit; the
/// workspace is free where both are. What users bring along (plugins and their commands, tests, what SwiftPM and git call) inherits
/// neither: it may leave something running that never ends.
final class WorkspaceLock: Sendable {
    private enum Holder {
        case mono, tools

        var file: String { self == .mono ? "lock" : "lock-of-tools" }
        /// In looks. Tools that were killed take a moment to go.
        var patience: Int { self == .mono ? 0 : 10 }

        func waiting(in root: AbsolutePath) -> String {
            switch self {
            case .mono: "waiting for another mono that works in \(root)"
            case .tools: "waiting for compilers that still work in \(root): the mono that started them was killed"
            }
        }

        func obstacle(in root: AbsolutePath) -> String {
            self == .mono ? "another mono works in \(root)" : "compilers of a mono that was killed still work in \(root)"
        }
    }

    private let own, inherited: FolderLock
    private let commands: LocalCommandRunner

    /// Waits until the workspace is free, and says so if that takes more than an instant. Throws where somebody asks mono to end first,
    /// and at once where the workspace is not free and `waits` is false.
    init(of root: AbsolutePath, _ files: any FileSystem, _ errors: Channel, _ programs: Programs, waits: Bool = true) throws {
        func take(from holder: Holder) throws -> FolderLock {
            var looks = 0
            while true {
                if let lock = try FolderLock(ifFree: root / BuildLayout.folder / holder.file) { return lock }
                if programs.cancellation.isRequested { throw ErrorReport(code: .interrupted(signal: SIGINT), what: "stopped") }
                guard waits else { throw ErrorReport(code: .workspace, what: holder.obstacle(in: root)) }
                if looks == holder.patience { errors.print(holder.waiting(in: root)) }
                looks += 1
                usleep(50_000)
            }
        }
        try files.makeFolder(root / BuildLayout.folder)
        own = try take(from: .mono)
        inherited = try take(from: .tools)
        commands = programs.commands
        commands.lend(inherited.descriptor)
    }

    deinit { commands.takeBack(inherited.descriptor) }
}
