import Disk

/// What was where before some changes: what is on the disk, with the changes taken back.
///
/// Git says what is different from a commit. Everything else is the same, so nothing of it has to be read from git's
/// objects; and files that git ignores, of which it knows no earlier state, count as they are.
struct EarlierTree: Sendable {
    enum Node: Hashable, Sendable {
        case absent
        case file(GitBlob, isExecutable: Bool)
        case link(GitBlob)
        case folder
        /// Whatever the disk has there.
        case asOnDisk
    }

    private let disk: any FileSystem
    private let states: [AbsolutePath: Node]
    /// Folders that held something which is different now, and these things.
    private let entries: [AbsolutePath: Set<AbsolutePath>]
    /// Folders with a change anywhere below them.
    private let touched: Set<AbsolutePath>
    /// Folders that are new as a whole.
    private let newFolders: [AbsolutePath]

    /// `top`: the folder that all changes lie in.
    init(top: AbsolutePath, changes: [ChangedFile], disk: any FileSystem) {
        var states: [AbsolutePath: Node] = [:], entries: [AbsolutePath: Set<AbsolutePath>] = [:]
        var touched: Set<AbsolutePath> = [], newFolders: [AbsolutePath] = []
        for change in changes {
            let node: Node =
                switch change.earlier {
                case nil: .absent
                case .file(let blob, let isExecutable): .file(blob, isExecutable: isExecutable)
                case .link(let blob): .link(blob)
                // Without its objects nobody can say more than the disk does.
                case .submodule: .asOnDisk
                }
            states[change.path] = node
            if node == .absent, change.now == .folder { newFolders.append(change.path) }
            var below = change.path, wasThere = node != .absent && node != .asOnDisk
            while below != top {
                let folder = below.parent
                if wasThere { wasThere = entries[folder, default: []].insert(below).inserted }
                if !touched.insert(folder).inserted, !wasThere { break }
                below = folder
            }
        }
        (self.disk, self.states, self.entries, self.touched, self.newFolders) = (
            disk, states, entries, touched, newFolders
        )
    }

    /// What was at `path`, whose folders are no links.
    func node(_ path: AbsolutePath) -> Node {
        if entries[path] != nil { return .folder }
        if let state = states[path] { return state }
        if touched.contains(path) { return heldAnything(path) ? .asOnDisk : .absent }
        return newFolders.contains { path.isInside($0) } ? .absent : .asOnDisk
    }

    /// False where nothing in that folder or below it is different, so that the disk's answer holds for all of it.
    func isTouched(_ folder: AbsolutePath) -> Bool { touched.contains(folder) }

    /// The entries of a folder in which something changed.
    func list(_ folder: AbsolutePath) throws(FileError) -> [FolderEntry] {
        var missing = entries[folder] ?? []
        var result: [FolderEntry] = []
        for entry in try isFolderNow(folder) ? disk.list(folder) : [] {
            let path = folder / entry.name
            missing.remove(path)
            if let kind = kind(of: path, onDisk: entry.kind) {
                result.append(FolderEntry(name: entry.name, kind: kind))
            }
        }
        result += missing.compactMap { path in
            kind(of: path, onDisk: nil).map { FolderEntry(name: path.name, kind: $0) }
        }
        return result.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    private func kind(of path: AbsolutePath, onDisk: FileStatus.Kind?) -> FileStatus.Kind? {
        switch node(path) {
        case .absent: nil
        case .file: .file
        case .link: .symbolicLink
        case .folder: .folder
        case .asOnDisk: onDisk
        }
    }

    /// Git knows no folders, only files: one whose files are all new was not there. (`Sources` hides `Source`, so it
    /// counts.)
    private func heldAnything(_ folder: AbsolutePath) -> Bool {
        guard isFolderNow(folder), let now = try? disk.list(folder) else { return false }
        return now.contains { node(folder / $0.name) != .absent }
    }

    private func isFolderNow(_ folder: AbsolutePath) -> Bool { disk.linkStatus(folder)?.kind == .folder }
}
