import BuildPlanning
import Disk

/// Files that plugins and their commands read.
extension OpenWorkspace {
    /// Relative to the root as `folder` is, or absolute. Links are followed within the workspace.
    func filesFollowingLinks(in folder: String, entering: (String) -> Bool = { _ in true }) throws -> [String] {
        let walk = try FolderWalk(of: AbsolutePath(folder, in: root), in: files, boundary: root, entering: entering)
        return walk.files.filter { $0.kind == .file }.map { BuildLayout.joined(folder, $0.path) }
    }

    /// What a command says that it reads: files, and all that is in folders.
    func inputs(_ path: String) throws -> [String] {
        files.isFolder(AbsolutePath(path, in: root)) ? try filesFollowingLinks(in: path) : [path]
    }
}
