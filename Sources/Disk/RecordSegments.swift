import Digests
import Synchronization

/// Small records by key, kept between processes, many to a file.
///
/// Records that are put lie in memory until they fill a segment, which is written then; `save` writes the rest, and an
/// index that says which segment has the last record of each key. What is not saved is lost, as is all of a folder
/// whose index is damaged: for what only spares time or says more. One process uses a folder at a time; all members may
/// be called from any of its threads.
public final class RecordSegments: Sendable {
    private let files: any FileSystem
    private let folder: AbsolutePath
    private let segmentSize: Int
    private let state = Mutex(State())

    /// `segmentSize`: about how many bytes of records a file holds.
    public init(files: any FileSystem, folder: AbsolutePath, segmentSize: Int = 1 << 18) {
        (self.files, self.folder, self.segmentSize) = (files, folder, segmentSize)
    }

    private struct Segment {
        /// Of the records that were written, of which some may have been put again since.
        var count: Int
        var size: Int
    }

    private struct State {
        var isLoaded = false, isDirty = false
        var segments: [Int: Segment] = [:]
        var places: [ContentDigest: Int] = [:]
        var next = 0
        /// What no segment holds yet.
        var pending: [ContentDigest: [UInt8]] = [:]
        var pendingSize = 0
        /// Those read last, the last one first.
        var read: [(number: Int, records: [ContentDigest: ArraySlice<UInt8>])] = []
    }

    /// Of segments; who asks for the records of many keys asks in about the order in which they were put.
    private static let mostRead = 16
    private static let format = 1

    // MARK: Records

    /// Nil where there is none, or it is damaged.
    public func record(of key: ContentDigest) -> [UInt8]? {
        state.withLock { state in
            load(&state)
            if let pending = state.pending[key] { return pending }
            return state.places[key].flatMap { records(of: $0, &state)?[key] }.map(Array.init)
        }
    }

    public func put(_ record: [UInt8], for key: ContentDigest) {
        state.withLock { state in
            load(&state)
            add(record, for: key, to: &state)
        }
    }

    private func add(_ record: [UInt8], for key: ContentDigest, to state: inout State) {
        state.isDirty = true
        state.pendingSize += record.count - (state.pending.updateValue(record, forKey: key)?.count ?? 0)
        if state.pendingSize >= segmentSize { writePending(&state) }
    }

    private func writePending(_ state: inout State) {
        if state.pending.isEmpty { return }
        var writer = RecordWriter()
        writer.write(table: state.pending) { writer, key, record in
            writer.write(key)
            writer.write(record)
        }
        let number = state.next
        state.next += 1
        defer { (state.pending, state.pendingSize) = ([:], 0) }
        guard (try? files.write(writer.sealed(), to: path(of: number))) != nil else { return }
        state.segments[number] = Segment(count: state.pending.count, size: state.pendingSize)
        for key in state.pending.keys { state.places[key] = number }
    }

    private func records(of number: Int, _ state: inout State) -> [ContentDigest: ArraySlice<UInt8>]? {
        if let at = state.read.firstIndex(where: { $0.number == number }) {
            let found = state.read.remove(at: at)
            state.read.insert(found, at: 0)
            return found.records
        }
        guard let bytes = try? files.read(path(of: number)), let records = try? RecordSegments.records(bytes) else {
            return nil
        }
        state.read.insert((number, records), at: 0)
        if state.read.count > RecordSegments.mostRead { state.read.removeLast() }
        return records
    }

    private static func records(_ bytes: [UInt8]) throws(MalformedRecord) -> [ContentDigest: ArraySlice<UInt8>] {
        var reader = try RecordReader(sealed: bytes)
        let records = try reader.table { (reader) throws(MalformedRecord) in
            (try reader.digest(), try reader.content())
        }
        try reader.finish()
        return records
    }

    private func path(of number: Int) -> AbsolutePath { folder / "\(number)" }

    // MARK: Index

    private var indexPath: AbsolutePath { folder / "index" }

    private func load(_ state: inout State) {
        if state.isLoaded { return }
        state.isLoaded = true
        guard let bytes = try? files.read(indexPath) else { return }
        do throws(MalformedRecord) { try readIndex(bytes, &state) } catch { state = State(isLoaded: true) }
    }

    private func readIndex(_ bytes: [UInt8], _ state: inout State) throws(MalformedRecord) {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.number() == RecordSegments.format else { throw MalformedRecord() }
        state.next = try reader.number()
        state.segments = try reader.table { (reader) throws(MalformedRecord) in
            (try reader.number(), Segment(count: try reader.number(), size: try reader.number()))
        }
        state.places = try reader.table { (reader) throws(MalformedRecord) in
            (try reader.digest(), try reader.number())
        }
        try reader.finish()
        // A segment is never written twice while an index names it.
        guard state.segments.keys.allSatisfy({ $0 < state.next }) else { throw MalformedRecord() }
    }

    /// Writes what is new. Failing to is no error.
    public func save() {
        state.withLock { state in
            guard state.isDirty else { return }
            state.isDirty = false
            gather(&state)
            writePending(&state)
            let live = Set(state.places.values), dead = state.segments.keys.filter { !live.contains($0) }
            for number in dead { state.segments[number] = nil }
            var writer = RecordWriter()
            writer.write(RecordSegments.format)
            writer.write(state.next)
            writer.write(table: state.segments) { writer, number, segment in
                writer.write(number)
                writer.write(segment.count)
                writer.write(segment.size)
            }
            // In any order: to sort them would take as long as all the rest.
            writer.write(state.places.count)
            for (key, number) in state.places {
                writer.write(key)
                writer.write(number)
            }
            guard (try? files.write(writer.sealed(), to: indexPath)) != nil else { return }
            removeUnknown(state)
        }
    }

    /// Puts the records of segments again that are small or mostly of no use, once there are many: each is a file, and
    /// each build makes one.
    private func gather(_ state: inout State) {
        var live: [Int: Int] = [:]
        for number in state.places.values { live[number, default: 0] += 1 }
        let worn = state.segments.filter { number, segment in
            segment.size < segmentSize / 2 || live[number, default: 0] < segment.count / 2
        }
        if worn.count < RecordSegments.mostWorn { return }
        for number in worn.keys.sorted() {
            let records = records(of: number, &state) ?? [:]
            for (key, record) in records where state.places[key] == number && state.pending[key] == nil {
                add(Array(record), for: key, to: &state)
            }
            // What is damaged is forgotten.
            state.segments[number] = nil
        }
        state.places = state.places.filter { worn[$0.value] == nil }
    }

    /// How many segments may be small or mostly of no use.
    private static let mostWorn = 32

    /// Files of builds that did not come to their end, and those that nobody needs any more.
    private func removeUnknown(_ state: State) {
        for name in ((try? files.list(folder)) ?? []).map(\.name) where name != "index" {
            if Int(name).map({ state.segments[$0] != nil }) ?? false { continue }
            try? files.remove(folder / name)
        }
    }
}
