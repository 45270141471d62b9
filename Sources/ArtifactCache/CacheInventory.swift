import Digests
import Disk
import Glibc

/// What a look through a cache folder finds. Others write and remove while it looks, so each item may be gone the next
/// moment.
struct CacheInventory: Sendable {
    struct Item: Sendable {
        var path: AbsolutePath
        /// Its time of modification is when it was last used (results and input names) or stored (blobs).
        var status: FileStatus

        /// In bytes; no more than an entry may have, so that sums of absurd sizes stay numbers.
        var size: Int64 { min(status.size, EntryReader.largestBlob) }

        /// The hash that the item is named by.
        var hex: String { path.name }

        /// Of a result or input names.
        var scope = CacheScope.main
    }

    var blobs: [Item] = []
    var results: [Item] = []
    var inputNames: [Item] = []
    /// What writers leave while they write, or when they die.
    var temporaries: [Item] = []
    /// Where an entry should be, and not a plain file; what it is instead.
    var misplaced: [(item: Item, reason: String)] = []
    /// Names that no version of this program writes.
    var foreign: [Item] = []
    /// Why part of the folder was not seen; nil where all was.
    var failure: FileError?

    init(of cache: CacheFolder) {
        for entry in list(cache.versionFolder, cache.files) {
            if entry.kind == .folder, let section = CacheFolder.Section(rawValue: entry.name) {
                add(section, of: .main, cache)
            } else if entry.kind == .folder, entry.name == CacheFolder.scopesName {
                addScopes(cache)
            } else if entry.kind == .folder,
                entry.name == Quarantine.folderName || entry.name == DisownedEntries.folderName
            {
                // Nobody evicts what is kept for study, which `CacheMaintenance.quarantined` looks at, or what took
                // entries back.
                continue
            } else if entry.kind == .file, entry.name == CacheFolder.trimmingMark {
                continue
            } else {
                addStray(cache.versionFolder / entry.name, cache.files)
            }
        }
    }

    private mutating func addScopes(_ cache: CacheFolder) {
        let folder = cache.versionFolder / CacheFolder.scopesName
        for entry in list(folder, cache.files) {
            guard entry.kind == .folder, let scope = CacheScope(entry.name), scope != .main else {
                addStray(folder / entry.name, cache.files)
                continue
            }
            for part in list(folder / entry.name, cache.files) {
                if part.kind == .folder, let section = CacheFolder.Section(rawValue: part.name), section != .blobs {
                    add(section, of: scope, cache)
                } else {
                    addStray(folder / entry.name / part.name, cache.files)
                }
            }
        }
    }

    private mutating func add(_ section: CacheFolder.Section, of scope: CacheScope, _ cache: CacheFolder) {
        let folder = cache.folder(section, of: scope)
        for shard in list(folder, cache.files) {
            let path = folder / shard.name
            // Only real folders are entered: a symbolic link could lead anywhere.
            guard shard.kind == .folder, Self.isHex(shard.name, 2) else {
                addStray(path, cache.files)
                continue
            }
            for entry in list(path, cache.files) {
                guard Self.isHex(entry.name, 64), entry.name.hasPrefix(shard.name) else {
                    addStray(path / entry.name, cache.files)
                    continue
                }
                guard let status = cache.files.linkStatus(path / entry.name) else { continue }
                let item = Item(path: path / entry.name, status: status, scope: scope)
                if let reason = CacheFolder.flaw(of: status) {
                    misplaced.append((item, reason))
                } else {
                    switch section {
                    case .blobs: blobs.append(item)
                    case .actions: results.append(item)
                    case .inputs: inputNames.append(item)
                    }
                }
            }
        }
    }

    private mutating func addStray(_ path: AbsolutePath, _ files: any FileSystem) {
        guard let status = files.linkStatus(path) else { return }
        let item = Item(path: path, status: status)
        if status.kind == .file, path.name.hasPrefix("."), path.name.hasSuffix(".tmp") {
            temporaries.append(item)
        } else {
            foreign.append(item)
        }
    }

    private mutating func list(_ folder: AbsolutePath, _ files: any FileSystem) -> [FolderEntry] {
        do {
            return try files.list(folder)
        } catch {
            if error.code != ENOENT { failure = failure ?? error }
            return []
        }
    }

    private static func isHex(_ name: String, _ count: Int) -> Bool {
        name.utf8.count == count
            && name.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}
