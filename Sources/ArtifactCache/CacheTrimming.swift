import Digests
import Disk

extension TieredCache {
    /// How often a cache is looked through: a day, in nanoseconds, as often as uses of results are recorded.
    public static let trimmingInterval = CacheFolder.useGrain

    /// Takes down that these entries of the local tier were of use. Those that it does not hold are passed over.
    public func noteUse(results: [ContentDigest], inputNames: [ContentDigest]) {
        for scope in local.scopes.read {
            for key in results { localFolder.noteUse(of: localFolder.path(.actions, key, in: scope)) }
            for key in inputNames { localFolder.noteUse(of: localFolder.path(.inputs, key, in: scope)) }
        }
    }

    /// Evicts what the local tier holds beyond `limits`, at most once in a `trimmingInterval` for all users of it.
    /// Nil where nothing was looked through: it is not time yet, there is no limit, or the folder cannot be written to.
    ///
    /// Several processes that begin at once may all do it; that harms nobody (`CacheMaintenance.evict`).
    public func trim(to limits: CacheLimits) -> CacheEviction? {
        if limits == CacheLimits() { return nil }
        let folder = localFolder, mark = folder.versionFolder / CacheFolder.trimmingMark
        if let last = folder.files.linkStatus(mark), last.kind == .file, last.isOfLastDay(at: folder.files.now) {
            return nil
        }
        // A folder that no build has written to has nothing to evict.
        guard folder.files.linkStatus(folder.versionFolder)?.kind == .folder,
            (try? folder.write([], to: mark)) != nil
        else { return nil }
        return CacheMaintenance(root: folder.root, files: files).evict(
            maxSize: limits.gigabytes.map { CacheLimits.amount($0, of: 1 << 30) },
            maxAge: limits.days.map { CacheLimits.amount($0, of: TieredCache.trimmingInterval) })
    }
}

extension CacheLimits {
    /// No more than a number can hold.
    fileprivate static func amount(_ count: Int, of unit: Int64) -> Int64 {
        let product = Int64(count).multipliedReportingOverflow(by: unit)
        return product.overflow ? .max : product.partialValue
    }
}
