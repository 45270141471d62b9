import Digests
import Disk
import Parallelism
import Synchronization

/// A cache folder on this machine and, where there are any, a shared folder and a server behind it.
///
/// Look-ups ask the local tier first, then those behind it, and in each the scopes that this process reads; what is
/// found there comes over when it is used. Everything that is read is verified, and anything that is not as it should
/// be is a miss. No failure of a tier behind the local one is thrown: it is reported by `problems`.
///
/// May be used from any thread, and the stores by several processes on several hosts at once.
public final class TieredCache: Sendable {
    public typealias Tier = CacheTier

    /// Where to publish: in-place incremental compiles, for one, stay on this machine.
    public enum Reach: Hashable, Sendable { case local, everywhere }

    let local: TierPart
    let localFolder: CacheFolder
    private let behind: [TierPart]
    let files: any FileSystem
    let writer: CacheWriter
    let log = ProblemLog()
    let state = Mutex(State())
    private let wait: Double
    private let waiting: WaitingPool
    let hearing = Turns<CacheTier>()

    struct State {
        /// Keys whose results turned out to name what no tier has. What is published under them later counts.
        var refuted: Set<ContentDigest> = []
        var disowned: [Disownment]?
        /// Far stores that said what was taken back there.
        var heard: Set<CacheTier> = []
        var commit: String??
        var hasLookedForFolders = false
    }

    /// The folders of its tiers, the local one first.
    public let folders: [AbsolutePath]

    /// Touches no file. Folders are made when something is first written to them.
    ///
    /// `files`: what outputs are restored with; below a folder that it is confined to, nothing is restored through a
    /// link.
    public init(
        local: AbsolutePath, shared: SharedTier?, remote: RemoteTier? = nil, files: any FileSystem,
        scopes: ScopeChain = .main, trust: CacheTrust = .everybody, writer: CacheWriter = CacheWriter()
    ) {
        folders = [local] + (shared.map { [$0.folder] } ?? [])
        (self.files, self.writer, wait) = (files, writer, remote?.wait ?? 0)
        func part(_ name: CacheTier, _ store: any BackingStore, isOpen: Bool) -> TierPart {
            TierPart(name: name, store: store, isOpen: isOpen, scopes: scopes, trust: trust)
        }
        localFolder = CacheFolder(root: local, files: files)
        self.local = part(.local, FolderStore(folder: localFolder), isOpen: true)
        behind = [
            shared.map {
                let isOpen = $0.mode == .readWrite
                let folder = CacheFolder(
                    root: $0.folder, files: files, isWritable: isOpen, isElsewhere: $0.isExpected)
                return part(.shared, FolderStore(folder: folder), isOpen: isOpen)
            },
            remote.map {
                var part = part(.remote, $0.store, isOpen: $0.mode == .readWrite)
                part.outbox = Outbox()
                return part
            },
        ].compactMap { $0 }
        waiting = WaitingPool(label: "mono.cache.far", width: 32)
    }

    /// The blobs of the local tier.
    var localStore: ContentStore { ContentStore(folder: localFolder) }

    /// What went wrong so far without being thrown, and what was thrown for the local tier; one of each kind, counted.
    public var problems: [CacheProblem] { log.problems }

    /// All that decides which results this cache gives, beside what lies in its folders: what is remembered of one
    /// cache holds for no other.
    public var binding: [String] {
        folders.map(\.string) + behind.filter(\.store.isFar).map(\.store.name) + local.scopes.read.map { "scope \($0)" }
            + local.trust.names
            + disowned.map { String(decoding: $0.text, as: UTF8.self) }.sorted()
    }

    /// The tiers that this process may write to, and does not, because nobody would take what it cannot sign.
    public var withheldTiers: [CacheTier] { behind.filter { $0.isOpen && !$0.isWritable }.map(\.name) }

    // MARK: Far stores

    /// Some questions go to a server: those that depend on each other as little as these may wait at once.
    public var isFar: Bool { reachable.contains { $0.store.isFar } }

    /// Calls `transform` for each item, for many at once: for what waits for a server.
    public func mapWaiting<Item: Sendable, Result: Sendable>(
        _ items: [Item], _ transform: @escaping @Sendable (Item) -> Result
    ) -> [Result] {
        waiting.map(items, transform)
    }

    /// Waits until what was published is where it was to go, for no longer than was wished, and no longer than until
    /// `isCancelled`, which is asked again and again. Nil where nothing was to be sent.
    public func finishSending(isCancelled: () -> Bool) -> SendingReport? {
        let reports = behind.compactMap(\.outbox).map { $0.finish(within: wait, isCancelled: isCancelled) }
        let sum = SendingReport(sent: reports.map(\.sent).reduce(0, +), late: reports.map(\.late).reduce(0, +))
        return sum == SendingReport() ? nil : sum
    }

