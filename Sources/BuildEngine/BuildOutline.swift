import ArtifactCache
import BuildPlanning
import Digests
import Targets

/// What a whole build came to, action by action, as far as others depend on it. With it, a build of a part of the same
/// plan can find out whether anything outside of the part could come out otherwise than it did in the whole build.
public struct BuildOutline: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        var action: ActionID
        /// What is seen through the action's module.
        var sight: ContentDigest
        /// All that the action made.
        var outputs: ContentDigest
        /// Milliseconds that the run took.
        var cpu: Int64
        var isDeclaration: Bool
        /// How many files people have of it.
        var placed: Int
        /// Places of the entries of the actions that see its module, and of those that read its outputs.
        var seers: [Int], readers: [Int]
    }

    /// Sorted by action.
    private(set) var entries: [Entry]
    /// Which entries' actions name a file in their descriptions, by the file's mark; sorted.
    private let named: [Mark]
    /// Marks of files that count otherwise: what runs were found to read, and what is placed as it is. Sorted.
    private var others: [UInt64]

    struct Mark: Hashable, Sendable {
        var file: UInt64
        var entry: Int
    }

    /// `decided`: all of the plan. `found`: workspace files that runs were found to read. Nil where it is not sure that
    /// a file has one name alone.
    init?(of plan: BuildPlan, _ decided: [ActionID: Decided], found: [String]) {
        let graph = plan.graph, ids = graph.actions.keys.sorted()
        var places: [ActionID: Int] = [:]
        places.reserveCapacity(ids.count)
        for (place, id) in ids.enumerated() { places[id] = place }
        var entries: [Entry] = []
        entries.reserveCapacity(ids.count)
        for id in ids {
            guard let entry = Entry(graph[id], decided) else { return nil }
            entries.append(entry)
        }
        var named: [Mark] = [], others = found.compactMap(BuildOutline.mark)
        if others.count < found.count { return nil }
        for (place, id) in ids.enumerated() {
            let action = graph[id]
            for other in action.seen { if let at = places[other] { entries[at].seers.append(place) } }
            for other in action.consumed + action.parts.map(\.action) {
                if let at = places[other] { entries[at].readers.append(place) }
            }
            for path in action.sources {
                guard let mark = BuildOutline.mark(of: path) else { return nil }
                named.append(Mark(file: mark, entry: place))
            }
            // Words of flags name files in any way they like.
            if action.mentions.contains(where: { $0.hasSuffix(BuildOutline.suffix) }) { return nil }
        }
        for placement in plan.placements { if let at = places[placement.action] { entries[at].placed += 1 } }
        for case .file(let path) in plan.bundles.flatMap({ $0.entries.map(\.content) }) {
            guard let mark = BuildOutline.mark(of: path) else { return nil }
            others.append(mark)
        }
        named.sort { ($0.file, $0.entry) < ($1.file, $1.entry) }
        (self.entries, self.named, self.others) = (entries, named, others.sorted())
    }

    /// Edits of such files alone are a reason to build a part: what is looked for by name, as headers are, is not.
    private static let suffix = ".swift"

    /// Of a path; nil where it is written in another way than that in which a look would name it. Two files with one
    /// mark would only make a build decide more.
    private static func mark(of path: String) -> UInt64? {
        var mark: UInt64 = 0xCBF2_9CE4_8422_2325, dots = 0, others = 0, isInside = false
        for byte in path.utf8 {
            mark = (mark ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            switch byte {
            case UInt8(ascii: "/"):
                let isStep = others == 0 && dots <= 2
                if isStep, isInside || dots < 2 { return nil }
                if !isStep { isInside = true }
                (dots, others) = (0, 0)
            case UInt8(ascii: "."): dots += 1
            default: others += 1
            }
        }
        return mark
    }

    // MARK: A part of it

    /// True where every action that the content of these files is for is in `plan`, and all of `plan` was in the whole
    /// one. Paths are relative to the root.
    public func covers(_ plan: BuildPlan, edited: [String]) -> Bool {
        let isKnown = plan.graph.order.allSatisfy { place(of: $0) != nil }
        return isKnown
            && edited.allSatisfy { path in
                guard path.hasSuffix(BuildOutline.suffix), let mark = BuildOutline.mark(of: path) else { return false }
                let readers = readers(of: mark)
                return !readers.isEmpty && !others.containsSorted(mark)
                    && readers.allSatisfy { plan.graph.actions[entries[$0].action] != nil }
            }
    }

    private func readers(of mark: UInt64) -> [Int] {
        let start = named.firstSorted { $0.file >= mark }
        return named[start...].prefix { $0.file == mark }.map(\.entry)
    }

    private func place(of action: ActionID) -> Int? {
        let place = entries.firstSorted { $0.action >= action }
        return place < entries.count && entries[place].action == action ? place : nil
    }

    /// True where nothing outside of `plan`, which was decided, could be decided otherwise than the whole build did:
    /// all that sees or reads what came out otherwise is in `plan`.
    func holds(beside plan: BuildPlan, _ decided: [ActionID: Decided]) -> Bool {
        plan.graph.order.allSatisfy { id in
            guard let place = place(of: id), let now = Entry(plan.graph[id], decided) else { return false }
            let before = entries[place]
            let placed = plan.placements.count { $0.action == id }
            let isInside = { plan.graph.actions[entries[$0].action] != nil }
            return (before.sight == now.sight || before.seers.allSatisfy(isInside))
                && (before.outputs == now.outputs || before.readers.allSatisfy(isInside) && before.placed == placed)
        }
    }

    /// The outline of the whole build, with what `plan`, a part of it, came to now. `found`: as for the whole. False
    /// where it is not sure that a file has one name alone.
    mutating func take(_ plan: BuildPlan, _ decided: [ActionID: Decided], found: [String]) -> Bool {
        // What a run of the part was the first to read.
        var new: [UInt64] = []
        for path in found where path.hasSuffix(BuildOutline.suffix) {
            guard let mark = BuildOutline.mark(of: path) else { return false }
            if !others.containsSorted(mark) { new.append(mark) }
        }
        if !new.isEmpty { others = (others + new).sorted() }
        for id in plan.graph.order {
            guard let place = place(of: id), var now = Entry(plan.graph[id], decided) else { return false }
            (now.seers, now.readers, now.placed) = (
                entries[place].seers, entries[place].readers, entries[place].placed
            )
            entries[place] = now
        }
        return true
    }

    /// What the actions of `plan` saved when the whole build was done.
    func saved(in plan: BuildPlan) -> (hits: Int, cpu: Int64) {
        let known = plan.graph.order.compactMap(place).map { entries[$0] }.filter { !$0.isDeclaration }
        return (known.count, known.reduce(0) { $0 + $1.cpu })
    }

    // MARK: In files

    private static let format = 1

    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        guard try reader.number() == BuildOutline.format else { throw MalformedRecord() }
        entries = try reader.list { (reader) throws(MalformedRecord) in
            Entry(
                action: ActionID(try reader.text()), sight: try reader.digest(), outputs: try reader.digest(),
                cpu: Int64(try reader.fixed()), isDeclaration: try reader.flag(),
                placed: try reader.number(), seers: try BuildOutline.numbers(&reader),
                readers: try BuildOutline.numbers(&reader))
        }
        named = try reader.list { (reader) throws(MalformedRecord) in
            Mark(file: UInt64(bitPattern: Int64(try reader.fixed())), entry: try reader.number())
        }
        others = try reader.list { (reader) throws(MalformedRecord) in
            UInt64(bitPattern: Int64(try reader.fixed()))
        }
        let places = entries.indices
        guard entries.allSatisfy({ ($0.seers + $0.readers).allSatisfy(places.contains) }),
            named.allSatisfy({ places.contains($0.entry) })
        else { throw MalformedRecord() }
    }

    private static func numbers(_ reader: inout RecordReader) throws(MalformedRecord) -> [Int] {
        try reader.list { (reader) throws(MalformedRecord) in try reader.number() }
    }

    public func write(to writer: inout RecordWriter) {
        writer.write(BuildOutline.format)
        writer.write(entries) { writer, entry in
            writer.write(entry.action.name)
            writer.write(entry.sight)
            writer.write(entry.outputs)
            writer.fixed(Int(entry.cpu))
            writer.write(entry.isDeclaration)
            writer.write(entry.placed)
            writer.write(entry.seers) { $0.write($1) }
            writer.write(entry.readers) { $0.write($1) }
        }
        writer.write(named) { writer, mark in
            writer.fixed(Int(Int64(bitPattern: mark.file)))
            writer.write(mark.entry)
        }
        writer.write(others) { $0.fixed(Int(Int64(bitPattern: $1))) }
    }
}

extension BuildOutline.Entry {
    /// Nil where the action was not decided.
    fileprivate init?(_ action: Action, _ decided: [ActionID: Decided]) {
        guard let known = decided[action.id] else { return nil }
        var sight = DigestBuilder(), outputs = DigestBuilder()
        sight.append(known.sight?.interfaces)
        sight.append(known.sight?.bytes)
        outputs.append(known.result.interface)
        outputs.beginList(count: known.result.outputs.count)
        for output in known.result.outputs {
            outputs.append(output.name)
            outputs.append(output.digest)
            outputs.append(output.isExecutable)
            outputs.append(output.isFolder)
        }
        self.init(
            action: action.id, sight: sight.finish(), outputs: outputs.finish(), cpu: known.result.cpu,
            isDeclaration: action.isDeclaration, placed: 0, seers: [], readers: [])
    }
}

extension [UInt64] {
    fileprivate func containsSorted(_ value: UInt64) -> Bool {
        let place = firstSorted { $0 >= value }
        return place < count && self[place] == value
    }
}

extension Array {
    /// The first place from which on `isReached` holds.
    fileprivate func firstSorted(_ isReached: (Element) -> Bool) -> Int {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            if isReached(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
