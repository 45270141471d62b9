import ArtifactCache
import BuildPlanning
import Digests
import Disk
import Synchronization

/// How each action of a workspace was last decided, in one file: a build with nothing to do opens it instead of the
/// cache's many.
///
/// It only shortens the way to a result that the cache gave or took under the same key; what it says of an action whose
/// key differs now is not used, and a memory that cannot be read is an empty one.
final class DecisionMemory: Sendable {
    struct Entry: Sendable {
        var declared: ActionKey
        var names: [String]
        var key: ActionKey
        var result: ActionResult
    }

    private struct State: Sendable {
        var entries: [ActionID: Entry] = [:]
        var isDirty = false
    }

    /// The beginning of the names of the files that hold such memories.
    static let namePrefix = "decisions-"

    private let files: any FileSystem
    private let path: AbsolutePath
    /// What the decisions rest on: another cache, scope or key holds other results.
    private let binding: [String]
    private let state: Mutex<State>

    init(files: any FileSystem, path: AbsolutePath, cache: TieredCache) {
        (self.files, self.path, binding) = (files, path, cache.binding)
        let entries = (try? files.read(path)).flatMap { [binding] in DecisionMemory.decode($0, binding) } ?? [:]
        state = Mutex(State(entries: entries))
    }

    func entry(for action: ActionID) -> Entry? { state.withLock { $0.entries[action] } }

    func record(_ entry: Entry, for action: ActionID) {
        state.withLock { state in
            if let old = state.entries[action], old.declared == entry.declared, old.key == entry.key,
                old.result == entry.result,
                old.names == entry.names
            {
                return
            }
            state.entries[action] = entry
            state.isDirty = true
        }
    }

    func forget(_ action: ActionID) {
        state.withLock { state in
            if state.entries.removeValue(forKey: action) != nil { state.isDirty = true }
        }
    }

    /// Writes what is new. Failing to is no error: the next build asks the cache.
    func save() {
        let entries = state.withLock { state -> [ActionID: Entry]? in
            defer { state.isDirty = false }
            return state.isDirty ? state.entries : nil
        }
        if let entries { try? files.write(DecisionMemory.encode(entries, binding), to: path) }
    }

    private static let format = 3

    /// All that a memory holds, whatever cache it is bound to; sorted by action.
    static func all(at path: AbsolutePath, _ files: any FileSystem) -> [(action: ActionID, entry: Entry)] {
        let entries = (try? files.read(path)).flatMap { decode($0, nil) } ?? [:]
        return entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func encode(_ entries: [ActionID: Entry], _ binding: [String]) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(format)
        writer.write(binding.joined(separator: "\n"))
        let sorted = entries.sorted { $0.key < $1.key }
        // Lists of names repeat, and so do names: most actions read the same system headers, in lists of a thousand.
        let lists = Numbered(sorted.map(\.value.names)), names = Numbered(lists.values.lazy.joined())
        writer.write(names.values.count)
        for name in names.values { writer.write(name) }
        writer.write(lists.values.count)
        var numbers = names.numbers[...]
        for list in lists.values {
            writer.write(list.count)
            for number in numbers.prefix(list.count) { writer.write(number) }
            numbers.removeFirst(list.count)
        }
        writer.write(sorted.count)
        for ((id, entry), list) in zip(sorted, lists.numbers) {
            writer.write(id.name)
            writer.write(entry.declared.digest)
            writer.write(list)
            writer.write(entry.key.digest)
            write(entry.result, to: &writer)
        }
        return writer.sealed()
    }

    private static func write(_ result: ActionResult, to writer: inout ByteWriter) {
        writer.write(result.interface)
        writer.write(result.diagnostics)
        writer.write(Int(result.wall))
        writer.write(Int(result.cpu))
        writer.write(result.outputs.count)
        for output in result.outputs {
            writer.write(output.name)
            writer.write(output.digest)
            writer.write(output.isFolder ? 2 : output.isExecutable ? 1 : 0)
        }
    }

    /// `binding`: nil for any.
    private static func decode(_ bytes: [UInt8], _ binding: [String]?) -> [ActionID: Entry]? {
        guard var reader = ByteReader(sealed: bytes), reader.number() == format, let bound = reader.text(),
            binding.map({ $0.joined(separator: "\n") == bound }) ?? true, let lists = lists(&reader),
            let count = reader.count()
        else { return nil }
        var entries: [ActionID: Entry] = [:]
        entries.reserveCapacity(count)
        for _ in 0..<count {
            guard let id = reader.text(), let declared = reader.digest() ?? nil, let list = reader.number(),
                lists.indices.contains(list), let key = reader.digest() ?? nil, let result = result(&reader)
            else { return nil }
            entries[ActionID(id)] = Entry(
                declared: ActionKey(digest: declared), names: lists[list], key: ActionKey(digest: key), result: result)
        }
        return entries
    }

    private static func lists(_ reader: inout ByteReader) -> [[String]]? {
        guard let nameCount = reader.count() else { return nil }
        var names: [String] = []
        names.reserveCapacity(nameCount)
        for _ in 0..<nameCount {
            guard let name = reader.text() else { return nil }
            names.append(name)
        }
        guard let listCount = reader.count() else { return nil }
        var lists: [[String]] = []
        for _ in 0..<listCount {
            guard let count = reader.count() else { return nil }
            var list: [String] = []
            list.reserveCapacity(count)
            for _ in 0..<count {
                guard let name = reader.number(), names.indices.contains(name) else { return nil }
                list.append(names[name])
            }
            lists.append(list)
        }
        return lists
    }

    private static func result(_ reader: inout ByteReader) -> ActionResult? {
        guard let interface = reader.digest(), let diagnostics = reader.digest(), let wall = reader.number(),
            let cpu = reader.number(), let outputCount = reader.count()
        else { return nil }
        var result = ActionResult(
            outputs: [], interface: interface, diagnostics: diagnostics, wall: Int64(wall), cpu: Int64(cpu))
        for _ in 0..<outputCount {
            guard let name = reader.text(), let digest = reader.digest() ?? nil, let kind = reader.number() else {
                return nil
            }
            result.outputs.append(.init(name: name, digest: digest, isExecutable: kind == 1, isFolder: kind == 2))
        }
        return result
    }
}

/// Values, each once, by the order in which they come.
private struct Numbered<Value: Hashable> {
    private(set) var values: [Value] = []
    /// Where in `values` each value stands that came.
    private(set) var numbers: [Int] = []

    init(_ all: some Sequence<Value>) {
        var known: [Value: Int] = [:]
        for value in all {
            if let number = known[value] {
                numbers.append(number)
            } else {
                known[value] = values.count
                numbers.append(values.count)
                values.append(value)
            }
        }
    }
}
