import BuildPlanning
import Digests
import Disk
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
        let actions = build.plan.graph.order.map { build.plan.graph[$0] }.filter { $0.kind == .index }
        let found = build.making(actions.map(\.id)).inspect()
        var restored: [TargetID] = []
        for action in actions where !cancellation.isRequested {
            guard case .target(let target) = action.subject, let data = found[action.id]?.result?.outputs.first,
                !index.holds(data.digest, of: target),
                let bytes = try? cache.read(data.digest, atMost: FileTree.largestEncoded),
                let content = IndexData(bytes, of: edited.files(of: target).compactMap(\.object))
            else { continue }
            let written = try index.write(content, data.digest, of: target) {
                action.sources.allSatisfy { source in
                    files.status(root / source).map { max($0.changed, $0.modified) < moment } ?? false
                }
            }
            if written { restored.append(target) }
        }
        return restored
    }
}

/// The index data of one target as the cache holds it: units, which name sources, and records of what they hold.
struct IndexData: Sendable {
    /// Relative to the store.
    private(set) var units: [(path: String, content: [UInt8])] = []
    private(set) var records: [(path: String, content: [UInt8])] = []

    /// `objects`: of the target. Nil where `bytes` are anything but a compiler's units and records of these: anyone may
    /// have written them.
    init?(_ bytes: [UInt8], of objects: [String]) {
        guard let tree = try? FileTree(decoding: bytes) else { return nil }
        var open = Dictionary(grouping: objects.map(BuildLayout.indexUnit(ofObject:)), by: IndexData.lastName)
        for entry in tree.entries {
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

    /// Which data of the target was written last. It says nothing of another store.
    private func note(of target: TargetID) -> AbsolutePath { store / "mono" / BuildLayout.fileName(of: target) }

    func holds(_ digest: ContentDigest, of target: TargetID) -> Bool {
        (try? files.read(note(of: target), atMost: 200)) == Array(digest.description.utf8)
    }

    /// False where nothing is left of it: the root's path is too long for units, or `isStill` denies that sources are
    /// still those that the data is of. Then a unit would be newer than a source that it does not describe.
    func write(
        _ data: IndexData, _ digest: ContentDigest, of target: TargetID, isStill: () -> Bool
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
        for unit in units {
            try files.makeFolder(unit.path.parent)
            try files.write(unit.content, to: unit.path)
        }
        guard isStill() else {
            for unit in units { try files.remove(unit.path) }
            return false
        }
        try files.makeFolder(note(of: target).parent)
        try files.write(Array(digest.description.utf8), to: note(of: target))
        return true
    }
}
