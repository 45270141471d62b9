import Digests
import Disk
import Parallelism

/// What an eviction did.
public struct CacheEviction: Hashable, Sendable {
    public var removedResults = 0, removedInputNames = 0, removedBlobs = 0, removedTemporaries = 0
    /// The sum of the sizes of what was removed.
    public var freedBytes: Int64 = 0
    /// Of blobs that nothing names any more and that are still too young to go: a later eviction removes them.
    public var pendingBytes: Int64 = 0
    /// By how much the entries, and the blobs that they name, are above the limit, because they are too young to go.
    public var excessBytes: Int64 = 0
    /// What is left, `pendingBytes` among it.
    public var keptBytes: Int64 = 0
    /// What could not be removed or looked at, the first of each error number. Where a folder could not be looked at,
    /// no blob is removed: what names it may be there.
    public var failures: [FileError] = []

    public init() {}
}

extension CacheMaintenance {
    /// Evicts results and input names that were not used for `maxAge` (nanoseconds), then those used longest ago until
    /// what remains takes at most `maxSize` (bytes); then blobs that no remaining result names, and what dead writers
    /// left, where they are older than the grace. Entries that are malformed go as those that nobody uses. nil: no
    /// limit. Entries younger than the grace stay, too: their blobs would, so that nothing would be won.
    ///
    /// The order makes it safe beside writers: a writer stores blobs or makes them new, and names them within the
    /// grace. Without one (0), a writer beside it makes entries that are misses.
    public func evict(maxSize: Int64?, maxAge: Int64?, grace: Int64 = CacheMaintenance.grace) -> CacheEviction {
        let now = clock()
        let found = CacheInventory(of: folder)
        var eviction = CacheEviction()
        if let failure = found.failure { eviction.failures.append(failure) }

        var holdings = Holdings(blobs: found.blobs)
        for entry in entries(found, now) { holdings.add(entry) }
        holdings.entries.sort { ($0.item.status.modified, $0.item.path) < ($1.item.status.modified, $1.item.path) }
        for entry in holdings.entries {
            let isTooOld = maxAge.map { entry.item.status.age(at: now) > $0 } ?? false
            let isTooMuch = maxSize.map { holdings.size > $0 } ?? false
            guard isTooOld || isTooMuch else { break }
            // All others are younger.
            if entry.item.status.age(at: now) <= grace, grace > 0 { break }
            guard remove(entry.item, &eviction) else { continue }
            if entry.isResult { eviction.removedResults += 1 } else { eviction.removedInputNames += 1 }
            holdings.forget(entry)
        }
        eviction.excessBytes = maxSize.map { max(0, holdings.size - $0) } ?? 0
        removeUnnamed(found, holdings, now, grace, &eviction)
        let all =
            found.blobs + found.results + found.inputNames + found.temporaries + found.foreign
            + found.misplaced.map(\.item)
        eviction.keptBytes = all.reduce(0) { $0 + $1.size } - eviction.freedBytes
        return eviction
    }

    private func entries(_ found: CacheInventory, _ now: Int64) -> [Entry] {
        let results = parallelMap(found.results) { item in
            Entry(item: item, isResult: true, blobs: Set(((try? result(item))?.blobs ?? []).map(\.hex)))
        }
        return (results + found.inputNames.map { Entry(item: $0, isResult: false) }).map { entry in
            var entry = entry
            // A clock that runs ahead must not keep an entry for ever.
            if entry.item.status.age(at: now) < -CacheFolder.useGrain,
                (try? files.setModified(entry.item.path, to: now)) != nil
            {
                entry.item.status.modified = now
            }
            return entry
        }
    }

    /// Removes what no entry names, and what was left behind, unless it is so new that somebody may be about to name
    /// it.
    private func removeUnnamed(
        _ found: CacheInventory, _ holdings: Holdings, _ now: Int64, _ grace: Int64, _ eviction: inout CacheEviction
    ) {
        func isYoung(_ item: CacheInventory.Item) -> Bool { grace > 0 && item.status.age(at: now) <= grace }
        for blob in found.blobs where !holdings.names(blob.hex) {
            if isYoung(blob) {
                eviction.pendingBytes += blob.size
            } else if found.failure == nil, remove(blob, &eviction) {
                eviction.removedBlobs += 1
            }
        }
        for item in found.temporaries + found.misplaced.map(\.item) where !isYoung(item) {
            if remove(item, &eviction) { eviction.removedTemporaries += 1 }
        }
    }

    private struct Entry: Sendable {
        var item: CacheInventory.Item
        var isResult: Bool
        var blobs: Set<String> = []
    }

    /// Entries, and the blobs that they keep alive. Only blobs that are here count: a local result may name blobs of
    /// the shared tier.
    private struct Holdings {
        private let blobSizes: [String: Int64]
        private var namedBy: [String: Int] = [:]
        var entries: [Entry] = []
        /// What the entries and the blobs that they name take, in bytes.
        private(set) var size: Int64 = 0

        init(blobs: [CacheInventory.Item]) {
            blobSizes = Dictionary(blobs.map { ($0.hex, $0.size) }, uniquingKeysWith: { $1 })
        }

        func names(_ blob: String) -> Bool { namedBy[blob] != nil }

        mutating func add(_ entry: Entry) {
            var entry = entry
            entry.blobs = entry.blobs.filter { blobSizes[$0] != nil }
            for blob in entry.blobs where namedBy.updateValue((namedBy[blob] ?? 0) + 1, forKey: blob) == nil {
                size += blobSizes[blob] ?? 0
            }
            size += entry.item.size
            entries.append(entry)
        }

        mutating func forget(_ entry: Entry) {
            size -= entry.item.size
            for blob in entry.blobs {
                guard let count = namedBy[blob] else { continue }
                namedBy[blob] = count == 1 ? nil : count - 1
                if count == 1 { size -= blobSizes[blob] ?? 0 }
            }
        }
    }

    /// Removes what is still as it was found. False where somebody used or replaced it meanwhile, or where it cannot be
    /// removed.
    private func remove(_ item: CacheInventory.Item, _ eviction: inout CacheEviction) -> Bool {
        guard let status = files.linkStatus(item.path), status.modified == item.status.modified else { return false }
        do {
            try files.remove(item.path)
            eviction.freedBytes += item.size
            return true
        } catch {
            if !eviction.failures.contains(where: { $0.code == error.code }) { eviction.failures.append(error) }
            return false
        }
    }

    /// Now, by the slower of this host's clock and the clock that stamps the folder's files: both may be wrong, and
    /// taking things for younger than they are does no harm.
    private func clock() -> Int64 {
        let probe = folder.versionFolder / ".clock.\(String(UInt64.random(in: .min ... .max), radix: 16)).tmp"
        defer { try? files.remove(probe) }
        guard files.isFolder(folder.versionFolder), (try? files.write([], to: probe)) != nil,
            let status = files.linkStatus(probe)
        else { return files.now }
        return min(files.now, status.modified)
    }
}
