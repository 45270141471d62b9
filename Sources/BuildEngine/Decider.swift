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
    /// What others see of it, and through it; nil where there is nothing to see.
    var sight: ModuleSight?
    var module: SeenModule?
}

/// An action that the cache has no result for.
struct Undecided: Sendable {
    /// Of what is declared.
    var fingerprint: Fingerprint
    var declared: ActionKey
    /// A result of it may be found by the used parts of interfaces.
    var mayUseParts: Bool
    /// It may import hidden declarations of other modules.
    var seesHidden: Bool
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
    let usedKeys: UsedKeys
    /// Where tools put temporary files.
    let temporaryFolder: String
    let precision: ModulePrecision

    func decide(_ action: Action, needs: [ActionID: Decided]) -> Verdict {
        let inputs: DeclaredInputs
        do {
            inputs = try declaredInputs(action, needs, sharesLooks: true)
        } catch {
            return .failed(.unreadable(path: error.path.string, code: error.code))
        }
        let fingerprint = inputs.fingerprint, declared = fingerprint.key
        if let declaration = action.declaration {
            // What dependents see of it is what it declares.
            let result = ActionResult(outputs: [], interface: declared.digest)
            let outline = fingerprint.outline(of: declaration)
            return .decided(decided(action, declared, result, .inputs, needs, outline: outline))
        }

        let mayUseParts = precision == .usedParts && !inputs.readsBytes
        if let known = remembered(action, declared, needs, alsoByUse: mayUseParts) { return .decided(known) }
        switch found(action, fingerprint, declared, needs) {
        case .success(let known): return .decided(known)
        case .failure(let miss):
            if mayUseParts, let known = foundByUse(action, fingerprint, declared, needs) { return .decided(known) }
            return .undecided(
                Undecided(
                    fingerprint: fingerprint, declared: declared, mayUseParts: mayUseParts,
                    seesHidden: inputs.seesHidden, reason: reason(for: action, fingerprint, miss)))
        }
    }

    /// That of its used parts; nil where all that it sees counts, or a file cannot be read.
    func usedFingerprint(of action: Action, needs: [ActionID: Decided]) -> Fingerprint? {
        guard precision == .usedParts, let inputs = try? declaredInputs(action, needs), !inputs.readsBytes else {
            return nil
        }
        return usedKeys.fingerprint(of: action, inputs.fingerprint, needs: needs)
    }

    /// `needs`: all that the action depends on. `outline`: of a C target's declaration.
    func decided(
        _ action: Action, _ key: ActionKey, _ result: ActionResult, _ source: Decided.Source,
        _ needs: [ActionID: Decided], outline: ContentDigest? = nil
    ) -> Decided {
        Decided(
            key: key, result: result, source: source,
            sight: ModuleSight.nodes(of: action, result) { needs[$0]?.sight }?.sight,
            module: SeenModule(action, result, outline: outline) { needs[$0]?.module })
    }

    /// What this workspace's last decision says, where it is the same one. `alsoByUse`: after a change of an interface
    /// that its dependents do not use, all of them would find out again in each build what they use of it.
    private func remembered(
        _ action: Action, _ declared: ActionKey, _ needs: [ActionID: Decided], alsoByUse: Bool = false
    ) -> Decided? {
        guard let entry = memory.entry(for: action.id),
            entry.declared == declared || alsoByUse && entry.first == declared
        else { return nil }
        let key = readable.readings(of: entry.names).map(entry.declared.reading)
        guard let key, key == entry.key, fits(entry.result, action) else { return nil }
        return decided(action, key, entry.result, .memory, needs)
    }

