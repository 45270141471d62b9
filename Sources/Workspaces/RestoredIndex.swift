import BuildPlanning
import Digests
import Disk
import Parallelism
import Subprocesses
import Targets
import Toolchains

extension OpenWorkspace {
    /// Puts the index data into the editor's index that the cache holds of targets as they are now; runs nothing.
    /// Targets of which the cache holds none are left to the editor. Returns the targets whose data came.
    ///
    /// Ends early where `cancellation` is requested. Throws what `plan` throws, and `FileError`.
    @discardableResult
    public func restoreIndex(of edited: EditedWorkspace, cancellation: Cancellation) throws -> [TargetID] {
        let index = RestoredIndex(root: root, files: files)
        var request = edited.request
        request.goal = .compiles(of: Set(edited.graph.order))
        request.writesIndex = true
        // Before a source is looked at: an editor takes a unit for up to date that is newer than its source.
        let moment = files.now
        let build = try PlannedBuild(self, edited.settings, ActionPlanner(graph: edited.graph, request: request))
        let actions = build.plan.graph.order.map { build.plan.graph[$0] }.filter(\.writesIndex)
        let found = build.making(actions.map(\.id)).inspect()
        let indexed = Dictionary(uniqueKeysWithValues: edited.graph.order.map { ($0, edited.files(of: $0)) })
        let restored = try parallelMap(actions) { action throws(FileError) -> TargetID? in
            guard !cancellation.isRequested, case .target(let target) = action.subject,
                let inspected = found[action.id], let data = inspected.result?.outputs.first,
                !index.holds(data.digest, of: action.id),
                let bytes = try? cache.read(data.digest, atMost: FileTree.largestEncoded),
                let content = IndexData(bytes, of: RestoredIndex.objects(of: action, among: indexed[target] ?? []))
            else { return nil }
            let isWritten = try index.write(content, data.digest, of: action.id) {
                index.isStill(action, inspected.fingerprint, since: moment)
            }
            return isWritten ? target : nil
        }
        return Set(restored.compactMap { $0 }).sorted()
    }
}

/// The index data of one action as the cache holds it: units, which name sources, and records of what they hold.
struct IndexData: Sendable {
    /// Relative to the store.
    private(set) var units: [(path: String, content: [UInt8])] = []
    private(set) var records: [(path: String, content: [UInt8])] = []

    /// `objects`: of the action's sources. Nil where `bytes` are anything but a compiler's units and records of these:
    /// anyone may have written them.
    init?(_ bytes: [UInt8], of objects: [String]) {
        guard let tree = try? FileTree(decoding: bytes) else { return nil }
        var open = Dictionary(grouping: objects.map(BuildLayout.indexUnit(ofObject:)), by: IndexData.lastName)
        for entry in tree.entries {
            // A source that declares and names nothing has no record. Nothing is made of a folder.
            if entry.content == .emptyFolder { continue }
            guard case .file(let content, isExecutable: false) = entry.content else { return nil }
            let parts = entry.path.split(separator: "/")
            guard let version = parts.first, version.hasPrefix("v"), version.count <= 4,
                version.dropFirst().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
            else { return nil }
            switch (parts.count, parts.dropFirst().first) {
            case (3, "units"):
                // `FILE.o-HASH`, one for each object.
                guard let dash = parts[2].lastIndex(of: "-") else { return nil }
                let name = String(parts[2][..<dash]), names = open[name] ?? []
                guard let unit = names.firstIndex(where: { ByteSearch.contains(Array($0.utf8), in: content) }) else {
                    return nil
                }
                open[name]?.remove(at: unit)
                units.append((entry.path, content))
            case (4, "records"): records.append((entry.path, content))
            default: return nil
            }
        }
    }

    private static func lastName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}

/// The editor's index as far as it comes from the cache.
struct RestoredIndex: Sendable {
    let root: AbsolutePath
    let files: any FileSystem

    private var store: AbsolutePath { root / BuildLayout.indexStore }

    /// Which data of the action was written last. It says nothing of another store.
    private func note(of action: ActionID) -> AbsolutePath { store / "mono" / ContentDigest(of: action.name).hex }

    /// Those whose units the action writes, of its target's: of all sources in Swift, or of one in C.
    static func objects(of action: Action, among files: [EditedFile]) -> [String] {
        let sources = Set(action.sources)
        return files.filter { action.kind == .index || sources.contains($0.path) }.compactMap(\.object)
    }

    func holds(_ digest: ContentDigest, of action: ActionID) -> Bool {
        (try? files.read(note(of: action), atMost: 200)) == Array(digest.description.utf8)
    }

    /// True where all of the workspace that went into the action's result is as it was before `moment`.
    func isStill(_ action: Action, _ fingerprint: Fingerprint, since moment: Int64) -> Bool {
        func isOlder(_ path: String) -> Bool {
            files.status(root / path).map { max($0.changed, $0.modified) < moment } ?? false
        }
        return action.sources.allSatisfy(isOlder)
            && fingerprint.components.allSatisfy { component in
                // What lies elsewhere, an editor does not look at.
                guard case .read(let path) = component.name, !path.hasPrefix("/"), path != OpenRoot.mark else {
                    return true
                }
                return component.value == Fingerprint.absent ? files.status(root / path) == nil : isOlder(path)
            }
    }

    /// False where nothing is left of it: the root's path is too long for units, or `isStill` denies that sources are
    /// still those that the data is of. Then a unit would be newer than a source that it does not describe.
    func write(
        _ data: IndexData, _ digest: ContentDigest, of action: ActionID, isStill: () -> Bool
    ) throws(FileError) -> Bool {
        var units: [(path: AbsolutePath, content: [UInt8])] = []
        for unit in data.units {
            guard let placed = IndexedPlace.placed(unit.content, at: root) else { return false }
            units.append((store / unit.path, placed))
        }
        // Units last: who sees one reads its record.
        for record in data.records where !files.exists(store / record.path) {
            try files.makeFolder((store / record.path).parent)
            try files.write(record.content, to: store / record.path)
        }
        for folder in Set(units.map(\.path.parent)) { try files.makeFolder(folder) }
        for unit in units {
            try files.write(unit.content, to: unit.path)
        }
        guard isStill() else {
            for unit in units { try files.remove(unit.path) }
            return false
        }
        try files.makeFolder(note(of: action).parent)
        try files.write(Array(digest.description.utf8), to: note(of: action))
        return true
    }
}
