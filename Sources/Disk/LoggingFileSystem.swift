import Digests
import Glibc

/// Another file system, all questions to which stand in a log, with the answers. What is written is written, and stands
/// nowhere: who writes what somebody asked for makes that answer an old one.
public struct LoggingFileSystem: FileSystem {
    private let base: any FileSystem
    private let log: LookLog
    /// Folders below which `base` follows no link.
    private let anchors: [AbsolutePath]

    public init(_ base: any FileSystem, _ log: LookLog) { self.init(base, log, anchors: []) }

    private init(_ base: any FileSystem, _ log: LookLog, anchors: [AbsolutePath]) {
        (self.base, self.log, self.anchors) = (base, log, anchors)
    }

    public func confined(to folder: AbsolutePath) -> any FileSystem {
        let anchors = (anchors + [folder]).sorted { $0.string.utf8.count < $1.string.utf8.count }
        return LoggingFileSystem(base.confined(to: folder), log, anchors: anchors)
    }

    // MARK: Looking

    public func status(_ path: AbsolutePath) -> FileStatus? {
        let status = base.status(path)
        note(status.map(Look.whole) ?? .absent, path)
        return status
    }

    public func linkStatus(_ path: AbsolutePath) -> FileStatus? {
        let status = base.linkStatus(path)
        note(status.map(Look.whole) ?? .absent, path, follows: false)
        return status
    }

    public func exists(_ path: AbsolutePath) -> Bool { kind(path) != nil }
    public func isFile(_ path: AbsolutePath) -> Bool { kind(path) == .file }
    public func isFolder(_ path: AbsolutePath) -> Bool { kind(path) == .folder }

    private func kind(_ path: AbsolutePath) -> FileStatus.Kind? {
        let kind = base.status(path)?.kind
        note(kind.map(Look.kind) ?? .absent, path)
        return kind
    }

    private func note(_ look: Look, _ path: AbsolutePath, follows: Bool = true) {
        guard let anchor = anchors.first(where: { path.isInside($0) && path != $0 }) else {
            return log.note(look, at: LookPlace(path: path, follows: follows))
        }
        // A link on the way would be the end of it.
        log.note(look, at: LookPlace(path: path, follows: false))
        var folder = path.parent
        while folder != anchor {
            let kind = base.linkStatus(folder)?.kind
            log.note(kind.map(Look.kind) ?? .absent, at: LookPlace(path: folder, follows: false))
            folder = folder.parent
        }
    }

    public func destination(ofLink path: AbsolutePath) throws(FileError) -> String {
        let before = base.linkStatus(path)
        do throws(FileError) {
            let text = try base.destination(ofLink: path)
            if anchors.isEmpty {
                log.note(ContentDigest(of: text), to: .destination(path))
            } else {
                note(before.map(Look.whole) ?? .absent, path, follows: false)
            }
            return text
        } catch {
            note(before.map { Look.kind($0.kind) } ?? .absent, path, follows: false)
            if before?.kind == .symbolicLink { log.giveUp() }
            throw error
        }
    }

    public func resolve(_ path: AbsolutePath) -> AbsolutePath? {
        let place = base.resolve(path)
        if anchors.isEmpty {
            log.note(place.map { ContentDigest(of: $0.string) }, to: .resolution(path))
        } else if log.counts(path) {
            log.giveUp()
        }
        return place
    }

    public func list(_ folder: AbsolutePath) throws(FileError) -> [FolderEntry] {
        let now = base.now, before = base.status(folder)
        do throws(FileError) {
            let entries = try base.list(folder)
            if let before, before.isSettled(at: now), log.isDated(before, folder, base) {
                note(.whole(before), folder)
            } else {
                note(before.map { Look.kind($0.kind) } ?? .absent, folder)
                log.note(LookQuestion.digest(of: entries), to: .listing(folder))
            }
            return entries
        } catch {
            noteFailure(error, before, folder, expected: .folder)
            throw error
        }
    }

    public func datesFolders(_ path: AbsolutePath) -> Bool { base.datesFolders(path) }

    public func attributes(_ path: AbsolutePath) -> [String: [UInt8]] { base.attributes(path) }
    public var now: Int64 { base.now }

    public func edited(since table: LookTable, atMost limit: Int) -> EditedPlaces? {
        base.edited(since: table, atMost: limit)
    }