    /// How many results are still to be sent.
    public var unsent: Int { behind.compactMap(\.outbox).map(\.open).reduce(0, +) }

    /// What went to servers and came from them; nil where there are none.
    public var transfers: TransferCounts? { behind.compactMap(\.store.transfers).first }

    // MARK: Looking up

    /// The result under `key`. Its blobs may have been evicted since: whoever needs one and misses it runs the action
    /// again.
    public func result(for key: ContentDigest) -> Result<(ActionResult, CacheTier), CacheMiss> {
        if state.withLock({ $0.refuted.contains(key) }) { return .failure(.absent) }
        var miss = CacheMiss.absent
        for actions in local.read {
            do {
                let found = try accepted(actions.lookUp(key))
                // Elsewhere nobody may have used it: what is used here must not look unused there.
                if found.isFirstUse {
                    for actions in writableBehind.filter({ !$0.store.isFar }).flatMap(\.read) {
                        _ = try? actions.result(for: key)
                    }
                }
                return .success((found.cached.result, .local))
            } catch {
                miss = worse(miss, noted(error, local))
            }
        }
        for part in reachable {
            for actions in part.read {
                do {
                    let looked = try actions.lookUp(key)
                    if part.store.isFar { hear(part) }
                    let found = try accepted(looked), result = found.cached.result
                    if localQuarantine.holds(result, for: key) {
                        let place = part.store.place(of: EntryName(.results, key, in: actions.scope))
                        return .failure(.malformed(path: place, "it is quarantined: it is not what compiling gives"))
                    }
                    attempt(local) { () throws(BackingFault) in
                        try self.local.written.write(resultText: found.text, of: result, for: key)
                    }
                    return .success((result, part.name))
                } catch {
                    miss = worse(miss, noted(error, part))
                }
            }
        }
        return .failure(miss)
    }

    /// `found`, unless somebody took it back.
    func accepted(_ found: ActionCache.Found) throws(CacheMiss) -> ActionCache.Found {
        if disowned.contains(where: { $0.covers(found.cached.origin) }) { throw .absent }
        return found
    }

    /// Who wrote the result under `key`, in each place that has one.
    public func origins(of key: ContentDigest) -> [KnownOrigin] {
        ([local] + reachable).flatMap { part in
            part.read.compactMap { actions in
                guard let found = try? actions.lookUp(key).cached else { return nil }
                return KnownOrigin(
                    place: CachePlace(tier: part.name, scope: actions.scope), origin: found.origin,
                    isDisowned: disowned.contains { $0.covers(found.origin) })
            }
        }
    }

    /// The key whose hash is `hex`, where a place has an entry of that name.
    public func key(named hex: String) -> ContentDigest? {
        guard let name = ContentDigest(hex: hex, size: 0) else { return nil }
        for part in [local] + reachable {
            for actions in part.read {
                let place = EntryName(.results, name, in: actions.scope)
                guard let found = try? part.store.entry(place, atMost: ActionResultFormat.largestEntry),
                    let key = EntryReader.key(of: found.text, firstLine: ActionResultFormat.firstLine),
                    key.hex == hex
                else { continue }
                return key
            }
        }
        return nil
    }

    /// The places that are read, in the order in which they are asked.
    public var places: [CachePlace] {
        ([local] + reachable).flatMap { part in
            part.scopes.read.map { CachePlace(tier: part.name, scope: $0) }
        }
    }

    /// The names of the inputs that runs of the action under `key` were seen to read, in ascending order of their UTF-8
    /// bytes: those of the first place that has any.
    public func inputNames(for key: ContentDigest) -> Result<[String], CacheMiss> {
        var miss = CacheMiss.absent
        for place in places {
            switch inputNames(for: key, in: place) {
            case .success(let names): return .success(names)
            case .failure(let other): miss = worse(miss, other)
            }
        }
        return .failure(miss)
    }

    /// The same of one place alone. Places may differ, and a result that is not found by the names of one may be by
    /// those of another.
    public func inputNames(for key: ContentDigest, in place: CachePlace) -> Result<[String], CacheMiss> {
        guard let part = ([local] + reachable).first(where: { $0.name == place.tier }),
            let actions = part.read.first(where: { $0.scope == place.scope })
        else {
            return .failure(.absent)
        }
        do {
            return .success(try actions.inputNames(for: key))
        } catch {
            return .failure(noted(error, part))
        }
    }

    /// True where a tier has a file of the right size in the blob's place.
    public func contains(_ digest: ContentDigest) -> Bool {
        ([local] + reachable).contains { $0.store.contains(digest) }
    }

    /// True where a tier has the blob, with the content that its name says.
    public func holdsWhole(_ digest: ContentDigest) -> Bool {
        ([local] + reachable).contains { $0.store.holdsWhole(digest) }
    }

