import BuildPlanning
import Digests
import Disk
import InterfaceDigests
import Synchronization

/// Which targets' sources import hidden declarations of other modules, remembered by the sources' content: sources that were looked at
/// before are not read again.
final class HiddenImports: Sendable {
    private struct State: Sendable {
        var known: [ContentDigest: Bool] = [:]
        /// Those that this build asked for: the rest is forgotten.
        var used: Set<ContentDigest> = []
        var isDirty = false
    }

    private let files: any FileSystem
    private let path: AbsolutePath
    private let state: Mutex<State>

    init(files: any FileSystem, path: AbsolutePath) {
        (self.files, self.path) = (files, path)
        state = Mutex(State(known: (try? files.read(path)).flatMap(HiddenImports.decode) ?? [:]))
    }

    /// `content`: the digest of all `sources`' digests.
    func isIn(_ sources: @autoclosure () -> [AbsolutePath], content: ContentDigest) -> Bool {
        let known = state.withLock { state in
            state.used.insert(content)
            return state.known[content]
        }
        if let known { return known }
        // One that cannot be read is told of by the compiler.
        let found = sources().contains { (try? files.read($0)).map(SourceFacts.seesHidden) ?? true }
        state.withLock { state in
            state.known[content] = found
            state.isDirty = true
        }
        return found
    }

    /// Writes what is new. Failing to is no error: the next build reads the sources.
    func save() {
        let known = state.withLock { state -> [ContentDigest: Bool]? in
            guard state.isDirty else { return nil }
            state.isDirty = false
            return state.known.filter { state.used.contains($0.key) }
        }
        guard let known else { return }
        var writer = ByteWriter()
        writer.write(HiddenImports.format)
        writer.write(known.count)
        for (digest, found) in known.sorted(by: { $0.key.hex < $1.key.hex }) {
            writer.write(digest)
            writer.write(found ? 1 : 0)
        }
        try? files.write(writer.sealed(), to: path)
    }

    /// Raised too when sources are looked at with other eyes (`SourceFacts.seesHidden`).
    private static let format = 4

    private static func decode(_ bytes: [UInt8]) -> [ContentDigest: Bool]? {
        guard var reader = ByteReader(sealed: bytes), reader.number() == format, let count = reader.count() else { return nil }
        var known: [ContentDigest: Bool] = [:]
        for _ in 0..<count {
            guard let digest = reader.digest() ?? nil, let found = reader.number() else { return nil }
            known[digest] = found == 1
        }
        return known
    }
}