    // MARK: Reading

    public func read(_ path: AbsolutePath, atMost limit: Int64) throws(FileError) -> [UInt8] {
        try reading(path) { () throws(FileError) in
            try base.read(path, atMost: limit)
        } digest: {
            ContentDigest(of: $0)
        }
    }

    public func digest(_ path: AbsolutePath) throws(FileError) -> ContentDigest {
        try reading(path) { () throws(FileError) in
            try base.digest(path)
        } digest: {
            $0
        }
    }

    public func readRegularFile(_ path: AbsolutePath, atMost limit: Int64) throws(FileError) -> (
        content: [UInt8], status: FileStatus
    ) {
        _ = linkStatus(path)
        return try reading(path) { () throws(FileError) in
            try base.readRegularFile(path, atMost: limit)
        } digest: {
            ContentDigest(of: $0.content)
        }
    }

    /// A look at the file from before it was read stands for what it holds, where any change since then shows.
    private func reading<Result>(
        _ path: AbsolutePath, _ read: () throws(FileError) -> Result, digest: (Result) -> ContentDigest
    ) throws(FileError) -> Result {
        guard log.counts(path) else { return try read() }
        let now = base.now, before = base.status(path)
        do throws(FileError) {
            let result = try read()
            note(before.map(Look.whole) ?? .absent, path)
            if before?.isSettled(at: now) != true { log.note(digest(result), to: .content(path)) }
            return result
        } catch {
            noteFailure(error, before, path, expected: .file)
            throw error
        }
    }

    /// Nothing is there, or something else than what can be read so; of all other reasons no look tells.
    private func noteFailure(
        _ error: FileError, _ before: FileStatus?, _ path: AbsolutePath, expected: FileStatus.Kind
    ) {
        if let before {
            note(error.code == EFBIG ? .whole(before) : .kind(before.kind), path)
            if before.kind == expected, error.code != EFBIG, log.counts(path) { log.giveUp() }
        } else {
            note(.absent, path)
        }
    }

    // MARK: Writing

    public func write(_ content: [UInt8], to path: AbsolutePath, permissions: UInt16, durably: Bool) throws(FileError) {
        try base.write(content, to: path, permissions: permissions, durably: durably)
    }

    public func append(_ content: [UInt8], to path: AbsolutePath) throws(FileError) {
        try base.append(content, to: path)
    }

    public func copy(_ source: AbsolutePath, to path: AbsolutePath, permissions: UInt16, durably: Bool)
        throws(FileError)
    {
        giveUp(copying: source)
        try base.copy(source, to: path, permissions: permissions, durably: durably)
    }

    public func copy(
        _ source: AbsolutePath, to path: AbsolutePath, expecting expected: ContentDigest, permissions: UInt16,
        durably: Bool
    ) throws(FileError) -> ContentDigest {
        giveUp(copying: source)
        return try base.copy(source, to: path, expecting: expected, permissions: permissions, durably: durably)
    }

    public func copy(
        _ source: AbsolutePath, by folder: AbsolutePath, permissions: UInt16,
        to place: (ContentDigest) throws(FileError) -> AbsolutePath?
    ) throws(FileError) -> ContentDigest {
        giveUp(copying: source)
        return try base.copy(source, by: folder, permissions: permissions, to: place)
    }

    private func giveUp(copying source: AbsolutePath) { if log.counts(source) { log.giveUp() } }

    public func makeFolder(_ path: AbsolutePath) throws(FileError) { try base.makeFolder(path) }

    public func makeSymbolicLink(at path: AbsolutePath, to destination: String) throws(FileError) {
        try base.makeSymbolicLink(at: path, to: destination)
    }

    public func remove(_ path: AbsolutePath) throws(FileError) { try base.remove(path) }

    public func rename(_ source: AbsolutePath, to target: AbsolutePath) throws(FileError) {
        try base.rename(source, to: target)
    }

    public func setModified(_ path: AbsolutePath, to time: Int64) throws(FileError) {
        try base.setModified(path, to: time)
    }

    public func setPermissions(_ path: AbsolutePath, to permissions: UInt16) throws(FileError) {
        try base.setPermissions(path, to: permissions)
    }

    public func lock(_ path: AbsolutePath) throws(FileError) -> FolderLock? { try base.lock(path) }
}
