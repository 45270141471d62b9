import Disk

/// The folder that a plugin is given for one target. What the plugin leaves there while it is asked is part of its
/// answer; beside that lies what its commands made. Whatever is neither of the answer that counts comes from another
/// one, and goes.
public struct PluginWorkFolder: Sendable {
    let folder: AbsolutePath
    let files: any FileSystem

    public init(_ folder: AbsolutePath, in files: any FileSystem) { (self.folder, self.files) = (folder, files) }

    /// Where everything lies while the plugin is asked.
    private var aside: AbsolutePath { AbsolutePath(folder.string + "~") }

    // MARK: While the plugin is asked

    /// Empties the folder, so that the plugin answers as in a fresh checkout: where it finds a file, it may not write
    /// it.
    public func empty() throws(FileError) {
        // Somebody stopped in the middle: what was put aside then is what is kept.
        if files.linkStatus(aside) != nil {
            try files.remove(folder)
        } else if files.linkStatus(folder) != nil {
            try files.rename(folder, to: aside)
        }
        try files.makeFolder(folder)
    }

    /// Puts everything back: there is no answer.
    public func restore() throws(FileError) {
        guard files.linkStatus(aside) != nil else { return }
        try files.remove(folder)
        try files.rename(aside, to: folder)
    }

    /// Puts back what commands of the answer made: compilers take a file that was written again for another one.
    /// `paths`: relative to this folder; where the plugin wrote the same itself, that stays.
    public func restore(_ paths: Set<String>) throws(FileError) {
        for path in paths where files.linkStatus(aside / path) != nil {
            // What lies behind a link that leads elsewhere is not ours to move, nor is the place behind one.
            if files.isBehindLink(aside / path, outOf: aside) || files.isBehindLink(folder / path, outOf: folder) {
                continue
            }
            let place = folder / path
            if files.isFolder(place), (try? files.list(place))?.isEmpty == true { try files.remove(place) }
            if files.linkStatus(place) != nil { continue }
            try files.makeFolder(place.parent)
            try files.rename(aside / path, to: place)
        }
        try files.remove(aside)
    }

    /// All that lies here. Files are named from the root that `name` begins with.
    func contents(as name: String, root: String) -> (
        files: [PluginAnswer.File], folders: [String], unkept: String?, isBound: Bool
    ) {
        var folders: [String] = [], found: [PluginAnswer.File] = [], isBound = false
        let walk: FolderWalk
        do {
            walk = try FolderWalk(of: folder, in: files) {
                folders.append($0); return true
            }
        } catch { return ([], [], name, false) }
        var unkept = walk.linksNotFollowed.first?.path
        for file in walk.files {
            guard file.kind == .file, let status = files.status(folder / file.path),
                let bytes = try? files.read(folder / file.path)
            else {
                unkept = unkept ?? file.path
                continue
            }
            let content = PluginAnswer.File.Content(bytes, root: root)
            if case .bytes = content, PathSearch.contains(root, in: bytes) { isBound = true }
            found.append(
                .init(path: OpenRoot.path("\(name)/\(file.path)"), content: content, isExecutable: status.isExecutable))
        }
        let held = Set(walk.files.map { AbsolutePath("/" + $0.path).parent.string })
        let bare = folders.filter { !held.contains("/" + $0) }.sorted()
        return (found, bare.map { OpenRoot.path("\(name)/\($0)") }, unkept.map { "\(name)/\($0)" }, isBound)
    }

    // MARK: Where an answer counts

    /// Makes the folder hold what the plugin left for this answer. `mark`: a name that is there where this answer was
    /// the last one; in a folder of its own.
    public func place(_ answer: PluginAnswer, as name: String, mark: AbsolutePath, root: String) throws(FileError) {
        // Somebody stopped while the plugin was asked.
        try restore()
        let made = answer.outputs(in: name), prefix = OpenRoot.path(name) + "/"
        let isNew = !files.exists(mark)
        if isNew {
            try files.remove(mark.parent)
            // What could not be kept lies there, as the plugin has left it just now: such an answer is in no cache.
            if answer.unkept == nil {
                let kept = Set(
                    (answer.files.map(\.path) + answer.folders).filter { $0.hasPrefix(prefix) }.map {
                        String($0.dropFirst(prefix.count))
                    })
                try files.makeFolder(folder)
                try files.removeOthers(in: folder, keeping: kept.union(made), whole: made)
            }
        }
        for path in answer.folders { try files.makeFolder(folder / String(path.dropFirst(prefix.count))) }
        for file in answer.files {
            let path = String(file.path.dropFirst(prefix.count)), place = folder / path
            // The command makes it anew.
            if made.contains(path) { continue }
            try files.writeIfChanged(file.content.bytes(root: root), to: place)
            let permissions: UInt16 = file.isExecutable ? 0o755 : 0o644
            if files.status(place)?.isExecutable != file.isExecutable {
                try files.setPermissions(place, to: permissions)
            }
        }
        if isNew, answer.unkept == nil {
            try files.makeFolder(mark.parent)
            try files.write([], to: mark)
        }
    }
}

extension PluginAnswer {
    /// What its commands write in the work folder of that name, relative to it.
    func outputs(in name: String) -> Set<String> { PluginAnswer.relative(commands.flatMap(\.outputs), to: name) }

    /// The same, and the folders that commands fill before each build. Where such a command is another one now, `place`
    /// empties its folder.
    public func made(in name: String) -> Set<String> {
        outputs(in: name).union(PluginAnswer.relative(commands.compactMap(\.outputFolder), to: name))
    }

    private static func relative(_ paths: [String], to name: String) -> Set<String> {
        let prefix = OpenRoot.path(name) + "/"
        return Set(
            paths.filter { $0.hasPrefix(prefix) && !$0.hasSuffix("/..") && !$0.contains("/../") }.map {
                String($0.dropFirst(prefix.count))
            })
    }

    /// Takes in what the plugin left in its folder. `name`: of the folder, relative to the root.
    public mutating func add(_ folder: PluginWorkFolder, as name: String, root: String) {
        let contents = folder.contents(as: name, root: root)
        (files, folders, unkept) = (contents.files, contents.folders, contents.unkept)
        if contents.isBound { boundTo = root }
    }
}
