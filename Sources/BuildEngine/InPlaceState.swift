import ArtifactCache
import BuildPlanning
import Digests
import Disk

/// What the last successful compile of a target left in its folder: the content of every file of it and of what it was
/// made from.
///
/// The compiler's own record of an incremental compile goes by modification times: with a source's time set back it
/// keeps the old object, with or without `-enable-incremental-file-hashing` (Swift 6.3.1). So the decision which
/// sources are new is made here, by content, and the objects of those are removed: a source without its object is
/// always compiled, and what depends on it after it.
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

    /// Makes the folder what it was after the last compile, without the objects of changed sources. Nil where the next
    /// compile must be a clean one: nothing known, or more changed than the target's own sources.
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
        var writer = RecordWriter()
        writer.write(InPlaceStates.format)
        writer.write(state.base)
        writer.write(state.sources)
        writer.write(state.files)
        writer.write(state.readings.files) {
            $0.write($1.path)
            $0.write($1.digest)
        }
        writer.write(state.diagnostics)
        try? files.write(writer.sealed(), to: recordPath(of: action))
    }

    private static let format = 2

    private func read(_ action: Action) -> InPlaceState? {
        (try? files.read(recordPath(of: action))).flatMap { try? InPlaceStates.decode($0) }
    }

    private static func decode(_ bytes: [UInt8]) throws(MalformedRecord) -> InPlaceState {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.number() == format else { throw MalformedRecord() }
        let base = try reader.digest(), sources = try reader.digests(), files = try reader.digests()
        let readings = try reader.list { (reader) throws(MalformedRecord) in
            Readings.File(path: try reader.text(), digest: try reader.optionalDigest())
        }
        let diagnostics = try reader.text()
        try reader.finish()
        return InPlaceState(
            base: base, sources: sources, readings: Readings(files: readings), files: files, diagnostics: diagnostics)
    }

    private func recordPath(of action: Action) -> AbsolutePath {
        // Beside the compiler's own state, which every in-place action has.
        readable.absolute(action.inPlace?.state.first ?? action.id.name).parent / "in-place"
    }
}
