import Digests
import Disk

/// A cache folder on this machine and, where there is one, a shared folder behind it.
///
/// Look-ups ask the local tier first, then the shared one; what the shared one has comes over when it is used. Everything that is read is
/// verified, and anything that is not as it should be is a miss. No failure of the shared tier is thrown: it is told by `problems`.
///
/// May be used from any thread, and the folders by several processes on several hosts at once.
public final class TieredCache: Sendable {
    public typealias Tier = CacheTier

    /// Where to publish: in-place incremental compiles, for one, stay on this machine.
    public enum Scope: Hashable, Sendable { case local, everywhere }

    private struct Part: Sendable {
        let name: CacheTier
        let folder: CacheFolder
        var actions: ActionCache { ActionCache(folder: folder) }
        var store: ContentStore { ContentStore(folder: folder) }
    }

    private let local: Part
    private let behind: Part?
    private let log = ProblemLog()

    /// The folders of its tiers, the local one first.
    public let folders: [AbsolutePath]

    /// Touches no file. Folders are made when something is first written to them.
    public init(local: AbsolutePath, shared: SharedTier?, files: any FileSystem) {
        folders = [local] + (shared.map { [$0.folder] } ?? [])
        self.local = Part(name: .local, folder: CacheFolder(root: local, files: files))
        behind = shared.map {
            Part(name: .shared, folder: CacheFolder(root: $0.folder, files: files, isWritable: $0.mode == .readWrite))
        }
    }

    /// What went wrong so far without being thrown, and what was thrown for the local tier; one of each kind, counted.
    public var problems: [CacheProblem] { log.problems }

    // MARK: Looking up

    /// The result under `key`. Its blobs may have been evicted since: whoever needs one and misses it runs the action again.
    public func result(for key: ContentDigest) -> Result<(ActionResult, CacheTier), CacheMiss> {
        let miss: CacheMiss
        do {
            let (result, isFirstUse) = try local.actions.lookUp(key)
            // Elsewhere nobody may have used it: what is used here must not look unused there.
            if isFirstUse, let shared = writableShared { _ = try? shared.actions.result(for: key) }
            return .success((result, .local))
        } catch {
            miss = noted(error, local)
        }
        guard let shared else { return .failure(miss) }
        do {
            let result = try shared.actions.result(for: key)
            if let text = try? ActionResultFormat.encode(result, key: key) {
                if localQuarantine.holds(text, for: key) {
                    return .failure(.malformed(path: shared.folder.path(.actions, key).string, "it is quarantined: it is not what compiling gives"))
                }
                attempt(local) { () throws(FileError) in try self.local.actions.write(resultText: text, for: key) }
            }
            return .success((result, .shared))
        } catch {
            return .failure(worse(miss, noted(error, shared)))
        }
    }

    /// The names of the inputs that runs of the action under `key` were seen to read, in ascending order of their UTF-8 bytes: the local
    /// tier's where it has any, else the shared one's.
    public func inputNames(for key: ContentDigest) -> Result<[String], CacheMiss> {
        switch inputNames(for: key, in: .local) {
        case .success(let names): return .success(names)
        case .failure(let miss): return inputNames(for: key, in: .shared).mapError { worse(miss, $0) }
        }
    }

    /// The same of one tier alone. The tiers may differ, and a result that is not found by the local tier's names may be by the other's.
    public func inputNames(for key: ContentDigest, in tier: CacheTier) -> Result<[String], CacheMiss> {
        guard let tier = tier == .local ? local : shared else { return .failure(.absent) }
        do {
            return .success(try tier.actions.inputNames(for: key))
        } catch {
            return .failure(noted(error, tier))
        }
    }

    /// True where a tier has a file of the right size in the blob's place.
    public func contains(_ digest: ContentDigest) -> Bool {
        local.store.contains(digest) || shared?.store.contains(digest) == true
    }

    // MARK: Reading blobs

    /// The blob's content, verified.
    public func read(_ digest: ContentDigest) throws(CacheMiss) -> [UInt8] {
        let miss: CacheMiss
        do {
            return try local.store.read(digest)
        } catch {
            miss = dropped(digest, error, local)
        }
        guard let shared else { throw miss }
        let content: [UInt8]
        do {
            content = try shared.store.read(digest)
        } catch {
            throw worse(miss, dropped(digest, error, shared))
        }
        attempt(local) { () throws(FileError) in try self.local.store.store(content, digest: digest) }
        return content
    }

