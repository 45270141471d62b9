import ArtifactCache
import BuildPlanning
import Digests
import Disk

/// What must be so before an action runs.
extension ActionRunner {
    /// What an action will build upon: decided just before it runs, because it says how long it will take.
    struct Preparation: Sendable {
        var state: InPlaceState?
        var sources: [String: ContentDigest]
        /// Set where a few sources are compiled, and all else is that of an earlier result.
        var part: PartOfCompile?
        /// The compiler is to leave its state behind: somebody edits this target here. Most targets are compiled for
        /// others alone.
        var keepsState = false
        /// The compiler is to say what it looks up.
        var isObserved = false
        /// The tool leaves files behind beside its outputs.
        var leavesState: Bool { keepsState || isObserved }
        var isIncremental: Bool { state != nil || part != nil }
        /// It rests on the compiler's own account of what an edit reaches: the result stays on this machine.
        var isLocal: Bool { part?.basis.table.isLocal ?? (state != nil) }
    }

    enum Obstruction: Error {
        case lost(LostBlob)
        case failure(ActionFailure)
    }

    /// Puts everything in place that the action reads, and clears what it writes.
    func prepare(_ action: Action, _ undecided: Undecided, needs: [ActionID: Need]) throws(Obstruction) -> Preparation {
        if let path = outputElsewhere(of: action) { throw .failure(.outputElsewhere(path)) }
        do throws(PlacementError) {
            try placeInputs(of: action, needs)
            let sources = undecided.fingerprint.sources
            readable.lookAhead(at: action.searchable, for: action.subject)
            if let part = part(of: action, undecided, needs: needs) {
                return Preparation(sources: sources, part: part)
            }
            let state = states.prepare(action, undecided.fingerprint, sources: sources)
            try makeRoom(for: action, keepingState: state != nil)
            return Preparation(
                state: state, sources: sources, keepsState: state != nil || isEditedHere(action, undecided.fingerprint),
                isObserved: usedResults != nil && undecided.mayUseParts)
        } catch {
            switch error {
            case .lost(let blob): throw .lost(blob)
            case .file(let error): throw .failure(.unwritable(path: error.path.string, code: error.code))
            }
        }
    }

    /// Puts everything in place that the action reads, for an editor, which does what the action does.
    ///
    /// The editor reads copies of modules. A compile removes the module that it writes, and makes none where sources
    /// have errors: an editor that reads the same file knows nothing of the module's names meanwhile, and says so of
    /// every file that imports it. So does one that loses the modules which need that module, and were not made either.
    ///
    /// `seen`: what makes the modules that the action may import; those that are not among `needs` were not made.
    func layOut(_ action: Action, needs: [ActionID: Need], seen: [Action]) throws(Obstruction) {
        do throws(PlacementError) {
            try placeGenerated(of: action, needs)
            try place(action.inputs(of: needs).filter { $0.output.name != $0.need.action.moduleOutput })
            var modules: [String] = []
            for maker in seen {
                guard let module = maker.moduleOutput else { continue }
                let names = [module, maker.documentationOutput]
                for output in maker.outputs where names.contains(output.name) {
                    let path = BuildLayout.editorFile(for: output.path)
                    if let need = needs[maker.id] {
                        try makeFolder(of: path)
                        try place(output, of: need, at: path)
                    } else if !files.isFile(readable.absolute(path)) {
                        continue
                    }
                    if output.name == module { modules.append(path) }
                }
            }
            guard case .map(let path) = action.moduleSearch else { return }
            var map = SwiftModuleMap(modules: modules.map { (root / $0).string })
            map.namesDocumentation = true
            let file = BuildLayout.editorFile(for: path)
            try makeFolder(of: file)
            try write(.init(path: file, content: map.json))
        } catch {
            switch error {
            case .lost(let blob): throw .lost(blob)
            case .file(let error): throw .failure(.unwritable(path: error.path.string, code: error.code))
            }
        }
    }

    /// Puts everything in place that the action reads, for somebody who runs its command line by hand. `known`: what
    /// the cache has of its outputs, which are then restored too.
    ///
    /// A compiler's incremental state goes: it says nothing of modules that others made meanwhile.
    func restore(_ action: Action, needs: [ActionID: Need], known: Decided?) throws(Obstruction) {
        if let path = outputElsewhere(of: action) { throw .failure(.outputElsewhere(path)) }
        do throws(PlacementError) {
            try placeInputs(of: action, needs)
            if action.hasCommandLine { try makeRoom(for: action, keepingState: false) }
            guard let known else { return }
            let made = Need(action: action, decided: known)
            for output in action.outputs {
                do throws(PlacementError) {
                    try place(output, of: made)
                } catch {
                    // What the cache lost the command makes again.
                    guard case .lost = error else { throw error }
                }
            }
        } catch {
            switch error {
            case .lost(let blob): throw .lost(blob)
            case .file(let error): throw .failure(.unwritable(path: error.path.string, code: error.code))
            }
        }
    }

    private func makeFolder(of path: String) throws(PlacementError) {
        do throws(FileError) { try files.makeFolder(readable.absolute(path).parent) } catch { throw .file(error) }
    }

    /// True where the action's own sources changed since this workspace decided it last.
    private func isEditedHere(_ action: Action, _ fingerprint: Fingerprint) -> Bool {
        guard action.inPlace != nil, let last = fingerprints.last(for: action.id) else { return false }
        return last.sources != fingerprint.sources
    }

