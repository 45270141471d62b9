import BuildEngine
import Digests
import Disk
import Synchronization
import Targets

/// What source files say, remembered by their content: a file that was looked at before is not read again.
public final class RuntimeFactsMemory: Sendable {
    private struct State: Sendable {
        var known: [ContentDigest: RuntimeFacts] = [:]
        var isLoaded = false
        var used: Set<ContentDigest> = []
        /// Many targets hold the same sources: one look at each is enough for a command.
        var seen: [AbsolutePath: RuntimeFacts] = [:]
        /// By the folders of their packages.
        var targets: [AbsolutePath: [TargetID: SourcesFacts]] = [:]
        var isDirty = false
    }

    private let files: any FileSystem
    /// Nil for a memory of this command alone.
    private let kept: (digests: FileDigests, path: AbsolutePath)?
    private let state: Mutex<State>

    /// `path`: where it is kept; losing it costs time alone.
    public init(files: any FileSystem, digests: FileDigests, path: AbsolutePath) {
        (self.files, kept) = (files, (digests, path))
        state = Mutex(State())
    }

    /// One that nothing is left of.
    public init(files: any FileSystem) {
        (self.files, kept) = (files, nil)
        state = Mutex(State())
    }

    /// Of all sources of a target, whose package lies in `folder`.
    public func facts(of target: Target, in folder: AbsolutePath) -> SourcesFacts {
        if let seen = state.withLock({ $0.targets[folder]?[target.id] }) { return seen }
        let found = SourcesFacts(of: target, in: folder, self)
        know(found, of: target, in: folder)
        return found
    }

    /// Takes it that the target's sources say this, whatever else is remembered.
    public func know(_ facts: SourcesFacts, of target: Target, in folder: AbsolutePath) {
        state.withLock { $0.targets[folder, default: [:]][target.id] = facts }
    }

    /// Of a file that cannot be read: it asks for everything. The build will say what is wrong with it.
    func facts(of source: AbsolutePath) -> RuntimeFacts {
        if let seen = state.withLock({ $0.seen[source] }) { return seen }
        let found = look(at: source)
        state.withLock { $0.seen[source] = found }
        return found
    }

    private func look(at source: AbsolutePath) -> RuntimeFacts {
        guard let (digests, path) = kept else { return (try? files.read(source)).map(RuntimeFacts.init) ?? RuntimeFactsMemory.unknown }
        guard let digest = try? digests.digest(source) else { return RuntimeFactsMemory.unknown }
        let known = state.withLock { state in
            if !state.isLoaded {
                // Not before the first look: nobody may ask.
                state.known = (try? files.read(path)).flatMap(RuntimeFactsMemory.decode) ?? [:]
                state.isLoaded = true
            }
            state.used.insert(digest)
            return state.known[digest]
        }
        if let known { return known }
        guard let text = try? files.read(source) else { return RuntimeFactsMemory.unknown }
        let facts = RuntimeFacts(text)
        state.withLock { state in
            state.known[digest] = facts
            state.isDirty = true
        }
        return facts
    }

    private static var unknown: RuntimeFacts {
        var facts = RuntimeFacts()
        (facts.asksForPlace, facts.asksForFolder, facts.stepsUp, facts.startsPrograms) = (true, true, .max / 2, true)
        return facts
    }

    /// Writes what is new. Failing to is no error: the next run reads the sources.
    public func save() {
        guard let path = kept?.path else { return }
        let known = state.withLock { state -> [ContentDigest: RuntimeFacts]? in
            guard state.isDirty else { return nil }
            state.isDirty = false
            // A run of few tests is no reason to forget the others.
            return state.known.count < 20_000 ? state.known : state.known.filter { state.used.contains($0.key) }
        }
        guard let known else { return }
        var writer = ByteWriter()
        writer.write(RuntimeFactsMemory.format)
        writer.write(known.count)
        for (digest, facts) in known.sorted(by: { $0.key < $1.key }) {
            writer.write(digest)
            writer.write((facts.asksForPlace ? 1 : 0) + (facts.startsPrograms ? 2 : 0) + (facts.asksForFolder ? 4 : 0))
            writer.write(facts.stepsUp)
            writer.write(facts.names.sorted().joined(separator: " "))
        }
        try? files.write(writer.sealed(), to: path)
    }

    /// Raised too when sources are looked at with other eyes.
    private static let format = 2

    private static func decode(_ bytes: [UInt8]) -> [ContentDigest: RuntimeFacts]? {
        guard var reader = ByteReader(sealed: bytes), reader.number() == format, let count = reader.count() else { return nil }
        var known: [ContentDigest: RuntimeFacts] = [:]
        for _ in 0..<count {
            guard let digest = reader.digest() ?? nil, let flags = reader.number(), let steps = reader.number(), let names = reader.text() else {
                return nil
            }
            var facts = RuntimeFacts()
            (facts.asksForPlace, facts.startsPrograms, facts.asksForFolder) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
            facts.stepsUp = steps
            facts.names = Set(names.split(separator: " ").map(String.init))
            known[digest] = facts
        }
        return known
    }
}
