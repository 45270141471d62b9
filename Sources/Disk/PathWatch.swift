/// Tells whether what was found under some paths since a moment is what is there now: whether any file, any folder on
/// the way or any symbolic link may have been changed, moved away and back, or led elsewhere in between.
///
/// A file or link that is written, replaced, moved or linked gets a new time of change. A folder that is moved does
/// too, and so does each time something in it comes or goes, which happens all the time to folders such as `/tmp`; but
/// whoever moves a folder changes the folder above it as well. So a folder may have been moved only where both have
/// changed.
///
/// Of the workspace's own folder and those above it, a move counts only where nothing came or went in the folder after
/// it: tools run in the workspace and name its files from there, so that a move of the whole takes them along, and what
/// is beside a workspace, and what it holds at its top, changes all the time.
///
/// What this cannot see: a store through a memory mapping into a page that was dirty before, which changes no time at
/// all (whoever needs to know reads the content); and a file system that is mounted over a folder for a while.
///
/// Each path is looked at once. Used by one thread at a time.
public struct PathWatch {
    private let files: any FileSystem
    private let moment: FileMoment
    private let workspace: AbsolutePath
    private var folders: [AbsolutePath: Folder] = [:]
    private var local: [UInt64: Bool] = [:]

    private struct Folder {
        /// Without links; nil where there is no folder.
        var place: AbsolutePath?
        var status: FileStatus?
        /// The way to it is as it was.
        var isStill: Bool
    }

    /// `moment`: since which changes are looked for.
    public init(files: any FileSystem, workspace: AbsolutePath, since moment: FileMoment) {
        (self.files, self.workspace, self.moment) = (files, workspace, moment)
    }

    /// True where what `path` meant at any time since the moment is what it means now, and was not changed. Where
    /// nothing is there: true where nothing can have been there since.
    public mutating func isStill(_ path: AbsolutePath) -> Bool { isStill(path, links: 0) }

    /// True where no entry of the folder was added, removed or replaced since the moment.
    public mutating func isUntouched(folder path: AbsolutePath) -> Bool {
        let found = folder(path, links: 0)
        guard let place = found.place, let status = found.status else { return isStill(path) }
        return found.isStill && !mayPrecede(status.modified, status, place)
    }

    private mutating func isStill(_ path: AbsolutePath, links: Int) -> Bool {
        if path.string == "/" { return true }
        let above = folder(path.parent, links: links)
        guard above.isStill else { return false }
        guard let parent = above.place, let around = above.status else { return true }
        let place = parent / path.name
        guard let status = files.linkStatus(place) else {
            // Whatever was there has left its folder.
            return !mayPrecede(around.modified, around, parent)
        }
        switch status.kind {
        case .folder: return folder(path, links: links).isStill
        case .symbolicLink:
            guard links < 40, !mayPrecede(status.changed, status, place),
                let destination = try? files.destination(ofLink: place)
            else { return false }
            return isStill(AbsolutePath(destination, in: parent), links: links + 1)
        case .file, .other: return !mayPrecede(status.changed, status, place)
        }
    }

    private mutating func folder(_ path: AbsolutePath, links: Int) -> Folder {
        if let known = folders[path] { return known }
        let found = look(atFolder: path, links: links)
        folders[path] = found
        return found
    }

    private mutating func look(atFolder path: AbsolutePath, links: Int) -> Folder {
        if path.string == "/" { return Folder(place: path, status: files.linkStatus(path), isStill: true) }
        let above = folder(path.parent, links: links)
        guard above.isStill, let parent = above.place, let around = above.status else {
            return Folder(place: nil, status: nil, isStill: above.isStill)
        }
        let place = parent / path.name
        let aboveChanged = mayPrecede(around.modified, around, parent)
        guard let status = files.linkStatus(place) else {
            return Folder(place: nil, status: nil, isStill: !aboveChanged)
        }
        let hasChanged = mayPrecede(status.changed, status, place)
        switch status.kind {
        case .folder:
            // Of file systems that are not known to date what is moved, the folder above alone is believed.
            var mayBeMoved = aboveChanged && (hasChanged || !isLocal(status, place))
            if workspace.isInside(path), status.changed == status.modified { mayBeMoved = false }
            return Folder(place: place, status: status, isStill: !mayBeMoved)
        case .symbolicLink:
            guard links < 40, !hasChanged, let destination = try? files.destination(ofLink: place) else {
                return Folder(place: nil, status: nil, isStill: false)
            }
            return folder(AbsolutePath(destination, in: parent), links: links + 1)
        case .file, .other: return Folder(place: nil, status: nil, isStill: !hasChanged)
        }
    }

    private mutating func mayPrecede(_ time: Int64, _ status: FileStatus, _ path: AbsolutePath) -> Bool {
        moment.mayPrecede(time, on: status.device, isLocal: isLocal(status, path))
    }

    /// Of this kernel's own file systems, which keep the times of files and folders alike.
    private mutating func isLocal(_ status: FileStatus, _ path: AbsolutePath) -> Bool {
        if let known = local[status.device] { return known }
        let answer = files.datesFolders(path)
        local[status.device] = answer
        return answer
    }
}
