import AffectedTargets
import BuildEngine
import Digests
import Disk
import Targets

/// What a test target's program was seen to ask for in the workspace, and in which state of the workspace that was.
public struct SeenReads: Hashable, Sendable {
    /// Relative to the workspace's root, links resolved, with each link on the way: what was there, what was not, and
    /// folders of which all names were seen. Outside of the workspace, what lies in its repository.
    public var files: [String], absent: [String], listed: [String]
    /// What it started that was built for it.
    public var executables: [ProductID]
    /// The state is this commit, but for these files, which may start with `..`.
    public var commit: String
    public var uncommitted: [String]

    public init(
        files: [String], absent: [String], listed: [String], executables: [ProductID], commit: String,
        uncommitted: [String]
    ) {
        (self.files, self.absent, self.listed) = (files, absent, listed)
        (self.executables, self.commit, self.uncommitted) = (executables, commit, uncommitted)
    }

    /// What it asked for outside of the workspace.
    public func outside(of root: AbsolutePath) -> [AbsolutePath] {
        (files + absent + listed).filter { $0.hasPrefix("..") }.map { AbsolutePath($0, in: root) }
    }

    /// The program asked for it.
    public func names(_ path: AbsolutePath, in root: AbsolutePath) -> Bool {
        let name = path.relative(to: root)
        return files.contains(name) || absent.contains(name) || listed.contains(name)
    }

    /// `starts`: the targets of the executables.
    func reading(in root: AbsolutePath, starts: [TargetID]) -> AffectedQuery.TestReading {
        func places(_ paths: [String]) -> Set<AbsolutePath> { Set(paths.map { AbsolutePath($0, in: root) }) }
        return .init(
            files: places(files + absent), absent: places(absent), listed: places(listed), starts: starts)
    }
}

/// What the tests of a workspace were seen to ask for.
public struct ReadRecord: Hashable, Sendable {
    public var targets: [TargetID: SeenReads]
    public init(_ targets: [TargetID: SeenReads] = [:]) { self.targets = targets }

    private static let format = 1

    public var bytes: [UInt8] {
        // Most were seen in the same state.
        let states = Set(targets.values.map { State(commit: $0.commit, uncommitted: $0.uncommitted) }).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(states, states.indices))
        var writer = RecordWriter()
        writer.write(ReadRecord.format)
        writer.write(states.count)
        for state in states {
            writer.write(state.commit)
            writer.write(state.uncommitted)
        }
        writer.write(targets.count)
        for (id, seen) in targets.sorted(by: { $0.key < $1.key }) {
            writer.write(id.package.name)
            writer.write(id.name)
            writer.write(numbers[State(commit: seen.commit, uncommitted: seen.uncommitted)] ?? 0)
            for paths in [seen.files, seen.absent, seen.listed] { writer.write(paths) }
            writer.write(seen.executables.flatMap { [$0.package.name, $0.name] })
        }
        return writer.sealed()
    }

    /// Throws where the bytes are no such record.
    public init(_ bytes: [UInt8]) throws(MalformedRecord) {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.number() == ReadRecord.format else { throw MalformedRecord() }
        var states: [State] = [], targets: [TargetID: SeenReads] = [:]
        for _ in 0..<(try reader.number()) {
            states.append(State(commit: try reader.text(), uncommitted: try reader.texts()))
        }
        for _ in 0..<(try reader.number()) {
            let id = TargetID(PackageID(try reader.text()), try reader.text()), number = try reader.number()
            guard states.indices.contains(number) else { throw MalformedRecord() }
            let files = try reader.texts(), absent = try reader.texts(), listed = try reader.texts()
            let names = try reader.texts()
            guard names.count % 2 == 0 else { throw MalformedRecord() }
            targets[id] = SeenReads(
                files: files, absent: absent, listed: listed,
                executables: stride(from: 0, to: names.count, by: 2).map {
                    ProductID(PackageID(names[$0]), names[$0 + 1])
                },
                commit: states[number].commit, uncommitted: states[number].uncommitted)
        }
        try reader.finish()
        self.targets = targets
    }

    private struct State: Hashable, Comparable {
        var commit: String
        var uncommitted: [String]

        static func < (a: State, b: State) -> Bool {
            a.commit != b.commit ? a.commit < b.commit : a.uncommitted.lexicographicallyPrecedes(b.uncommitted)
        }
    }
}
