import ArtifactCache
import BuildPlanning
import Digests
import Disk
import InterfaceDigests
import Toolchains

/// Earlier results of actions that a new one may be made of.
///
/// With each result of a Swift compile in debug the cache keeps a table of what it was made of (`SurfaceTable`), under
/// a key of the result's own, and the newest one under a key of all that the action is but for its own sources: what a
/// fresh clone starts from. That a result was made of the sources that its table names is found out by making its key
/// of them; only what the table says of these sources is taken for what it is, as results are.
struct Bases: Sendable {
    let files: any FileSystem
    let readable: ReadableFiles
    let cache: TieredCache
    let memory: DecisionMemory
    let rows: SurfaceRows
    let toolchain: Toolchain

    /// An earlier result of the same action with other sources, and how these were.
    struct Basis: Sendable {
        var result: ActionResult
        /// Of the result.
        var key: ActionKey
        var table: SurfaceTable
        /// Sources with another content now.
        var changed: [String]
    }

    /// What it takes to find out whether a result holds for interfaces that its compile did not see.
    struct Use {
        var keys: UsedKeys
        /// All that the action depends on.
        var needs: [ActionID: Decided]
    }

    /// In bytes.
    private static let largestTable: Int64 = 64 << 20
    private static let tableName = "surfaces"

    /// True for actions whose results may be made of earlier ones.
    func isFor(_ action: Action) -> Bool {
        guard action.kind == .compile || action.kind == .emitModule, ABIDigester.knows(toolchain) else { return false }
        // With the second, debug information of other files has the lines of types.
        return !action.readsWholeModules
            && !action.arguments.contains {
                $0.keyed == "-cxx-interoperability-mode=default" || $0.keyed?.hasPrefix("-gdwarf-types") == true
            }
    }

    /// Tries this workspace's last result, then the newest one that the cache knows of; then the same of results for
    /// other interfaces. `byUse`: nil where all of these counts.
    func first<Found>(
        for action: Action, _ fingerprint: Fingerprint, byUse: Use?, _ use: (Basis) -> Found?
    ) -> Found? {
        guard isFor(action) else { return nil }
        let last = memory.entry(for: action.id), lastTable = last.flatMap(table(of:))
        if let last, let lastTable, let basis = basis(action, fingerprint, lastTable, last: last),
            let found = use(basis)
        {
            return found
        }
        if let table = table(at: Bases.newestKey(fingerprint)),
            let basis = basis(action, fingerprint, table, last: nil), let found = use(basis)
        {
            return found
        }
        guard let byUse, !fingerprint.interfaces.isEmpty else { return nil }
        for table in [lastTable, table(at: Bases.newestKey(fingerprint.replacingInterfaces(by: [])))] {
            if let table, let basis = basis(action, fingerprint, table, byUse: byUse), let found = use(basis) {
                return found
            }
        }
        return nil
    }

    /// True where sources are known to make another module than they did in this workspace's last result.
    func areOfOtherModule(_ emission: Action, _ fingerprint: Fingerprint) -> Bool {
        guard isFor(emission), let last = memory.entry(for: emission.id), let table = table(of: last)
        else { return false }
        return fingerprint.sources.contains { path, content in
            guard let before = table.rows[path], before.content != content, let surface = before.surface,
                let now = rows.row(of: readable.absolute(path), content: content)?.surface
            else { return false }
            return surface.module != now.module
        }
    }

    private func table(of last: DecisionMemory.Entry) -> SurfaceTable? {
        table(at: Bases.key(of: last.origin ?? last.key))
    }

    /// Nil where the table is of no result of this action with nothing else than sources changed, of all that it uses.
    private func basis(
        _ action: Action, _ fingerprint: Fingerprint, _ table: SurfaceTable, last: DecisionMemory.Entry?
    ) -> Basis? {
        let sources = fingerprint.sources
        guard Set(table.rows.keys) == Set(sources.keys) else { return nil }
        let before = fingerprint.with(sources: table.rows.mapValues(\.content)).key
        var key = before.reading(table.readings)
        let result: ActionResult
        if let last, last.key == key {
            result = last.result
        } else if let last, let origin = last.origin, holds(last, for: before) {
            (result, key) = (last.result, origin)
        } else if last == nil, case .success(let (found, _)) = cache.result(for: key.digest) {
            result = found
        } else {
            return nil
        }
        return basis(action, sources, table, of: result, key)
    }