    /// What the cache says.
    private func found(
        _ action: Action, _ fingerprint: Fingerprint, _ declared: ActionKey, _ needs: [ActionID: Decided]
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
                if place.tier != .local {
                    _ = try? cache.publishInputNames(names, for: declared.digest, reach: .local)
                }
                memory.record(.init(declared: declared, names: names, key: key, result: result), for: action.id)
                fingerprints.record(
                    fingerprint.reading(readings), ModuleSight.nodes(of: action, result) { needs[$0]?.sight },
                    for: action.id)
                return .success(decided(action, key, result, .cache(found), needs))
            case .success: miss = .malformed(path: key.description, "its outputs are not this action's")
            case .failure(let reason): if reason != .absent { miss = reason }
            }
        }
        return .failure(miss)
    }

    /// The key for all that an action sees, of a result that was found by what it uses: each fresh clone would find out
    /// again, for all dependents of a module that changed, what they use of it.
    static func keptByUse(_ declared: ActionKey) -> ActionKey {
        var builder = DigestBuilder()
        builder.append("kept by what is used")
        builder.append(UsedInterface.format)
        builder.append(declared.digest)
        return ActionKey(digest: builder.finish())
    }

    /// What is known of what the action uses.
    private func foundByUse(
        _ action: Action, _ fingerprint: Fingerprint, _ declared: ActionKey, _ needs: [ActionID: Decided]
    ) -> Decided? {
        let kept = Decider.keptByUse(declared)
        if let known = found(action, fingerprint, byUse: kept, needs) { return known }
        guard let used = usedKeys.fingerprint(of: action, fingerprint, needs: needs)?.key else { return nil }
        if let known = remembered(action, used, needs) {
            memory.note(first: declared, for: action.id)
            return known
        }
        return found(action, fingerprint, byUse: used, needs, keeping: kept)
    }

    /// What the cache holds under a key of what the action uses. `kept`: under which it is found at once from now on.
    private func found(
        _ action: Action, _ fingerprint: Fingerprint, byUse used: ActionKey, _ needs: [ActionID: Decided],
        keeping kept: ActionKey? = nil
    ) -> Decided? {
        for place in cache.places {
            guard case .success(let names) = cache.inputNames(for: used.digest, in: place),
                let readings = readable.readings(of: names),
                case .success(let (result, tier)) = cache.result(for: used.reading(readings).digest),
                fits(result, action)
            else { continue }
            // Under the first key it is not kept: that one says more than what was compared.
            let key = used.reading(readings)
            let last = memory.entry(for: action.id).flatMap { $0.result.outputs == result.outputs ? $0 : nil }
            memory.record(
                .init(
                    declared: used, names: names, key: key, result: result, first: fingerprint.key,
                    origin: last.flatMap { $0.first == nil ? $0.key : $0.origin }), for: action.id)
            fingerprints.record(
                fingerprint.reading(readings), ModuleSight.nodes(of: action, result) { needs[$0]?.sight },
                for: action.id)
            if let kept { keep(result, names, readings, under: kept, reach: tier == .local ? .local : .everywhere) }
            return decided(action, key, result, .cache(tier), needs)
        }
        return nil
    }

    private func keep(
        _ result: ActionResult, _ names: [String], _ readings: Readings, under kept: ActionKey,
        reach: TieredCache.Reach
    ) {
        // Under names that others read too it would not be found.
        guard (try? cache.publishInputNames(names, for: kept.digest, reach: reach)) == names else { return }
        try? cache.publish(result, for: kept.reading(readings).digest, reach: reach)
    }

    /// A result that may hold the workspace's path is kept for this workspace alone.
    private var place: String? {
        let places = [readable.absolute(".").string, temporaryFolder]
        return places.contains { $0.contains("=") } ? places.joined(separator: "\n") : nil
    }

    /// What the action came to the last time, whatever its inputs were.
    func lastResult(of action: Action, needs: [ActionID: Decided]) -> Decided? {
        guard let last = memory.entry(for: action.id), fits(last.result, action) else { return nil }
        return decided(action, last.key, last.result, .memory, needs)
    }

    func fingerprint(of action: Action, needs: [ActionID: Decided]) throws(FileError) -> Fingerprint {
        try declaredInputs(action, needs).fingerprint
    }

    private struct DeclaredInputs {
        var fingerprint: Fingerprint
        /// Of the modules that it sees all bytes count.
        var readsBytes: Bool
        var seesHidden: Bool
    }

    /// `sharesLooks`: with the other actions of its target. False looks at each source now.
    private func declaredInputs(
        _ action: Action, _ needs: [ActionID: Decided], sharesLooks: Bool = false
    ) throws(FileError) -> DeclaredInputs {
        var content = DigestBuilder()
        var looked: ArraySlice<ContentDigest> = []
        if sharesLooks, action.compilesSwift {
            looked = try readable.digests(ofSources: action.sources, of: action.subject)[...]
        }
        // A fingerprint holds sources before interfaces.
        lazy var seesHidden =
            action.importsHidden
            || action.compilesSwift
                && (hiddenImports.isIn(action.sources.map(readable.absolute), content: content.finish())
                    || madeSourcesSeeHidden(of: action, needs))
        lazy var readsBytes =
            action.readsWholeModules || action.compilesSwift && (precision == .bytes || seesHidden)
        let fingerprint = try action.fingerprint(
            KeyIngredients(
                toolchain: { toolchain.identity(linking: $0) },
                source: { path throws(FileError) in
                    // A fingerprint asks for sources in their order.
                    let known = looked.popFirst()
                    let digest = if let known { known } else { try readable.digest(path) }
                    if action.compilesSwift { content.append(digest) }
                    return digest
                },
                isExecutable: readable.isExecutable, mention: readable.file, linker: linkers.digest,
                cxxHeaders: toolchain.headers.cxxIdentity, place: place,
                root: readable.absolute(".").string,
                interface: { id in
                    let sight = needs[id]?.sight ?? .none
                    return readsBytes ? sight.bytes : sight.interfaces
                },
                // A plugin's command may run what another one makes.
                outputs: { id in
                    (needs[id]?.result.outputs ?? []).map { output in
                        (action.isCommand ? output.nameWithMode : output.name, output.digest)
                    }
                }))
        return DeclaredInputs(fingerprint: fingerprint, readsBytes: readsBytes, seesHidden: seesHidden)
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
        let changes = SightChanges(memory: fingerprints).resolved(RebuildReason.changes(from: last, to: now))
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
