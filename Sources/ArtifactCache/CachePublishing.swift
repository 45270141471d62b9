import Digests
import Disk

/// What is written to a cache.
extension TieredCache {
    /// Stores `bytes` and returns their digest. Throws where the local tier could not be written.
    @discardableResult
    public func store(_ bytes: [UInt8], reach: Reach) throws(StoreError) -> ContentDigest {
        let digest = ContentDigest(of: bytes)
        if reach == .everywhere {
            // What is far gets it with the result that names it.
            for part in writableBehind where part.outbox == nil {
                attempt(part) { () throws(BackingFault) in try part.store.store(bytes, digest: digest) }
            }
        }
        do {
            try local.store.store(bytes, digest: digest)
        } catch {
            throw failed(error)
        }
        return digest
    }

    /// Stores a copy of the regular file `file` in the local tier, and returns its digest. Throws where the file could
    /// not be read or the tier could not be written.
    public func store(file: AbsolutePath) throws(StoreError) -> ContentDigest {
        do {
            return try localStore.store(file: file)
        } catch {
            if error.path != file { log.record(.notWritten(error), in: .local) }
            throw .file(error)
        }
    }

    /// Stores a copy of the regular file `file`, which the caller knows to have the digest `digest`. Where it no longer
    /// has it, nothing is stored and `contentChanged` is thrown. Throws where the local tier could not be written too.
    public func store(file: AbsolutePath, digest: ContentDigest, reach: Reach) throws(StoreError) {
        var failure: StoreError?
        do {
            try local.store.store(file: file, digest: digest)
        } catch {
            if case .file(let fact) = error, fact.path != file { log.record(.notWritten(fact), in: .local) }
            failure = error
        }
        if reach == .everywhere, failure.map({ !$0.isAbout(file) }) ?? true {
            for part in writableBehind where part.outbox == nil {
                give(digest, in: failure == nil ? localStore.path(of: digest) : file, to: part)
            }
        }
        if let failure { throw failure }
    }

    /// Writes the result under `key`, in the scope that this process writes to. Each blob that it names must have been
    /// stored before. In the shared tier an earlier whole result under the key stands; blobs that are missing there go
    /// before the result. Throws where the local tier could not be written, and where the result is none that could be
    /// read again. `replacing`: the result is a pointer to the newest of something, and an earlier one gives way.
    public func publish(
        _ result: ActionResult, for key: ContentDigest, reach: Reach, replacing: Bool = false
    ) throws(StoreError) {
        let text: [UInt8]
        do {
            text = try ActionResultFormat.encode(result, key: key, origin: origin, signer: local.trust.signer)
        } catch {
            throw .malformed(error.reason)
        }
        for blob in result.blobs
        where !local.store.keep(blob) && !reachable.contains(where: { $0.store.contains(blob) }) {
            throw .blobMissing(blob)
        }
        if reach == .everywhere {
            let replaces = replacing || state.withLock { $0.refuted.contains(key) }
            for part in writableBehind {
                deliver(to: part) { self.publish(result, text, for: key, to: part, replacing: replaces) }
            }
        }
        do {
            try local.written.write(resultText: text, of: result, for: key)
        } catch {
            throw failed(error)
        }
        state.withLock { _ = $0.refuted.remove(key) }
    }

    /// Now, or beside what else there is to do. `work`: true where it sent a result.
    private func deliver(to part: TierPart, _ work: @escaping @Sendable () -> Bool) {
        if let outbox = part.outbox { outbox.add(work) } else { _ = work() }
    }

    /// Notes what the local tier had against it.
    private func failed(_ fault: BackingFault) -> StoreError {
        log.record(CacheProblem.Fact(fault), in: .local)
        switch fault {
        case .file(let error): return .file(error)
        case .remote(let fault): return .remote(fault)
        }
    }

