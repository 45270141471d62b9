import Disk
import Targets

/// The folders of one package on the disk, each listed at most once.
struct PackageFolder {
    let root: AbsolutePath
    let files: any FileSystem
    private var listed: [String: [FolderEntry]] = [:]
    /// The symbolic links that listings showed.
    private(set) var links: Set<String> = []

    init(root: AbsolutePath, files: any FileSystem) { (self.root, self.files) = (root, files) }

    func absolute(_ path: String) -> AbsolutePath { path == "." ? root : root / path }

    /// The entries of a folder, sorted by name, with links replaced by what they lead to; those that lead nowhere are
    /// left out.
    mutating func entries(of folder: String) throws(FileError) -> [FolderEntry] {
        if let entries = listed[folder] { return entries }
        var entries = try files.list(absolute(folder))
        if entries.contains(where: { $0.kind == .symbolicLink }) {
            entries = entries.compactMap { entry in
                guard entry.kind == .symbolicLink else { return entry }
                let path = PackagePath.joined(folder, entry.name)
                links.insert(path)
                return files.status(absolute(path)).map { FolderEntry(name: entry.name, kind: $0.kind) }
            }
        }
        listed[folder] = entries
        return entries
    }

    /// The same with links as they are.
    mutating func entriesWithLinks(of folder: String) throws(FileError) -> [FolderEntry] {
        let entries = try files.list(absolute(folder))
        for entry in entries where entry.kind == .symbolicLink { links.insert(PackagePath.joined(folder, entry.name)) }
        return entries
    }

    /// What the link at `path` says, where there is one.
    func destination(ofLink path: String) -> String? {
        // Of what lies in the package a listing showed it.
        guard links.contains(path) || PackagePath.leavesPackage(path) else { return nil }
        return try? files.destination(ofLink: absolute(path))
    }

    /// What is at `path`; nil where nothing is.
    mutating func kind(of path: String) -> FileStatus.Kind? {
        if path == "." { return .folder }
        if PackagePath.leavesPackage(path) { return files.status(absolute(path))?.kind }
        // By way of the listing: most folders that are asked about are walked too.
        let name = PackagePath.name(path)
        return (try? entries(of: PackagePath.parent(path)))?.first { $0.name == name }?.kind
    }

    mutating func isFolder(_ path: String) -> Bool { kind(of: path) == .folder }
    mutating func isFile(_ path: String) -> Bool { kind(of: path) == .file }

    /// True where `folder`, which a listing showed, is by way of links a folder on the way to itself: a walk would
    /// never end.
    func leadsBack(_ folder: String) -> Bool {
        // Without a link no folder lies in itself, and links are few.
        guard links.contains(folder), let here = files.resolve(absolute(folder)) else { return false }
        var above = folder
        while above != "." {
            above = PackagePath.parent(above)
            if files.resolve(absolute(above))?.isInside(here) == true { return true }
        }
        return false
    }
}
