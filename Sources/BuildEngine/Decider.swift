import ArtifactCache
import BuildPlanning
import Digests
import Disk
import InterfaceDigests
import Toolchains

/// An action's result, known: decided by the cache, by its own inputs, or by a run.
struct Decided: Sendable {
    enum Source: Sendable {
        case memory
        case cache(CacheTier)
        /// Nothing to run.
        case inputs
        case run
    }

    var key: ActionKey
    var result: ActionResult
    var source: Source
}

/// An action that the cache has no result for.
struct Undecided: Sendable {
    /// Of what is declared.
    var fingerprint: Fingerprint
    var declared: ActionKey
    var reason: RebuildReason
}

enum Verdict: Sendable {
    case decided(Decided)
    case undecided(Undecided)
    case failed(ActionFailure)
}

/// Says of an action whose dependencies are decided whether its result is known. Starts nothing and restores nothing.
/// Any thread.
struct Decider: Sendable {
    let toolchain: Toolchain
    let readable: ReadableFiles
    let linkers: NamedLinkers
    let cache: TieredCache
    let memory: DecisionMemory
    let fingerprints: FingerprintMemory
    let hiddenImports: HiddenImports
    /// Where tools put temporary files.
    let temporaryFolder: String
    /// Every Swift compile counts the bytes of the modules that it can see.
    let countsModuleBytes: Bool

    func decide(_ action: Action, needs: [ActionID: Decided]) -> Verdict {
        let fingerprint: Fingerprint
        do {
            fingerprint = try self.fingerprint(of: action, needs: needs)
        } catch {
            return .failed(.unreadable(path: error.path.string, code: error.code))
        }
        let declared = fingerprint.key
        guard !action.isDeclaration else {
            // What dependents see of it is what it declares.
            let result = ActionResult(outputs: [], interface: declared.digest)
            return .decided(Decided(key: declared, result: result, source: .inputs))
        }

        if let known = remembered(action, declared) { return .decided(known) }
        switch found(action, fingerprint, declared) {
        case .success(let known): return .decided(known)
        case .failure(let miss):
            return .undecided(
                Undecided(fingerprint: fingerprint, declared: declared, reason: reason(for: action, fingerprint, miss)))
        }
    }

    /// What this workspace's last decision says, where it is the same one.
    private func remembered(_ action: Action, _ declared: ActionKey) -> Decided? {
        guard let entry = memory.entry(for: action.id), entry.declared == declared else { return nil }
        let key = readable.readings(of: entry.names).map(declared.reading)
        guard let key, key == entry.key, fits(entry.result, action) else { return nil }
        return Decided(key: key, result: entry.result, source: .memory)
    }

    /// What the cache says.
    private func found(
        _ action: Action, _ fingerprint: Fingerprint, _ declared: ActionKey
    ) -> Result<Decided, CacheMiss> {
        var miss = CacheMiss.absent
        var tried: ActionKey?
        for place in cache.places {
            guard case .success(let names) = cache.inputNames(for: declared.digest, in: place),
                let readings = readable.readings(of: names)
            else { continue }
            let key = declared.reading(readings)
            if key == tried { continue }
            tried = key
            switch cache.result(for: key.digest) {
            case .success(let (result, found)) where fits(result, action):
                // The result is in the local tier by now; without the names it would not be found there.
                if place.tier == .shared {
                    _ = try? cache.publishInputNames(names, for: declared.digest, reach: .local)
                }
                memory.record(.init(declared: declared, names: names, key: key, result: result), for: action.id)
                fingerprints.record(fingerprint.reading(readings), for: action.id)
                return .success(Decided(key: key, result: result, source: .cache(found)))
            case .success: miss = .malformed(path: key.description, "its outputs are not this action's")
            case .failure(let reason): if reason != .absent { miss = reason }
            }
        }
        return .failure(miss)
    }

    /// A result that may hold the workspace's path is kept for this workspace alone.
    private var place: String? {
        let places = [readable.absolute(".").string, temporaryFolder]
        return places.contains { $0.contains("=") } ? places.joined(separator: "\n") : nil
    }

    /// What the action came to the last time, whatever its inputs were.
    func lastResult(of action: Action) -> Decided? {
        guard let last = memory.entry(for: action.id), fits(last.result, action) else { return nil }
        return Decided(key: last.key, result: last.result, source: .memory)
    }

    func fingerprint(of action: Action, needs: [ActionID: Decided]) throws(FileError) -> Fingerprint {
        var content = DigestBuilder()
        // A fingerprint holds sources before interfaces.
        lazy var readsBytes =
            action.readsWholeModules
            || action.compilesSwift
                && (countsModuleBytes
                    || hiddenImports.isIn(action.sources.map(readable.absolute), content: content.finish())
                    || madeSourcesSeeHidden(of: action, needs))
        return try action.fingerprint(
            KeyIngredients(
                toolchain: { toolchain.identity(linking: $0) },
                source: { path throws(FileError) in
                    let digest = try readable.digest(path)
                    if action.compilesSwift { content.append(digest) }
                    return digest
                },
                isExecutable: readable.isExecutable, mention: readable.file, linker: linkers.digest,
                cxxHeaders: toolchain.headers.cxxIdentity, place: place,
                // An action whose module is read has an interface, or its module would not have been asked for.
                interface: { id in
                    guard let need = needs[id]?.result else { return ContentDigest(of: "no interface") }
                    // A module's own outputs are its only ones, or its first.
                    if readsBytes, let module = need.outputs.first {
                        return ABIDigest(moduleBytes: module.digest).digest
                    }
                    return need.interface ?? ContentDigest(of: "no interface")
                },
                // A plugin's command may run what another one makes.
                outputs: { id in
                    (needs[id]?.result.outputs ?? []).map { output in
                        (action.isCommand ? output.nameWithMode : output.name, output.digest)
                    }
                }))
    }

    /// What plugins' commands wrote may import hidden declarations as any source does.
    private func madeSourcesSeeHidden(of action: Action, _ needs: [ActionID: Decided]) -> Bool {
        action.consumed.contains { id in
            (needs[id]?.result.outputs ?? []).contains { output in
                output.name.hasSuffix(".swift")
                    && hiddenImports.isIn(made: output.digest) { try? cache.read(output.digest, atMost: ReadLimit.any) }
            }
        }
    }

    /// A result names exactly the outputs that the action has, in its order.
    private func fits(_ result: ActionResult, _ action: Action) -> Bool {
        result.outputs.count == action.outputs.count
            && zip(result.outputs, action.outputs).allSatisfy { known, output in
                let isAsPlanned = known.isExecutable == output.isExecutable && !known.isFolder
                return known.name == output.name && (action.isCommand || isAsPlanned)
            }
            && (action.moduleOutput == nil) == (result.interface == nil)
    }

    private func reason(for action: Action, _ fingerprint: Fingerprint, _ miss: CacheMiss) -> RebuildReason {
        guard let last = fingerprints.last(for: action.id) else {
            return miss == .absent ? .neverBuilt : .resultMissing(miss)
        }
        let now = readable.readings(of: last.readNames).map(fingerprint.reading) ?? fingerprint
        let changes = RebuildReason.changes(from: last, to: now)
        return changes.isEmpty ? .resultMissing(miss) : .changed(changes)
    }
}

extension ActionResult.Output {
    /// For who may run what lies there.
    fileprivate var nameWithMode: String { (isFolder ? "folder " : isExecutable ? "executable " : "") + name }
}

extension Fingerprint {
    func reading(_ readings: Readings) -> Fingerprint { reading(readings.files.map { ($0.path, $0.digest) }) }
}
