import Digests
import Disk
import Glibc
import Synchronization

/// The files of a work tree as they were in a commit, at the same paths, without a checkout: read from git's objects
/// where they are different now, and from the disk where they are not. Nothing can be written. What lies outside the
/// work tree is what it is.
public final class EarlierFiles: FileSystem {
    private static let mostLinks = 40

    private let top: AbsolutePath
    private let disk: any FileSystem
    private let tree: EarlierTree
    private let reader: BlobReader
    /// Where folders lie, links resolved; nil for what is no folder.
    private let folders = Mutex<[AbsolutePath: AbsolutePath?]>([:])
    private let failures = Mutex<GitError?>(nil)

    /// `changes`: what `repository` says about the whole time since the commit, up to what is on the disk. `expected`:
    /// of which of them the content will be wanted for sure, so that one process reads all of it.
    public init(
        of repository: GitRepository, before changes: [ChangedFile], disk: any FileSystem,
        expected: (AbsolutePath) -> Bool
    ) throws(GitError) {
        (top, self.disk) = (repository.top, disk)
        tree = EarlierTree(top: repository.top, changes: changes, disk: disk)
        reader = BlobReader(git: repository.git)
        try reader.prefetch(
            changes.compactMap { change in
                switch change.earlier {
                case .link(let blob): blob
                case .file(let blob, _): expected(change.path) ? blob : nil
                case .submodule, nil: nil
                }
            })
    }

    /// Why git could not be read, where some answer was an input error because of that.
    public var failure: GitError? { failures.withLock { $0 } }

    // MARK: Finding the way

    /// `path` without links on the way; nil where it leads nowhere.
    private func place(_ path: AbsolutePath, followingLast: Bool, links: Int = 0) -> AbsolutePath? {
        guard path != top, path.isInside(top) else { return path }
        guard let parent = folder(path.parent, links: links) else { return nil }
        let place = parent / path.name
        guard followingLast, parent.isInside(top), let destination = destination(at: place) else { return place }
        if links == EarlierFiles.mostLinks { return nil }
        return self.place(AbsolutePath(destination, in: parent), followingLast: true, links: links + 1)
    }

    private func folder(_ path: AbsolutePath, links: Int) -> AbsolutePath? {
        if path == top || !path.isInside(top) { return path }
        if let known = folders.withLock({ $0[path] }) { return known }
        var place = place(path, followingLast: true, links: links)
        if let found = place, found.isInside(top) {
            switch tree.node(found) {
            case .folder, .asOnDisk: break
            case .absent, .file, .link: place = nil
            }
        }
        let result = place
        folders.withLock { $0[path] = .some(result) }
        return result
    }

    /// Where the link at `place` leads; nil where there is none.
    private func destination(at place: AbsolutePath) -> String? {
        switch tree.node(place) {
        case .link(let blob): (try? content(of: blob, at: place)).map { String(decoding: $0, as: UTF8.self) }
        case .asOnDisk: disk.linkStatus(place)?.kind == .symbolicLink ? try? disk.destination(ofLink: place) : nil
        case .absent, .file, .folder: nil
        }
    }

    private func content(of blob: GitBlob, at path: AbsolutePath) throws(FileError) -> [UInt8] {
        do {
            return try reader.content(of: blob)
        } catch {
            failures.withLock { $0 = $0 ?? error }
            throw FileError(.read, path, code: EIO)
        }
    }

    private func status(_ path: AbsolutePath, followingLast: Bool) -> FileStatus? {
        guard let place = place(path, followingLast: followingLast) else { return nil }
        guard place.isInside(top) else { return followingLast ? disk.status(place) : disk.linkStatus(place) }
        func status(_ kind: FileStatus.Kind, size: Int = 0, _ permissions: UInt16) -> FileStatus {
            FileStatus(
                kind: kind, size: Int64(size), modified: 0, changed: 0, inode: 0, device: 0, permissions: permissions)
        }
        switch tree.node(place) {
        case .absent: return nil
        case .folder: return status(.folder, 0o755)
        case .file(let blob, let isExecutable):
            return (try? content(of: blob, at: place)).map {
                status(.file, size: $0.count, isExecutable ? 0o755 : 0o644)
            }
        case .link(let blob):
            return (try? content(of: blob, at: place)).map { status(.symbolicLink, size: $0.count, 0o777) }
        case .asOnDisk: return disk.linkStatus(place)
        }
    }

