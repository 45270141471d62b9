import Digests
import Synchronization

/// What was found out about some content, kept between processes.
public protocol RememberedFacts: Sendable {
    /// Raised when facts are written another way, and when content is looked at with other eyes.
    static var format: Int { get }
    init(from reader: inout RecordReader) throws(MalformedRecord)
    func write(to writer: inout RecordWriter)
}

/// Facts by the content that they were found in: what was looked at before is not read again. Losing the memory costs
/// time alone. All members may be called from any thread.
public final class ContentMemory<Facts: RememberedFacts>: Sendable {
    private struct State: Sendable {
        var known: [ContentDigest: Facts] = [:]
        var isLoaded = false
        var used: Set<ContentDigest> = []
        var isDirty = false
    }

    /// Up to how many are kept that this process did not ask for: a look at a part is no reason to forget the rest.
    private let mostKept: Int
    private let files: any FileSystem
    private let path: AbsolutePath
    private let state: Mutex<State>

    /// `path`: the file in which facts are kept. One that cannot be read or is damaged is an empty one.
    public init(files: any FileSystem, path: AbsolutePath, mostKept: Int = 20_000) {
        (self.files, self.path, self.mostKept) = (files, path, mostKept)
        state = Mutex(State())
    }

    /// What is known about the content with that digest; `find` is called where nothing is. Nil from `find` is not
    /// remembered.
    public func facts(of content: ContentDigest, _ find: () -> Facts?) -> Facts? {
        let known = state.withLock { state in
            if !state.isLoaded {
                // Not before the first question: nobody may ask.
                state.known = (try? files.read(path)).flatMap { try? ContentMemory.decode($0) } ?? [:]
                state.isLoaded = true
            }
            state.used.insert(content)
            return state.known[content]
        }
        if let known { return known }
        guard let facts = find() else { return nil }
        state.withLock { state in
            state.known[content] = facts
            state.isDirty = true
        }
        return facts
    }

    /// Writes what is new. Failing to is no error: the next process looks again.
    public func save() {
        let known = state.withLock { state -> [ContentDigest: Facts]? in
            guard state.isDirty else { return nil }
            state.isDirty = false
            return state.known.count <= mostKept ? state.known : state.known.filter { state.used.contains($0.key) }
        }
        guard let known else { return }
        var writer = RecordWriter()
        writer.write(Facts.format)
        writer.write(table: known) { writer, digest, facts in
            writer.write(digest)
            facts.write(to: &writer)
        }
        try? files.write(writer.sealed(), to: path)
    }

    private static func decode(_ bytes: [UInt8]) throws(MalformedRecord) -> [ContentDigest: Facts] {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.number() == Facts.format else { throw MalformedRecord() }
        let known = try reader.table { (reader) throws(MalformedRecord) in
            (try reader.digest(), try Facts(from: &reader))
        }
        try reader.finish()
        return known
    }
}
