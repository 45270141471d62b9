import ArtifactCache
import BuildPlanning
import Digests
import Disk

/// What the last successful compile of a target left in its folder: the content of every file of it and of what it was made from.
///
/// The compiler's own record of an incremental compile goes by modification times: with a source's time set back it keeps the old
/// object, with or without `-enable-incremental-file-hashing` (Swift 6.3.1). So the decision which sources are new is made here, by content,
/// and the objects of those are removed: a source without its object is always compiled, and what depends on it after it.
struct InPlaceState: Sendable {
    /// Everything in the action's key but the content of its own sources.
    var base: ContentDigest
    var sources: [String: ContentDigest]
    var readings: Readings
    /// Outputs and the compiler's state, by path.
    var files: [String: ContentDigest]
    /// What the compiler said, source by source in one text.
    var diagnostics: String

    static func base(of fingerprint: Fingerprint) -> ContentDigest { fingerprint.withoutSources.key.digest }
}

/// Reads, checks and writes the in-place states of a workspace's targets.
struct InPlaceStates: Sendable {
    let files: any FileSystem
    let digests: FileDigests
    let cache: TieredCache
    let readable: ReadableFiles

    /// Makes the folder what it was after the last compile, without the objects of changed sources. Nil where the next compile must be a
    /// clean one: nothing known, or more changed than the target's own sources.
    func prepare(_ action: Action, _ fingerprint: Fingerprint, sources: [String: ContentDigest]) -> InPlaceState? {
        guard let inPlace = action.inPlace, let state = read(action), state.base == InPlaceState.base(of: fingerprint),
            Set(state.sources.keys) == Set(sources.keys),
            readable.readings(of: state.readings.files.map(\.path)) == state.readings
        else { return nil }
        let changed = Set(sources.filter { state.sources[$0.key] != $0.value }.keys.compactMap { inPlace.objects[$0] })
        for (path, digest) in state.files where !changed.contains(path) {
            let place = readable.absolute(path)
            if let found = try? digests.digest(place), found == digest { continue }
            // A failed or interrupted compile, or a link of an older state, left something else there.
            do { try cache.materialise(digest, at: place, isExecutable: false) } catch { return nil }
            digests.record(place, digest)
        }
        for object in changed {
            do { try files.remove(readable.absolute(object)) } catch { return nil }
        }
        return state
    }

    /// Makes the next compile a clean one, and leaves the outputs where they are.
    func forget(_ action: Action) { try? files.remove(recordPath(of: action)) }

    /// Removes everything that an earlier compile left.
    func clear(_ action: Action) throws(FileError) {
        try files.remove(recordPath(of: action))
        for path in action.outputs.map(\.path) + (action.inPlace?.state ?? []) + action.dependencyFiles {
            try files.remove(readable.absolute(path))
        }
    }

    func write(_ state: InPlaceState, for action: Action) {
        var writer = ByteWriter()
        writer.write("in-place 1")
        writer.write(state.base)
        for table in [state.sources, state.files] {
            writer.write(table.count)
            for (path, digest) in table.sorted(by: { $0.key < $1.key }) {
                writer.write(path)
                writer.write(digest)
            }
        }
        writer.write(state.readings.files.count)
        for file in state.readings.files {
            writer.write(file.path)
            writer.write(file.digest)
        }
        writer.write(state.diagnostics)
        try? files.write(writer.sealed(), to: recordPath(of: action))
    }

    private func read(_ action: Action) -> InPlaceState? {
        guard let bytes = try? files.read(recordPath(of: action)), var reader = ByteReader(sealed: bytes),
            reader.text() == "in-place 1", let base = reader.digest() ?? nil
        else { return nil }
        var tables: [[String: ContentDigest]] = []
        for _ in 0..<2 {
            guard let count = reader.count() else { return nil }
            var table: [String: ContentDigest] = [:]
            for _ in 0..<count {
                guard let path = reader.text(), let digest = reader.digest() ?? nil else { return nil }
                table[path] = digest
            }
            tables.append(table)
        }
        guard let count = reader.count() else { return nil }
        var readings: [Readings.File] = []
        for _ in 0..<count {
            guard let path = reader.text(), let digest = reader.digest() else { return nil }
            readings.append(Readings.File(path: path, digest: digest))
        }
        guard let diagnostics = reader.text() else { return nil }
        return InPlaceState(
            base: base, sources: tables[0], readings: Readings(files: readings), files: tables[1], diagnostics: diagnostics)
    }

    private func recordPath(of action: Action) -> AbsolutePath {
        // Beside the compiler's own state, which every in-place action has.
        readable.absolute(action.inPlace?.state.first ?? action.id.name).parent / "in-place"
    }
}
