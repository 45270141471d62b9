import Digests
import Disk
import Synchronization
import Targets

/// What source files say, remembered by their content: a file that was looked at before is not read again.
public final class RuntimeFactsMemory: Sendable {
    private struct Seen: Sendable {
        /// Many targets hold the same sources: one look at each is enough for a command.
        var sources: [AbsolutePath: RuntimeFacts] = [:]
        /// By the folders of their packages.
        var targets: [AbsolutePath: [TargetID: SourcesFacts]] = [:]
    }

    private let files: any FileSystem
    /// Nil for a memory of this command alone.
    private let kept: (digests: FileDigests, memory: ContentMemory<RuntimeFacts>)?
    private let seen = Mutex(Seen())
    /// Whoever names one of these may read sources (`SourcesFacts.folders`).
    let sourceFolders: Set<String>

    /// `path`: where it is kept; losing it costs time alone.
    public init(files: any FileSystem, sourceFolders: Set<String>, digests: FileDigests, path: AbsolutePath) {
        (self.files, self.sourceFolders, kept) = (
            files, sourceFolders, (digests, ContentMemory(files: files, path: path))
        )
    }

    /// One that nothing is left of.
    public init(files: any FileSystem, sourceFolders: Set<String>) {
        (self.files, self.sourceFolders, kept) = (files, sourceFolders, nil)
    }

    /// Of all sources and headers of a target, whose package lies in `folder`.
    public func facts(of target: Target, in folder: AbsolutePath) -> SourcesFacts {
        if let seen = seen.withLock({ $0.targets[folder]?[target.id] }) { return seen }
        let found = SourcesFacts(of: target, in: folder, self)
        know(found, of: target, in: folder)
        return found
    }

    /// Takes it that the target's sources say this, whatever else is remembered.
    public func know(_ facts: SourcesFacts, of target: Target, in folder: AbsolutePath) {
        seen.withLock { $0.targets[folder, default: [:]][target.id] = facts }
    }

    /// Of a file that cannot be read: it asks for everything. The build will say what is wrong with it.
    func facts(of source: AbsolutePath) -> RuntimeFacts {
        if let seen = seen.withLock({ $0.sources[source] }) { return seen }
        let found = look(at: source) ?? RuntimeFactsMemory.unknown
        seen.withLock { $0.sources[source] = found }
        return found
    }

    private func look(at source: AbsolutePath) -> RuntimeFacts? {
        func read() -> RuntimeFacts? { (try? files.read(source)).map { RuntimeFacts($0) } }
        guard let (digests, memory) = kept else { return read() }
        return (try? digests.digest(source)).flatMap { memory.facts(of: $0, read) }
    }

    private static var unknown: RuntimeFacts {
        var facts = RuntimeFacts()
        (facts.asksForPlace, facts.usesPlace, facts.asksForFolder, facts.startsPrograms) = (true, true, true, true)
        facts.stepsUp = RuntimeFacts.unbounded
        return facts
    }

    /// Writes what is new. Failing to is no error: the next run reads the sources.
    public func save() { kept?.memory.save() }
}

extension RuntimeFacts: RememberedFacts {
    static let format = 6

    init(from reader: inout RecordReader) throws(MalformedRecord) {
        self.init()
        let flags = try reader.number()
        (asksForPlace, startsPrograms, asksForFolder, usesPlace) = (
            flags & 1 != 0, flags & 2 != 0, flags & 4 != 0, flags & 8 != 0
        )
        stepsForOthers = flags & 16 != 0
        stepsUp = try reader.number()
        names = Set(try reader.texts())
    }

    func write(to writer: inout RecordWriter) {
        writer.write(
            (asksForPlace ? 1 : 0) + (startsPrograms ? 2 : 0) + (asksForFolder ? 4 : 0) + (usesPlace ? 8 : 0)
                + (stepsForOthers ? 16 : 0))
        writer.write(stepsUp)
        writer.write(names.sorted())
    }
}
