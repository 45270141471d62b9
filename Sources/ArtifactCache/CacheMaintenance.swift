import Digests
import Disk

/// Looks after one cache folder while others read and write it: nothing here can make them read something wrong, and what is
/// removed under their hands is a miss to them.
public struct CacheMaintenance: Sendable {
    /// What is younger than this stays, whatever else is true of it: somebody may be about to name it. One hour, in nanoseconds;
    /// it also covers what the clocks of several hosts are apart.
    public static let grace: Int64 = 3_600 * 1_000_000_000

    let folder: CacheFolder
    let behind: ContentStore?
    var files: any FileSystem { folder.files }

    /// `behind`: the folder of the shared tier, where there is one. A local result may name blobs that only the shared tier has.
    public init(root: AbsolutePath, behind: AbsolutePath? = nil, files: any FileSystem) {
        folder = CacheFolder(root: root, files: files)
        self.behind = behind.map { ContentStore(root: $0, files: files) }
    }

    /// Counts what is there. Reads folders only.
    public func statistics() -> CacheStatistics {
        let found = CacheInventory(of: folder), now = files.now
        var statistics = CacheStatistics()
        statistics.results = .init(found.results)
        statistics.inputNames = .init(found.inputNames)
        statistics.blobs = .init(found.blobs)
        statistics.temporaries = .init(found.temporaries)
        statistics.foreign = .init(found.foreign + found.misplaced.map(\.item))
        for item in found.results {
            let age = item.status.age(at: now)
            let bucket = CacheStatistics.ageLimits.firstIndex { age < $0 } ?? CacheStatistics.ageLimits.count
            statistics.resultsByAge[bucket] += 1
        }
        return statistics
    }

    /// Reads everything: hashes every blob, parses every entry and looks for the blobs that it names. What is found bad goes where
    /// `removingBad`, but for files that are nothing of ours, and for what only could not be read.
    public func verify(removingBad: Bool) -> CacheVerification {
        let found = CacheInventory(of: folder)
        var verification = CacheVerification()
        func note(_ path: AbsolutePath, _ fact: CacheFinding.Fact, isOurs: Bool = true) {
            var finding = CacheFinding(path: path, fact: fact, isRemoved: false)
            if removingBad, isOurs { finding.isRemoved = (try? files.remove(path)) != nil }
            verification.findings.append(finding)
        }

        for item in found.foreign { note(item.path, .foreign, isOurs: false) }
        for (item, reason) in found.misplaced { note(item.path, .malformed(reason)) }
        for item in found.blobs {
            do {
                let digest = try files.digest(item.path)
                verification.blobs += 1
                verification.bytes += digest.size
                if digest.hex != item.hex { note(item.path, .malformed("its content is not what its name says")) }
            } catch {
                noteUnreadable(item.path, CacheMiss(reading: item.path, error))
            }
        }
        func noteUnreadable(_ path: AbsolutePath, _ miss: CacheMiss) {
            switch miss {
            case .absent: break  // Evicted meanwhile.
            case .malformed(_, let reason): note(path, .malformed(reason))
            case .unreadable(_, let code): note(path, .unreadable(code), isOurs: false)
            }
        }
        let store = ContentStore(folder: folder)
        for item in found.results {
            verification.entries += 1
            do {
                let missing = try result(item).blobs.filter { !store.contains($0) && behind?.contains($0) != true }
                if !missing.isEmpty { note(item.path, .blobsMissing(missing)) }
            } catch {
                noteUnreadable(item.path, error)
            }
        }
        for item in found.inputNames {
            verification.entries += 1
            do {
                let text = try text(item, InputNamesFormat.firstLine)
                _ = try InputNamesFormat.decode(text.content, key: text.key)
            } catch let error as CacheMiss {
                noteUnreadable(item.path, error)
            } catch {
                note(item.path, .malformed((error as? Malformation)?.reason ?? "it is malformed"))
            }
        }
        return verification
    }

    /// The result in the file `item`, whose key is known by its hash alone.
    func result(_ item: CacheInventory.Item) throws(CacheMiss) -> ActionResult {
        let text = try text(item, ActionResultFormat.firstLine)
        do {
            return try ActionResultFormat.decode(text.content, key: text.key)
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