    // MARK: FileSystem

    public func read(_ path: AbsolutePath, atMost limit: Int64) throws(FileError) -> [UInt8] {
        guard let place = place(path, followingLast: true) else { throw FileError(.read, path, code: ENOENT) }
        guard place.isInside(top) else { return try disk.read(place, atMost: limit) }
        switch tree.node(place) {
        case .absent, .link: throw FileError(.read, path, code: ENOENT)
        case .folder: throw FileError(.read, path, code: EISDIR)
        case .file(let blob, _):
            let content = try content(of: blob, at: path)
            if Int64(content.count) > limit { throw FileError(.read, path, code: EFBIG) }
            return content
        case .asOnDisk: return try disk.read(place, atMost: limit)
        }
    }

    public func digest(_ path: AbsolutePath) throws(FileError) -> ContentDigest { ContentDigest(of: try read(path)) }

    public func status(_ path: AbsolutePath) -> FileStatus? { status(path, followingLast: true) }

    public func linkStatus(_ path: AbsolutePath) -> FileStatus? { status(path, followingLast: false) }

    public func list(_ folder: AbsolutePath) throws(FileError) -> [FolderEntry] {
        guard let place = self.folder(folder, links: 0) else { throw FileError(.list, folder, code: ENOENT) }
        return try place.isInside(top) && tree.isTouched(place) ? tree.list(place) : disk.list(place)
    }

    public func destination(ofLink path: AbsolutePath) throws(FileError) -> String {
        guard let place = place(path, followingLast: false) else { throw FileError(.look, path, code: ENOENT) }
        guard place.isInside(top) else { return try disk.destination(ofLink: place) }
        guard let destination = destination(at: place) else { throw FileError(.look, path, code: EINVAL) }
        return destination
    }

    public func resolve(_ path: AbsolutePath) -> AbsolutePath? {
        guard let place = place(path, followingLast: true) else { return nil }
        guard place.isInside(top) else { return disk.resolve(place) }
        return status(place, followingLast: false) == nil ? nil : place
    }

    public var now: Int64 { disk.now }

    // MARK: Nothing can be written

    public func write(_ content: [UInt8], to path: AbsolutePath, permissions: UInt16, durably: Bool) throws(FileError) {
        throw FileError(.write, path, code: EROFS)
    }

    public func append(_ content: [UInt8], to path: AbsolutePath) throws(FileError) {
        throw FileError(.write, path, code: EROFS)
    }

    public func copy(_ source: AbsolutePath, to path: AbsolutePath, permissions: UInt16, durably: Bool)
        throws(FileError)
    {
        throw FileError(.copy, path, code: EROFS)
    }

    public func makeFolder(_ path: AbsolutePath) throws(FileError) { throw FileError(.create, path, code: EROFS) }

    public func makeSymbolicLink(at path: AbsolutePath, to destination: String) throws(FileError) {
        throw FileError(.link, path, code: EROFS)
    }

    public func remove(_ path: AbsolutePath) throws(FileError) { throw FileError(.remove, path, code: EROFS) }

    public func rename(_ source: AbsolutePath, to target: AbsolutePath) throws(FileError) {
        throw FileError(.rename, source, code: EROFS)
    }

    public func setModified(_ path: AbsolutePath, to time: Int64) throws(FileError) {
        throw FileError(.write, path, code: EROFS)
    }

    public func setPermissions(_ path: AbsolutePath, to permissions: UInt16) throws(FileError) {
        throw FileError(.write, path, code: EROFS)
    }
}
