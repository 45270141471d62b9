import Digests
import Disk
import Parallelism
import Signatures

/// Looks after one cache folder while others read and write it: nothing here can make them read something wrong, and
/// what is removed under their hands is a miss to them.
public struct CacheMaintenance: Sendable {
    /// What is younger than this stays, whatever else is true of it, where others may use the folder: somebody may be
    /// about to name it. One hour, in nanoseconds; it also covers what the clocks of several hosts are apart.
    public static let grace: Int64 = 3_600 * 1_000_000_000

    let folder: CacheFolder
    let behind: ContentStore?
    var files: any FileSystem { folder.files }

    /// `behind`: the folder of the shared tier, where there is one. A local result may name blobs that only the shared
    /// tier has.
    public init(root: AbsolutePath, behind: AbsolutePath? = nil, files: any FileSystem) {
        folder = CacheFolder(root: root, files: files)
        self.behind = behind.map { ContentStore(root: $0, files: files) }
    }

    /// Counts what is there. Reads folders only.
    public func statistics() -> CacheStatistics {
        let found = CacheInventory(of: folder), now = files.now
        var statistics = CacheStatistics()
        statistics.results = .init(found.results)
        statistics.resultsByScope = Dictionary(grouping: found.results, by: \.scope).mapValues { .init($0) }
        statistics.inputNames = .init(found.inputNames)
        statistics.blobs = .init(found.blobs)
        statistics.temporaries = .init(found.temporaries)
        statistics.foreign = .init(found.foreign + found.misplaced.map(\.item))
        for result in (try? quarantined()) ?? [] {
            statistics.quarantined.files += 1
            statistics.quarantined.bytes += result.bytes
        }
        for item in found.results {
            let age = item.status.age(at: now)
            let bucket = CacheStatistics.ageLimits.firstIndex { age < $0 } ?? CacheStatistics.ageLimits.count
            statistics.resultsByAge[bucket] += 1
        }
        return statistics
    }

    /// Takes back what `rule` describes, for whoever reads this folder from now on. Returns how many of its results
    /// that are.
    public func disown(_ rule: Disownment) throws(FileError) -> Int {
        try DisownedEntries(folder: folder).add(rule)
        return CacheInventory(of: folder).results.count { item in
            (try? cached(item)).map { rule.covers($0.origin) } ?? false
        }
    }

    /// What was taken back in this folder; the earliest first.
    public func disowned() -> [Disownment] { DisownedEntries(folder: folder).rules().sorted { $0.until < $1.until } }

    /// Reads everything: hashes every blob, parses every entry and looks for the blobs that it names. What is found bad
    /// goes where `removingBad`, but for files that are nothing of ours, and for what only could not be read.
    public func verify(removingBad: Bool) -> CacheVerification {
        let found = CacheInventory(of: folder)
        var verification = CacheVerification()
        verification.entries = found.results.count + found.inputNames.count
        verification.blobs = found.blobs.count
        verification.bytes = found.blobs.reduce(0) { $0 + $1.size }

        func note(_ path: AbsolutePath, _ fact: CacheFinding.Fact?) {
            guard let fact else { return }
            var finding = CacheFinding(path: path, fact: fact, isRemoved: false)
            switch fact {
            case .malformed, .blobsMissing: finding.isRemoved = removingBad && (try? files.remove(path)) != nil
            case .foreign, .unreadable: break
            }
            verification.findings.append(finding)
        }
        if let failure = found.failure { note(failure.path, .unreadable(failure.code)) }
        for item in found.foreign { note(item.path, .foreign) }
        for (item, reason) in found.misplaced { note(item.path, .malformed(reason)) }
        // The blobs first, so that a result which names one of the bad blobs is found to miss it.
        for (item, fact) in zip(found.blobs, parallelMap(found.blobs, { flaw(ofBlob: $0) })) { note(item.path, fact) }
        for (item, fact) in zip(found.results, parallelMap(found.results, { flaw(ofResult: $0) })) {
            note(item.path, fact)
        }
        for (item, fact) in zip(found.inputNames, parallelMap(found.inputNames, { flaw(ofInputNames: $0) })) {
            note(item.path, fact)
        }
        return verification
    }

    private func flaw(ofBlob item: CacheInventory.Item) -> CacheFinding.Fact? {
        do {
            let digest = try files.digest(item.path)
            return digest.hex == item.hex ? nil : .malformed("its content is not what its name says")
        } catch {
            return CacheFinding.Fact(CacheMiss(reading: item.path, error))
        }
    }

    private func flaw(ofResult item: CacheInventory.Item) -> CacheFinding.Fact? {
        let store = ContentStore(folder: folder)
        do {
            let missing = try result(item).blobs.filter { !store.contains($0) && behind?.contains($0) != true }
            return missing.isEmpty ? nil : .blobsMissing(missing)
        } catch {
            return CacheFinding.Fact(error)
        }
    }

    private func flaw(ofInputNames item: CacheInventory.Item) -> CacheFinding.Fact? {
        do {
            let text = try text(item, InputNamesFormat.firstLine)
            _ = try decoded(item, InputNamesFormat.decode, text)
            return nil
        } catch {
            return CacheFinding.Fact(error)
        }
    }

    /// The result in the file `item`, whose key is known by its hash alone.
    func result(_ item: CacheInventory.Item) throws(CacheMiss) -> ActionResult { try cached(item).result }

    func cached(_ item: CacheInventory.Item) throws(CacheMiss) -> CachedResult {
        try decoded(item, ActionResultFormat.decode, try text(item, ActionResultFormat.firstLine))
    }

    private func decoded<Value>(
        _ item: CacheInventory.Item, _ decode: ([UInt8], ContentDigest, Verifier?) throws(Malformation) -> Value,
        _ text: (content: [UInt8], key: ContentDigest)
    ) throws(CacheMiss) -> Value {
        do {
            return try decode(text.content, text.key, nil)
        } catch {
            throw .malformed(path: item.path.string, error.reason)
        }
    }

    private func text(
        _ item: CacheInventory.Item, _ firstLine: String
    ) throws(CacheMiss) -> (content: [UInt8], key: ContentDigest) {
        let content: [UInt8]
        do {
            content = try files.readRegularFile(item.path, atMost: ActionResultFormat.largestEntry).content
        } catch {
            throw CacheMiss(reading: item.path, error)
        }
        guard let key = EntryReader.key(of: content, firstLine: firstLine), key.hex == item.hex else {
            throw .malformed(path: item.path.string, "it names no key, or another than its own")
        }
        return (content, key)
    }
}