    /// From now on, and until something is published under it, there is no result under `key` for this process: what it
    /// named turned out to be lost. It is removed where that is possible; where it is not, a folder that is only read
    /// keeps it.
    public func refute(key: ContentDigest) {
        state.withLock { _ = $0.refuted.insert(key) }
        evict(key: key)
    }

    // MARK: Reading blobs

    /// The blob's content, verified. A blob of more than `limit` bytes is malformed.
    public func read(_ digest: ContentDigest, atMost limit: Int64) throws(CacheMiss) -> [UInt8] {
        guard digest.size <= limit else {
            throw .malformed(path: local.store.place(of: digest), "it is larger than what it is wanted for may be")
        }
        var miss: CacheMiss
        do {
            return try local.store.read(digest)
        } catch {
            miss = dropped(digest, error, local)
        }
        for part in reachable {
            do {
                let content = try part.store.read(digest)
                attempt(local) { () throws(BackingFault) in try self.local.store.store(content, digest: digest) }
                return content
            } catch {
                miss = worse(miss, dropped(digest, error, part))
            }
        }
        throw miss
    }

    /// Makes `path` a verified copy of the blob in one step, 0755 where it is executable, else 0644. It shares no inode
    /// with the cache, so writing to it harms nobody. Where this throws, `path` is as it was.
    public func materialise(_ digest: ContentDigest, at path: AbsolutePath, isExecutable: Bool) throws(MaterialiseError)
    {
        let permissions: UInt16 = isExecutable ? 0o755 : 0o644
        var miss: CacheMiss
        do {
            return try local.store.copy(digest, to: path, permissions: permissions)
        } catch {
            guard case .miss(let reason) = error else { throw error }
            miss = dropped(digest, reason, local)
        }
        for part in reachable {
            // Through the local store, which has it from then on; straight from the other one where that cannot be.
            let isHere: Bool
            do {
                isHere = try bring(digest, from: part)
            } catch {
                miss = worse(miss, dropped(digest, error, part))
                continue
            }
            if isHere {
                do {
                    return try local.store.copy(digest, to: path, permissions: permissions)
                } catch {
                    guard case .miss = error else { throw error }
                }
            }
            do throws(FileError) { try files.makeFolder(path.parent) } catch { throw .file(error) }
            do {
                return try part.store.copy(digest, to: path, permissions: permissions)
            } catch {
                guard case .miss(let reason) = error else { throw error }
                miss = worse(miss, dropped(digest, reason, part))
            }
        }
        throw .miss(miss)
    }

    // MARK: Tiers

    var localQuarantine: Quarantine { Quarantine(folder: localFolder) }

    /// Notes what went wrong in the local tier.
    func note(_ fact: CacheProblem.Fact) { log.record(fact, in: .local) }

    /// The tiers behind the local one, but for those that keep failing, or were not there when the first one was asked.
    var reachable: [TierPart] {
        lookForFolders()
        return behind.filter { !log.hasGivenUp(on: $0.name) }
    }

    private func lookForFolders() {
        // Inside the lock: nobody goes on before it is known.
        state.withLock { state in
            if state.hasLookedForFolders { return }
            state.hasLookedForFolders = true
            for part in behind {
                guard let folder = part.store.missingFolder else { continue }
                log.record(.noFolder(folder), in: part.name, isWritten: part.isOpen)
            }
        }
    }

    /// All of them, whatever went wrong before.
    var parts: [TierPart] { [local] + behind }

    var writableBehind: [TierPart] { reachable.filter(\.isWritable) }

    /// Copies the blob from a tier to the local one. False where the local one does not take it.
    private func bring(_ digest: ContentDigest, from part: TierPart) throws(CacheMiss) -> Bool {
        do {
            try part.store.bring(digest, into: localStore)
            return true
        } catch {
            switch error {
            case .miss(let miss): throw miss
            case .file(let error):
                log.record(.notWritten(error), in: .local)
                return false
            }
        }
    }

    @discardableResult
    func attempt(_ tier: TierPart, _ work: () throws(BackingFault) -> Void) -> Bool {
        do {
            try work()
            return true
        } catch {
            log.record(CacheProblem.Fact(error), in: tier.name)
            return false
        }
    }

    func noted(_ miss: CacheMiss, _ tier: TierPart) -> CacheMiss {
        if case .malformed = miss { tier.store.doubt() }
        log.record(.notRead(miss), in: tier.name, isWritten: tier.isWritable)
        return miss
    }

    /// Notes why a blob could not be had, and removes it where it is not what it should be, so that the next one to
    /// store it can.
    func dropped(_ digest: ContentDigest, _ miss: CacheMiss, _ tier: TierPart) -> CacheMiss {
        if case .malformed = miss, tier.isOpen { try? tier.store.remove(digest) }
        return noted(miss, tier)
    }

    /// The miss that tells more.
    func worse(_ first: CacheMiss, _ second: CacheMiss) -> CacheMiss { first == .absent ? second : first }
}
