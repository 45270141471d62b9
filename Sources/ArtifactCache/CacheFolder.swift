import Digests
import Disk
import Glibc
import Synchronization

/// Where things lie in one cache folder, and the few ways in which files come into it. `Docs/CacheFormat.md` tells the
/// layout.
///
/// Whoever else writes to the folder may put links in it: none is followed, by anything that goes through `files`.
///
/// May be used from any thread; several of these, in several processes on several hosts, may use one folder at once.
final class CacheFolder: Sendable {
    enum Section: String, CaseIterable { case blobs, actions, inputs }

    /// The folder that holds those of the scopes other than `main`.
    static let scopesName = "scopes"

    /// An empty file of the version's folder: its time is when the folder was last looked through to be made smaller.
    static let trimmingMark = "trimmed"

    /// A use is recorded once in this long, so that finding an entry costs no write.
    static let useGrain: Int64 = 24 * 3_600 * 1_000_000_000

    let root: AbsolutePath
    let files: any FileSystem
    /// Where false, reading leaves no trace.
    let isWritable: Bool
    /// It may lie on a disk that is not mounted now: no folder above it is made.
    let isElsewhere: Bool
    /// The folders known to be there and to be folders.
    private let prepared = Mutex<Set<String>>([])

    init(root: AbsolutePath, files: any FileSystem, isWritable: Bool = true, isElsewhere: Bool = false) {
        (self.root, self.files) = (root, files.confined(to: root))
        (self.isWritable, self.isElsewhere) = (isWritable, isElsewhere)
    }

    /// The folder that is missed where this one cannot be used: itself, or the one that it would be made in.
    var missingFolder: AbsolutePath? {
        func isFolder(_ path: AbsolutePath) -> Bool { files.status(path)?.kind == .folder }
        if !isElsewhere || isFolder(root) { return nil }
        if !isWritable { return root }
        return isFolder(root.parent) ? nil : root.parent
    }

    /// The folder of this version of the format. Another version lies beside it, and neither reads the other.
    var versionFolder: AbsolutePath { root / "v1" }

    /// The folder of a scope's entries; the blobs of all scopes lie in that of `main`.
    func folder(_ section: Section, of scope: CacheScope) -> AbsolutePath {
        scope == .main || section == .blobs
            ? versionFolder / section.rawValue : versionFolder / CacheFolder.scopesName / scope.name / section.rawValue
    }

    func path(_ section: Section, _ digest: ContentDigest, in scope: CacheScope = .main) -> AbsolutePath {
        // Looked up for every blob: put together in one go.
        let hex = digest.hex
        let start = root.string == "/" ? "" : root.string
        let middle = scope == .main || section == .blobs ? "/v1/" : "/v1/\(CacheFolder.scopesName)/\(scope.name)/"
        return AbsolutePath(start + middle + section.rawValue + "/" + hex.prefix(2) + "/" + hex)
    }

    /// Sees to it that the folder for `path` is there.
    ///
    /// The folders inside the root are as open as the root is: what the umask takes away from them is given back, so
    /// that people who share the root can add to what others began. A symbolic link in a folder's place is not
    /// followed.
    func prepareFolder(for path: AbsolutePath) throws(FileError) {
        let last = path.parent
        if prepared.withLock({ $0.contains(last.string) }) { return }
        if let missing = missingFolder { throw FileError(.create, missing, code: ENOENT) }
        try files.makeFolder(root)
        let mode = files.status(root)?.permissions ?? 0
        var folders: [AbsolutePath] = []
        var next = last
        while next != root, next.isInside(root) {
            folders.append(next)
            next = next.parent
        }
        for folder in folders.reversed() { try prepare(folder, asOpenAs: mode) }
        _ = prepared.withLock { $0.insert(last.string) }
    }

    private func prepare(_ folder: AbsolutePath, asOpenAs mode: UInt16) throws(FileError) {
        let isShared = mode & 0o022 != 0, wanted = mode & 0o3777
        switch files.linkStatus(folder) {
        case let status? where status.kind == .folder:
            // An older version of this program, killed between two steps, left it closed. Its owner alone can open it.
            if isShared, status.permissions & wanted != wanted { try? files.setPermissions(folder, to: wanted) }
        case nil where isShared:
            // Under its own name it appears with its permissions: nobody, killed or not, leaves one that others cannot
            // use.
            let temporary = folder.parent / TemporaryName.make()
            try files.makeFolder(temporary)
            do {
                // A file system may have no such bits.
                try? files.setPermissions(temporary, to: wanted)
                try files.rename(temporary, to: folder)
            } catch {
                try? files.remove(temporary)
                // Somebody else was faster.
                guard files.linkStatus(folder)?.kind == .folder else { throw error }
            }
        case nil: try files.makeFolder(folder)
        default: throw FileError(.create, folder, code: ENOTDIR)
        }
    }

