import Glibc

/// Everything below one folder that is not a folder, and the folders that hold nothing.
///
/// **Symbolic links.** A link to a file is a file. A link to a folder is entered as if the folder were there, unless
/// - it leads out of the boundary,
/// - or its folder holds the link itself, or a link through which the walk came there: it would lead in a circle.
///
/// Such links, and those that lead nowhere, are listed in `linksNotFollowed` instead. The root of the walk may be a
/// link.
public struct FolderWalk: Hashable, Sendable {
    public struct File: Hashable, Sendable {
        /// From the root of the walk, with `/` between the names.
        public var path: String
        /// `.file` or `.other`.
        public var kind: FileStatus.Kind

        public init(path: String, kind: FileStatus.Kind) { (self.path, self.kind) = (path, kind) }
    }

    public struct Link: Hashable, Sendable {
        public enum Reason: Hashable, Sendable { case leadsNowhere, leadsOutside, leadsInCircle }

        /// From the root of the walk.
        public var path: String
        public var reason: Reason

        public init(path: String, reason: Reason) { (self.path, self.reason) = (path, reason) }
    }

    /// Sorted by the bytes of their paths.
    public private(set) var files: [File] = []
    /// Sorted by the bytes of their paths.
    public private(set) var linksNotFollowed: [Link] = []
    /// Folders below the root with nothing in them, sorted by the bytes of their paths.
    public private(set) var emptyFolders: [String] = []

    /// Walks `root`. `boundary`: a folder out of which no link to a folder is followed; `root` where it is nil. `enter`
    /// is asked about each folder below the root, by its path from there, and says whether the walk goes in. Throws
    /// where a folder cannot be listed, and `ELOOP` where the links make more than a million entries of what is there.
    public init(
        of root: AbsolutePath, in system: any FileSystem, boundary: AbsolutePath? = nil,
        entering enter: (String) -> Bool = { _ in true }
    ) throws(FileError) {
        var left = 1_000_000
        /// Folders yet to be listed: the path from the root, and the folders (links resolved) of the links that led
        /// there.
        var open: [(path: String, trail: [AbsolutePath])] = [("", [])]
        var resolvedBoundary: AbsolutePath?
        while let (folder, trail) = open.popLast() {
            let entries = try system.list(folder.isEmpty ? root : root / folder)
            left -= entries.count
            if entries.isEmpty, !folder.isEmpty { emptyFolders.append(folder) }
            if left < 0 { throw FileError(.list, root, code: ELOOP) }
            for entry in entries {
                let path = folder.isEmpty ? entry.name : folder + "/" + entry.name
                switch entry.kind {
                case .folder:
                    if enter(path) { open.append((path, trail)) }
                case .file, .other:
                    files.append(File(path: path, kind: entry.kind))
                case .symbolicLink:
                    guard let kind = system.status(root / path)?.kind, let target = system.resolve(root / path) else {
                        linksNotFollowed.append(Link(path: path, reason: .leadsNowhere))
                        continue
                    }
                    if kind != .folder {
                        files.append(File(path: path, kind: kind))
                        continue
                    }
                    if !enter(path) { continue }
                    let limits = resolvedBoundary ?? system.resolve(boundary ?? root) ?? root
                    resolvedBoundary = limits
                    // Where this fails, the folder has gone since it was listed.
                    let place = system.resolve((root / path).parent) ?? target
                    if !target.isInside(limits) {
                        linksNotFollowed.append(Link(path: path, reason: .leadsOutside))
                    } else if place.isInside(target) || trail.contains(where: { $0.isInside(target) }) {
                        linksNotFollowed.append(Link(path: path, reason: .leadsInCircle))
                    } else {
                        open.append((path, trail + [place]))
                    }
                }
            }
        }
        files.sort { compareBytes($0.path, $1.path) < 0 }
        emptyFolders.sort { compareBytes($0, $1) < 0 }
        linksNotFollowed.sort { compareBytes($0.path, $1.path) < 0 }
    }
}