    /// Makes `path` a verified copy of the blob in one step, 0755 where it is executable, else 0644. It shares no inode with the cache, so
    /// writing to it harms nobody. Where this throws, `path` is as it was.
    public func materialise(_ digest: ContentDigest, at path: AbsolutePath, isExecutable: Bool) throws(MaterialiseError) {
        let permissions: UInt16 = isExecutable ? 0o755 : 0o644
        var miss: CacheMiss
        do {
            return try local.store.copy(digest, to: path, permissions: permissions)
        } catch {
            guard case .miss(let reason) = error else { throw error }
            miss = dropped(digest, reason, local)
        }
        guard let shared else { throw .miss(miss) }
        // Through the local store, which has it from then on; straight from the shared one where that cannot be.
        if bring(digest, from: shared) {
            do {
                return try local.store.copy(digest, to: path, permissions: permissions)
            } catch {
                guard case .miss = error else { throw error }
            }
        }
        do {
            try shared.store.copy(digest, to: path, permissions: permissions)
        } catch {
            guard case .miss(let reason) = error else { throw error }
            throw .miss(worse(miss, dropped(digest, reason, shared)))
        }
    }

    // MARK: Writing

    /// Stores `bytes` and returns their digest. Throws where the local tier could not be written.
    @discardableResult
    public func store(_ bytes: [UInt8], scope: Scope) throws(StoreError) -> ContentDigest {
        let digest = ContentDigest(of: bytes)
        if scope == .everywhere, let shared = writableShared {
            attempt(shared) { () throws(FileError) in try shared.store.store(bytes, digest: digest) }
        }
        do {
            try local.store.store(bytes, digest: digest)
        } catch {
            log.record(.notWritten(error), in: .local)
            throw .file(error)
        }
        return digest
    }

    /// Stores a copy of the regular file `file` in the local tier, and returns its digest. Throws where the file could not be read or the
    /// tier could not be written.
    public func store(file: AbsolutePath) throws(StoreError) -> ContentDigest {
        do {
            return try local.store.store(file: file)
        } catch {
            if error.path != file { log.record(.notWritten(error), in: .local) }
            throw .file(error)
        }
    }

    /// Stores a copy of the regular file `file`, which the caller knows to have the digest `digest`. Where it no longer has it, nothing is
    /// stored and `contentChanged` is thrown. Throws where the local tier could not be written too.
    public func store(file: AbsolutePath, digest: ContentDigest, scope: Scope) throws(StoreError) {
        var failure: StoreError?
        do {
            try local.store.store(file: file, digest: digest)
        } catch {
            if case .file(let fact) = error, fact.path != file { log.record(.notWritten(fact), in: .local) }
            failure = error
        }
        if scope == .everywhere, let shared = writableShared, failure.map({ !$0.isAbout(file) }) ?? true {
            give(digest, in: failure == nil ? local.store.path(of: digest) : file, to: shared)
        }
        if let failure { throw failure }
    }

    /// Writes the result under `key`. Each blob that it names must have been stored before. In the shared tier an earlier whole result
    /// under the key stands; blobs that are missing there go before the result. Throws where the local tier could not be written, and where
    /// the result is none that could be read again.
    public func publish(_ result: ActionResult, for key: ContentDigest, scope: Scope) throws(StoreError) {
        let text: [UInt8]
        do {
            text = try ActionResultFormat.encode(result, key: key)
        } catch {
            throw .malformed(error.reason)
        }
        for blob in result.blobs where !local.store.keep(blob) && shared?.store.contains(blob) != true { throw .blobMissing(blob) }
        if scope == .everywhere, let shared = writableShared { publish(result, text, for: key, to: shared) }
        do {
            try local.actions.write(resultText: text, for: key)
        } catch {
            log.record(.notWritten(error), in: .local)
            throw .file(error)
        }
    }