    /// The same of a result for other interfaces, of which the action uses nothing that is different now. Then what
    /// that result has of sources that did not change is what a compile would make of them now: all that they say is
    /// among what the sources say now.
    private func basis(
        _ action: Action, _ fingerprint: Fingerprint, _ table: SurfaceTable, byUse: Use
    ) -> Basis? {
        let sources = fingerprint.sources
        guard let seen = table.seen, Set(table.rows.keys) == Set(sources.keys) else { return nil }
        let before = fingerprint.with(sources: table.rows.mapValues(\.content))
        guard before.interfaces != seen.components,
            let key = before.with(interfaces: seen.components)?.key.reading(table.readings),
            case .success(let (result, _)) = cache.result(for: key.digest),
            let basis = basis(action, sources, table, of: result, key),
            // With the sources of then, the cache would have had it by what is used.
            (1...PartOfCompile.mostSources).contains(basis.changed.count),
            // Of that compile itself: one of the same sources that saw other interfaces may have looked up fewer names.
            let lookedFor = LookUps(cache: cache).lookedFor(byResult: key),
            // As where a result is kept by what was used of interfaces.
            seen.cModules.isSubset(of: lookedFor.cModules), isSaidOfOwnSources(basis, action),
            byUse.keys.areUsedAlike(seen, by: action, fingerprint, needs: byUse.needs, lookedFor: lookedFor)
        else { return nil }
        return basis
    }

    private func isSaidOfOwnSources(_ basis: Basis, _ action: Action) -> Bool {
        guard let said = basis.result.diagnostics else { return true }
        guard let bytes = try? cache.read(said, atMost: DiagnosticText.largest) else { return false }
        return UsedKeys.covers(String(decoding: bytes, as: UTF8.self), of: action)
    }

    /// Nil where the result is none that the action has, or what else its run read is not as it was.
    private func basis(
        _ action: Action, _ sources: [String: ContentDigest], _ table: SurfaceTable, of result: ActionResult,
        _ key: ActionKey
    ) -> Basis? {
        guard result.outputs.map(\.name) == action.outputs.map(\.name), !result.outputs.contains(where: \.isFolder),
            readable.readings(of: table.readings.files.map(\.path)) == table.readings
        else { return nil }
        rows.learn(table.rows.values)
        return Basis(
            result: result, key: key, table: table,
            changed: action.sources.filter { table.rows[$0]?.content != sources[$0] })
    }

    /// True where a build of this workspace found that the result is the one for the sources of then and the interfaces
    /// of now: nothing that changed of these is used.
    private func holds(_ last: DecisionMemory.Entry, for first: ActionKey) -> Bool {
        last.first == first && readable.readings(of: last.names).map(last.declared.reading) == last.key
    }

    // MARK: Keeping

    /// Keeps what `result` was made of. `isLocal`: on this machine alone. `seen`: nil where all of the interfaces
    /// counts.
    func keep(
        _ action: Action, _ fingerprint: Fingerprint, _ readings: Readings, result key: ActionKey, isLocal: Bool,
        seen: SeenInterfaces?
    ) {
        // A table of which nobody could make the key helps nobody.
        guard isFor(action), fingerprint.key.reading(readings) == key else { return }
        var table = SurfaceTable(rows: [:], readings: readings, isLocal: isLocal, seen: seen)
        for (path, content) in fingerprint.sources {
            guard let row = rows.row(of: readable.absolute(path), content: content) else { return }
            table.rows[path] = row
        }
        let reach: TieredCache.Reach = isLocal ? .local : .everywhere
        guard let blob = try? cache.store(table.encoded, reach: reach) else { return }
        let entry = ActionResult(outputs: [.init(name: Bases.tableName, digest: blob)])
        try? cache.publish(entry, for: Bases.key(of: key), reach: reach)
        if isLocal { return }
        try? cache.publish(entry, for: Bases.newestKey(fingerprint), reach: reach, replacing: true)
        // With no interfaces, that is the same key.
        if let seen, !seen.components.isEmpty {
            let key = Bases.newestKey(fingerprint.replacingInterfaces(by: []))
            try? cache.publish(entry, for: key, reach: reach, replacing: true)
        }
    }

    private func table(at key: ContentDigest) -> SurfaceTable? {
        guard case .success(let (entry, _)) = cache.result(for: key), let blob = entry.outputs.first,
            blob.name == Bases.tableName, let bytes = try? cache.read(blob.digest, atMost: Bases.largestTable)
        else { return nil }
        return try? SurfaceTable(encoded: bytes)
    }

    private static func key(of result: ActionKey) -> ContentDigest { key("surfaces of a result", result.digest) }

    private static func newestKey(_ fingerprint: Fingerprint) -> ContentDigest {
        key("surfaces of the newest result", fingerprint.withoutSources.key.digest)
    }

    private static func key(_ kind: String, _ digest: ContentDigest) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append(kind)
        builder.append(Int64(SurfaceTable.format))
        builder.append(digest)
        return builder.finish()
    }
}

extension Fingerprint {
    /// This fingerprint for other contents of its sources.
    fileprivate func with(sources: [String: ContentDigest]) -> Fingerprint {
        Fingerprint(
            components: components.map { component in
                guard case .source(let path) = component.name, let digest = sources[path] else { return component }
                return Component(component.name, digest.description)
            })
    }
}
