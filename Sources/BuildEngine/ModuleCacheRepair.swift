import BuildPlanning
import Disk
import Subprocesses
import Synchronization

/// Empties clang's module cache where a compiler says that a file in it is no good: a full disk or a loss of power
/// leaves files in it that are empty or cut short, and clang never replaces them. Any thread.
final class ModuleCacheRepair: Sendable {
    private let files: any FileSystem
    private let root: AbsolutePath
    /// How often it was emptied.
    private let count = Mutex(0)

    init(files: any FileSystem, root: AbsolutePath) { (self.files, self.root) = (files, root) }

    /// To be asked before a run whose failure is then shown to `repaired`.
    var generation: Int { count.withLock { $0 } }

    /// True where the run should be tried again: it failed with a word about a file in its module cache, which is empty
    /// now, or was emptied for another run meanwhile.
    func repaired(after result: CommandResult, of action: Action, since generation: Int) -> Bool {
        guard case .code(let code) = result.exit, code != 0, let folder = moduleCache(of: action) else { return false }
        let place = Array((folder.string + "/").utf8)
        guard ByteSearch.contains(place, in: result.errors) || ByteSearch.contains(place, in: result.output) else {
            return false
        }
        return count.withLock { count in
            if count != generation { return true }
            count += 1
            return (try? files.remove(folder)) != nil
        }
    }

    private func moduleCache(of action: Action) -> AbsolutePath? {
        guard let option = action.arguments.firstIndex(of: "-module-cache-path"), option + 1 < action.arguments.count,
            case .rooted(let path) = action.arguments[option + 1]
        else { return nil }
        return AbsolutePath(root.string + path)
    }
}
