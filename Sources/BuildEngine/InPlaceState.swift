import ArtifactCache
import BuildPlanning
import Digests
import Disk
import SwiftText

/// What the last successful compile of a target left in its folder: the content of every file of it and of what it was
/// made from.
///
/// The compiler's own record of an incremental compile goes by modification times: with a source's time set back it
/// keeps the old object, with or without `-enable-incremental-file-hashing` (Swift 6.3.1). So the decision which
/// sources are new is made here, by content, and the objects of those are removed: a source without its object is
/// always compiled, and what depends on it after it.
///
/// Of an import that one source gains or loses, that record knows nothing: other sources keep their objects although
/// they use members of the imported module, or would not compile (Swift 6.3.1). So such an edit compiles all sources.
struct InPlaceState: Sendable {
    /// Everything in the action's key but the content of its own sources.
    var base: ContentDigest
    var sources: [String: ContentDigest]
    /// Of each source, what says which modules it imports.
    var imports: [String: ContentDigest]
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
        let edited = sources.filter { state.sources[$0.key] != $0.value }
        guard edited.allSatisfy({ imports(of: $0.key, $0.value) == state.imports[$0.key] }) else { return nil }
        let changed = Set(edited.keys.compactMap { inPlace.objects[$0] })
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

    /// What each source imports; nil where one holds something else by now. `known`: of an earlier compile.
    func imports(of sources: [String: ContentDigest], known: InPlaceState?) -> [String: ContentDigest]? {
        var found: [String: ContentDigest] = [:]
        for (path, content) in sources {
            let last = known?.sources[path] == content ? known?.imports[path] : nil
            guard let imports = last ?? imports(of: path, content) else { return nil }
            found[path] = imports
        }
        return found
    }

    private func imports(of path: String, _ content: ContentDigest) -> ContentDigest? {
        guard let bytes = try? files.read(readable.absolute(path)), ContentDigest(of: bytes) == content else {
            return nil
        }
        return ContentDigest(of: ImportedNames.text(of: bytes))
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
        writer.write(state.imports)
        writer.write(state.files)
        writer.write(state.readings.files) {
            $0.write($1.path)
            $0.write($1.digest)
        }
        writer.write(state.diagnostics)
        try? files.write(writer.sealed(), to: recordPath(of: action))
    }

    private static let format = 3

    private func read(_ action: Action) -> InPlaceState? {
        (try? files.read(recordPath(of: action))).flatMap { try? InPlaceStates.decode($0) }
    }

    private static func decode(_ bytes: [UInt8]) throws(MalformedRecord) -> InPlaceState {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.number() == format else { throw MalformedRecord() }
        let base = try reader.digest(), sources = try reader.digests(), imports = try reader.digests()
        let files = try reader.digests()
        let readings = try reader.list { (reader) throws(MalformedRecord) in
            Readings.File(path: try reader.text(), digest: try reader.optionalDigest())
        }
        let diagnostics = try reader.text()
        try reader.finish()
        return InPlaceState(
            base: base, sources: sources, imports: imports, readings: Readings(files: readings), files: files,
            diagnostics: diagnostics)
    }

    private func recordPath(of action: Action) -> AbsolutePath {
        // Beside the compiler's own state, which every in-place action has.
        readable.absolute(action.inPlace?.state.first ?? action.id.name).parent / "in-place"
    }
}