    private enum PlacementError: Error {
        case lost(LostBlob)
        case file(FileError)
    }

    private func placeInputs(of action: Action, _ needs: [ActionID: Need]) throws(PlacementError) {
        try placeGenerated(of: action, needs)
        if let map = action.moduleMap(among: needs, root: root) { try write(map) }
        try place(action.inputs(of: needs))
    }

    private func placeGenerated(of action: Action, _ needs: [ActionID: Need]) throws(PlacementError) {
        for file in action.generated { try write(file) }
        for id in action.modules(among: needs) {
            guard let need = needs[id] else { continue }
            for file in need.action.generated where need.action.isDeclaration { try write(file) }
        }
    }

    private func place(_ inputs: [(output: Action.Output, need: Need)]) throws(PlacementError) {
        guard cache.isFar, inputs.count > 1 else {
            for input in inputs { try place(input.output, of: input.need) }
            return
        }
        let failures = cache.mapWaiting(inputs) { input -> PlacementError? in
            do throws(PlacementError) {
                try place(input.output, of: input.need)
                return nil
            } catch {
                return error
            }
        }
        if let failure = failures.compactMap(\.self).first { throw failure }
    }

    /// Clears what the action writes, but for what it builds upon.
    private func makeRoom(for action: Action, keepingState: Bool) throws(PlacementError) {
        do {
            if !keepingState {
                if action.inPlace != nil {
                    try states.clear(action)
                } else {
                    for path in action.written { try files.remove(readable.absolute(path)) }
                }
            }
            for path in action.written + (action.inPlace?.state ?? []) {
                try files.makeFolder(readable.absolute(path).parent)
            }
        } catch { throw .file(error) }
    }

    private func write(_ file: Action.GeneratedFile) throws(PlacementError) {
        do {
            try files.writeIfChanged(Array(file.content(in: root).utf8), to: readable.absolute(file.path))
        } catch { throw .file(error) }
    }

    /// Makes the file hold what was decided, where it does not. `place`: where a copy is wanted, relative to the root.
    private func place(_ output: Action.Output, of need: Need, at place: String? = nil) throws(PlacementError) {
        guard let known = need.decided.result.outputs.first(where: { $0.name == output.name }) else { return }
        let path = readable.absolute(place ?? output.path)
        if known.isFolder {
            if let content = try? FileTree.encoded(path, files: files), ContentDigest(of: content) == known.digest {
                return
            }
        } else if let found = try? digests.digest(path), found == known.digest {
            guard need.action.isCommand, files.status(path)?.isExecutable != known.isExecutable else { return }
            do {
                return try files.setPermissions(path, to: known.isExecutable ? 0o755 : 0o644)
            } catch { throw .file(error) }
        }
        do {
            try cache.materialise(known, at: path)
        } catch {
            switch error {
            case .miss: throw .lost(LostBlob(owner: need.action.id, key: need.decided.key))
            case .file(let error): throw .file(error)
            }
        }
        if !known.isFolder { digests.record(path, known.digest) }
    }

    /// What a plugin's command is to write behind a link that leads out of mono's folder, which the plugin or a command
    /// left on the way: a file of the user's, as far as anybody knows, and outputs are removed before they are made.
    private func outputElsewhere(of action: Action) -> String? {
        guard action.isCommand else { return nil }
        return action.written.first {
            files.isBehindLink(readable.absolute($0), outOf: readable.absolute(BuildLayout.folder))
        }
    }
}

extension Action {
    /// Those of `needs` whose modules it may import: of its direct dependencies, and what is seen through these.
    func modules(among needs: [ActionID: ActionRunner.Need]) -> [ActionID] {
        var found: [ActionID] = [], known: Set<ActionID> = []
        var open = interfaces[...]
        while let id = open.popFirst() {
            guard known.insert(id).inserted, let need = needs[id] else { continue }
            found.append(id)
            open += need.action.seen
        }
        return found
    }

    /// Where the modules lie that it may import, relative to the root.
    func modulePaths(among needs: [ActionID: ActionRunner.Need]) -> [String] {
        modules(among: needs).compactMap { needs[$0]?.action.modulePath }
    }

    /// The table of these modules that its tool reads; nil where it reads none. `root`: where it runs.
    func moduleMap(among needs: [ActionID: ActionRunner.Need], root: AbsolutePath) -> GeneratedFile? {
        guard case .map(let path) = moduleSearch else { return nil }
        let modules = modulePaths(among: needs).map { AbsolutePath($0, in: root).string }
        return GeneratedFile(path: path, content: SwiftModuleMap(modules: modules).json)
    }

    /// What of others' outputs must be in place when it runs.
    func inputs(of needs: [ActionID: ActionRunner.Need]) -> [(output: Output, need: ActionRunner.Need)] {
        var inputs: [(output: Output, need: ActionRunner.Need)] = []
        func add(_ id: ActionID, where isRead: (ActionRunner.Need, Output) -> Bool) {
            guard let need = needs[id] else { return }
            for output in need.action.outputs where isRead(need, output) { inputs.append((output, need)) }
        }
        // Of an action that writes module and objects at once, compiles read the module alone.
        for id in modules(among: needs) { add(id) { $1.name == $0.action.moduleOutput } }
        for id in consumed { add(id) { _, _ in true } }
        for part in parts { add(part.action) { $1.name == part.output } }
        return inputs
    }
}
