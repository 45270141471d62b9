import ArtifactCache
import BuildPlanning
import Digests
import Disk
import InterfaceDigests
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
        /// Where `declared` is a key of used parts, the first key for which they were last found out: while that one is
        /// the same, so are they.
        var first: ActionKey?
        /// And the key under which a compile of this workspace's left the result, where that is known.
        var origin: ActionKey?
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
        let entries = (try? files.read(path)).flatMap { [binding] in try? DecisionMemory.decode($0, binding) } ?? [:]
        state = Mutex(State(entries: entries))
    }

    func entry(for action: ActionID) -> Entry? { state.withLock { $0.entries[action] } }

    /// Of all results that the workspace was last made of, and of what their inputs are found by.
    var keys: [(declared: ContentDigest, result: ContentDigest)] {
        state.withLock { $0.entries.values.map { ($0.declared.digest, $0.key.digest) } }
    }

    func record(_ entry: Entry, for action: ActionID) {
        state.withLock { state in
            if let old = state.entries[action], old.declared == entry.declared, old.key == entry.key,
                old.result == entry.result,
                old.names == entry.names, old.first == entry.first, old.origin == entry.origin
            {
                return
            }
            state.entries[action] = entry
            state.isDirty = true
        }
    }

    /// The action's entry, by the key of used parts, is what this first key comes to, too.
    func note(first: ActionKey, for action: ActionID) {
        state.withLock { state in
            guard let old = state.entries[action], old.first != first else { return }
            state.entries[action]?.first = first
            state.isDirty = true
        }
    }

    func forget(_ action: ActionID) {
        state.withLock { state in
            if state.entries.removeValue(forKey: action) != nil { state.isDirty = true }
        }
    }

    /// Files of the workspace that runs of these actions were found to read; nil for those of any action.
    func namesInWorkspace(of actions: [ActionID]?) -> [String] {
        let lists = state.withLock { state in
            actions.map { $0.compactMap { state.entries[$0]?.names } } ?? state.entries.values.map(\.names)
        }
        var found: Set<String> = [], seen: Set<UnsafePointer<String>?> = []
        for list in lists {
            // Most actions share one of a few lists, of a thousand names.
            guard seen.insert(list.withUnsafeBufferPointer(\.baseAddress)).inserted else { continue }
            found.formUnion(list.lazy.filter { $0.utf8.first != UInt8(ascii: "/") && $0 != OpenRoot.mark })
        }
        return Array(found)
    }

    /// Writes what is new. Failing to is no error: the next build asks the cache.
    func save() {
        let entries = state.withLock { state -> [ActionID: Entry]? in
            defer { state.isDirty = false }
            return state.isDirty ? state.entries : nil
        }
        if let entries { try? files.write(DecisionMemory.encode(entries, binding), to: path) }
    }

    private static let format = 6

    /// All that a memory holds, whatever cache it is bound to; sorted by action.
    static func all(at path: AbsolutePath, _ files: any FileSystem) -> [(action: ActionID, entry: Entry)] {
        let entries = (try? files.read(path)).flatMap { try? decode($0, nil) } ?? [:]
        return entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func encode(_ entries: [ActionID: Entry], _ binding: [String]) -> [UInt8] {
        var writer = RecordWriter()
        writer.write(format)
        writer.write(binding)
        writer.write(UsedInterface.format)
        let sorted = entries.sorted { $0.key < $1.key }
        // Lists of names repeat, and so do names: most actions read the same system headers, in lists of a thousand.
        let lists = Numbered(sorted.map(\.value.names)), names = Numbered(lists.values.lazy.joined())
        writer.write(names.values)
        var numbers = names.numbers[...]
        writer.write(lists.values) { writer, list in
            writer.write(list.count)
            for number in numbers.prefix(list.count) { writer.write(number) }
            numbers.removeFirst(list.count)
        }
        writer.write(Array(zip(sorted, lists.numbers))) { writer, item in
            let ((id, entry), list) = item
            writer.write(id.name)
            writer.write(entry.declared.digest)
            writer.write(list)
            writer.write(entry.key.digest)
            writer.write(entry.first?.digest)
            writer.write(entry.origin?.digest)
            write(entry.result, to: &writer)
        }
        return writer.sealed()
    }

    private static func write(_ result: ActionResult, to writer: inout RecordWriter) {
        writer.write(result.interface)
        writer.write(result.diagnostics)
        writer.fixed(Int(result.wall))
        writer.fixed(Int(result.cpu))
        writer.write(result.outputs) { writer, output in
            writer.write(output.name)
            writer.write(output.digest)
            writer.write(output.isFolder ? 2 : output.isExecutable ? 1 : 0)
        }
    }

    /// `binding`: nil for any.
    private static func decode(_ bytes: [UInt8], _ binding: [String]?) throws(MalformedRecord) -> [ActionID: Entry] {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.number() == format else { throw MalformedRecord() }
        let bound = try reader.texts()
        if let binding, bound != binding { throw MalformedRecord() }
        // Another mono may find other parts to be used.
        let isOfTheseRules = try reader.text() == UsedInterface.format
        let lists = try lists(&reader)
        let entries = try reader.table { (reader) throws(MalformedRecord) in
            let id = ActionID(try reader.text()), declared = ActionKey(digest: try reader.digest())
            let list = try reader.number()
            guard lists.indices.contains(list) else { throw MalformedRecord() }
            let key = ActionKey(digest: try reader.digest())
            let first = try reader.optionalDigest(), origin = try reader.optionalDigest()
            var entry = Entry(declared: declared, names: lists[list], key: key, result: try result(&reader))
            if isOfTheseRules {
                (entry.first, entry.origin) = (first.map(ActionKey.init(digest:)), origin.map(ActionKey.init(digest:)))
            }
            return (id, entry)
        }
        try reader.finish()
        return entries
    }

    private static func lists(_ reader: inout RecordReader) throws(MalformedRecord) -> [[String]] {
        let names = try reader.texts()
        return try reader.list { (reader) throws(MalformedRecord) in
            try reader.list { (reader) throws(MalformedRecord) in
                let name = try reader.number()
                guard names.indices.contains(name) else { throw MalformedRecord() }
                return names[name]
            }
        }
    }

    private static func result(_ reader: inout RecordReader) throws(MalformedRecord) -> ActionResult {
        let interface = try reader.optionalDigest(), diagnostics = try reader.optionalDigest()
        let wall = Int64(try reader.fixed()), cpu = Int64(try reader.fixed())
        let outputs = try reader.list { (reader) throws(MalformedRecord) in
            let name = try reader.text(), digest = try reader.digest(), kind = try reader.number()
            return ActionResult.Output(name: name, digest: digest, isExecutable: kind == 1, isFolder: kind == 2)
        }
        return ActionResult(outputs: outputs, interface: interface, diagnostics: diagnostics, wall: wall, cpu: cpu)
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