    /// Adds `names` to those known under `key`, and returns all that are now known: the result goes under a key made of these, or it
    /// will not be found. With the scope `everywhere` both tiers then have the same names. A name is any path or other text without a zero byte.
    @discardableResult
    public func publishInputNames(_ names: [String], for key: ContentDigest, scope: Scope) throws(StoreError) -> [String] {
        let shared = scope == .everywhere ? writableShared : nil
        let here = try? inputNames(for: key, in: .local).get()
        let there = shared == nil ? nil : try? inputNames(for: key, in: .shared).get()
        let merged = InputNamesFormat.merge(names, InputNamesFormat.merge(here ?? [], there ?? []))
        let text: [UInt8]
        do {
            text = try InputNamesFormat.encode(merged, key: key)
        } catch {
            throw .malformed(error.reason)
        }
        // Merged lists hold what either held, so equal lengths mean equal lists.
        if let shared, there?.count != merged.count {
            attempt(shared) { () throws(FileError) in try shared.actions.write(inputNamesText: text, for: key) }
        }
        if here?.count != merged.count {
            do {
                try local.actions.write(inputNamesText: text, for: key)
            } catch {
                log.record(.notWritten(error), in: .local)
                throw .file(error)
            }
        }
        return merged
    }

    /// Removes the result under `key` from every tier that may be written. Its blobs stay until they are evicted.
    public func evict(key: ContentDigest) {
        for tier in [local] + (writableShared.map { [$0] } ?? []) {
            attempt(tier) { () throws(FileError) in try tier.actions.removeResult(for: key) }
        }
    }

    // MARK: Tiers

    var localQuarantine: Quarantine { Quarantine(folder: local.folder) }

    /// Notes what went wrong in the local tier.
    func note(_ fact: CacheProblem.Fact) { log.record(fact, in: .local) }

    private var shared: Part? { log.hasGivenUp(on: .shared) ? nil : behind }

    private var writableShared: Part? { shared.flatMap { $0.folder.isWritable ? $0 : nil } }

    private func publish(_ result: ActionResult, _ text: [UInt8], for key: ContentDigest, to shared: Part) {
        if let earlier = try? shared.actions.result(for: key), earlier.blobs.allSatisfy(shared.store.contains) { return }
        for blob in result.blobs {
            if local.store.contains(blob) {
                guard give(blob, in: local.store.path(of: blob), to: shared) else { return }
            } else if !shared.store.keep(blob) {
                return
            }
        }
        attempt(shared) { () throws(FileError) in try shared.actions.write(resultText: text, for: key) }
    }

    /// Copies the blob from the file that holds it to the shared tier. False where it is not there afterwards.
    @discardableResult
    private func give(_ digest: ContentDigest, in file: AbsolutePath, to shared: Part) -> Bool {
        do {
            try shared.store.store(file: file, digest: digest)
            return true
        } catch {
            switch error {
            case .contentChanged where file == local.store.path(of: digest):
                _ = dropped(digest, ContentStore.wrongContent(file), local)
            case .file(let fact) where fact.path != file: log.record(.notWritten(fact), in: .shared)
            default: break
            }
            return false
        }
    }

    /// Copies the blob from the shared tier to the local one. False where it is not there afterwards.
    private func bring(_ digest: ContentDigest, from shared: Part) -> Bool {
        guard shared.store.contains(digest) else { return false }
        let source = shared.store.path(of: digest)
        do {
            try local.store.store(file: source, digest: digest)
            return true
        } catch {
            if case .file(let fact) = error, fact.path != source { log.record(.notWritten(fact), in: .local) }
            return false
        }
    }

    @discardableResult
    private func attempt(_ tier: Part, _ work: () throws(FileError) -> Void) -> Bool {
        do {
            try work()
            return true
        } catch {
            log.record(.notWritten(error), in: tier.name)
            return false
        }
    }

    private func noted(_ miss: CacheMiss, _ tier: Part) -> CacheMiss {
        log.record(.notRead(miss), in: tier.name)
        return miss
    }

    /// Notes why a blob could not be had, and removes it where it is not what it should be, so that the next one to store it can.
    private func dropped(_ digest: ContentDigest, _ miss: CacheMiss, _ tier: Part) -> CacheMiss {
        if case .malformed = miss, tier.folder.isWritable { try? tier.store.remove(digest) }
        return noted(miss, tier)
    }

    /// The miss that tells more.
    private func worse(_ first: CacheMiss, _ second: CacheMiss) -> CacheMiss { first == .absent ? second : first }
}

extension StoreError {
    /// True where `file`, which was to be stored, is what failed.
    fileprivate func isAbout(_ file: AbsolutePath) -> Bool {
        switch self {
        case .contentChanged: true
        case .file(let error): error.path == file
        case .blobMissing, .malformed: false
        }
    }
}