    /// Of what this process writes now.
    private var origin: EntryOrigin {
        let known = state.withLock { $0.commit }
        // Asked outside the lock: it may start a program. Asked twice it says the same.
        let commit = known ?? writer.commit()
        if known == nil { state.withLock { $0.commit = .some(commit) } }
        return EntryOrigin(
            time: files.now / 1_000_000_000, scope: local.scopes.written, host: writer.host, commit: commit ?? "",
            version: writer.version)
    }

    /// Adds `names` to those known under `key`, and returns all that are now known: the result goes under a key made of
    /// these, or it will not be found. With the scope `everywhere` both tiers then have the same names. A name is any
    /// path or other text without a zero byte.
    @discardableResult
    public func publishInputNames(_ names: [String], for key: ContentDigest, reach: Reach) throws(StoreError)
        -> [String]
    {
        let others = reach == .everywhere ? writableBehind : []
        let here = try? local.written.inputNames(for: key)
        let there = others.map { try? $0.written.inputNames(for: key) }
        let merged = there.reduce(InputNamesFormat.merge(names, here ?? [])) { InputNamesFormat.merge($0, $1 ?? []) }
        let text: [UInt8]
        do {
            text = try InputNamesFormat.encode(merged, key: key, signer: local.trust.signer)
        } catch {
            throw .malformed(error.reason)
        }
        // Merged lists hold what either held, so equal lengths mean equal lists.
        for (part, known) in zip(others, there) where known?.count != merged.count {
            deliver(to: part) {
                self.attempt(part) { () throws(BackingFault) in
                    try part.written.write(inputNamesText: text, for: key)
                }
                return false
            }
        }
        if here?.count != merged.count {
            do {
                try local.written.write(inputNamesText: text, for: key)
            } catch {
                throw failed(error)
            }
        }
        return merged
    }

    /// Removes the result under `key` from the scope that this process writes to, in every tier that may be written.
    /// Its blobs stay until they are evicted.
    public func evict(key: ContentDigest) {
        for part in [local] + writableBehind {
            attempt(part) { () throws(BackingFault) in try part.written.removeResult(for: key) }
        }
    }

    /// False where it did not go there: it is there, or something was in the way.
    private func publish(
        _ result: ActionResult, _ text: [UInt8], for key: ContentDigest, to part: TierPart, replacing: Bool
    ) -> Bool {
        if !replacing {
            do throws(CacheMiss) {
                let earlier = try accepted(part.written.lookUp(key))
                if earlier.cached.result.blobs.allSatisfy(part.store.contains) { return false }
            } catch {
                if case .malformed = error { part.store.doubt() }
            }
        }
        for blob in result.blobs {
            if local.store.contains(blob) {
                guard give(blob, in: localStore.path(of: blob), to: part) else { return false }
            } else if !part.store.keep(blob) {
                return false
            }
        }
        return attempt(part) { () throws(BackingFault) in
            try part.written.write(resultText: text, of: result, for: key)
        }
    }

    /// Copies the blob from the file that holds it to a tier behind. False where it is not there afterwards.
    @discardableResult
    private func give(_ digest: ContentDigest, in file: AbsolutePath, to part: TierPart) -> Bool {
        do {
            try part.store.store(file: file, digest: digest)
            return true
        } catch {
            switch error {
            case .contentChanged where file == localStore.path(of: digest):
                _ = dropped(digest, ContentStore.wrongContent(file), local)
            case .file(let fact) where fact.path != file: log.record(.notWritten(fact), in: part.name)
            case .remote(let fault): log.record(.notSent(fault), in: part.name)
            default: break
            }
            return false
        }
    }
}

extension StoreError {
    /// True where `file`, which was to be stored, is what failed.
    fileprivate func isAbout(_ file: AbsolutePath) -> Bool {
        switch self {
        case .contentChanged: true
        case .file(let error): error.path == file
        case .blobMissing, .malformed, .remote: false
        }
    }
}

extension CacheProblem.Fact {
    public init(_ fault: BackingFault) {
        switch fault {
        case .file(let error): self = .notWritten(error)
        case .remote(let fault): self = .notSent(fault)
        }
    }
}