    /// Writes an entry whole. Something else than a file in its place goes away.
    func write(_ content: [UInt8], to path: AbsolutePath) throws(FileError) {
        try prepareFolder(for: path)
        do {
            try files.write(content, to: path, permissions: 0o444, durably: false)
        } catch {
            guard let kind = files.linkStatus(path)?.kind, kind != .file else { throw error }
            try files.remove(path)
            try files.write(content, to: path, permissions: 0o444, durably: false)
        }
    }

    /// The bytes of the entry at `path`, for a parser that trusts nothing.
    func readEntry(_ path: AbsolutePath, atMost limit: Int64) throws(CacheMiss) -> (
        content: [UInt8], status: FileStatus
    ) {
        let found: (content: [UInt8], status: FileStatus)
        do {
            found = try files.readRegularFile(path, atMost: limit)
        } catch {
            throw CacheMiss(reading: path, error)
        }
        if let flaw = CacheFolder.flaw(of: found.status) { throw .malformed(path: path.string, flaw) }
        return found
    }

    /// Why what a look showed can be no entry, for people; nil where it can be one. We write plain files without
    /// special bits.
    static func flaw(of status: FileStatus) -> String? {
        switch status.kind {
        case .file where status.permissions & 0o6000 != 0: "it is set-user-ID or set-group-ID"
        case .file: status.size > EntryReader.largestBlob ? "it is larger than any entry" : nil
        case .symbolicLink: "it is a symbolic link"
        case .folder: "it is a folder"
        case .other: "it is not a file"
        }
    }

    /// Records that the entry at `path`, which holds `content`, was of use: its time of modification is when it was
    /// last used. A time in the future is another clock's and is set right. True where there was something to record.
    func noteUse(of path: AbsolutePath, content: [UInt8], status: FileStatus) -> Bool {
        guard isWritable, !status.isOfLastDay(at: files.now) else { return false }
        // Failing at it loses nothing but the time.
        _ = refresh(path) { () throws(FileError) in try self.write(content, to: path) }
        return true
    }

    /// The same for an entry of this user that nobody reads now; what is no file is passed over.
    func noteUse(of path: AbsolutePath) {
        guard isWritable, let status = files.linkStatus(path), status.kind == .file,
            !status.isOfLastDay(at: files.now)
        else { return }
        try? files.setModified(path, to: files.now)
    }

    /// Makes the file at `path` look new. Only its owner may set its time; somebody else may put an equal file in its
    /// place.
    func refresh(_ path: AbsolutePath, rewrite: () throws(FileError) -> Void) -> Bool {
        do throws(FileError) {
            try files.setModified(path, to: files.now)
            return true
        } catch {
            return (try? rewrite()) != nil
        }
    }
}

extension FileStatus {
    /// True where the file was modified at most a day ago. A time of a clock that ran ahead is of no day.
    public func isOfLastDay(at now: Int64) -> Bool {
        (-CacheFolder.useGrain...CacheFolder.useGrain).contains(age(at: now))
    }

    /// How long ago the file was last modified, in nanoseconds; negative for a time in the future. Whoever owns a file
    /// may give it any time at all.
    func age(at now: Int64) -> Int64 {
        let (age, overflowed) = now.subtractingReportingOverflow(modified)
        return overflowed ? (modified < 0 ? .max : .min) : age
    }
}

extension CacheMiss {
    /// What a failure to read the entry at `path` means.
    init(reading path: AbsolutePath, _ error: FileError) {
        switch error.code {
        case ENOENT, ENOTDIR: self = .absent
        case ELOOP, EISDIR, EINVAL: self = .malformed(path: path.string, "it is not a plain file")
        case EFBIG: self = .malformed(path: path.string, "it has the wrong size")
        default: self = .unreadable(path: path.string, code: error.code)
        }
    }
}
