/// What took longer or less long in one profile than in an earlier one.
public struct ProfileComparison: Sendable {
    /// Something that both may have timed.
    public struct Row: Hashable, Sendable {
        public var target, file, name: String
        /// Order distinguishes several of one name in a file.
        public var line, column: Int
        public var milliseconds: Double

        public init(
            target: String, file: String = "", name: String = "", line: Int = 0, column: Int = 0, milliseconds: Double
        ) {
            (self.target, self.file, self.name, self.milliseconds) = (target, file, name, milliseconds)
            (self.line, self.column) = (line, column)
        }
    }

    public struct Change: Hashable, Sendable {
        /// In the later profile, if it is there.
        public var row: Row
        /// In milliseconds; nil where the profile has no such row.
        public var old, new: Double?

        public var difference: Double { (new ?? 0) - (old ?? 0) }
    }

    /// Largest first; among equal ones by target, file and line.
    public let slower, faster: [Change]

    /// Leaves out what changed by less than `threshold` milliseconds, or by less than a tenth: two runs of one compiler
    /// over the same text differ as much.
    public init(_ old: [Row], _ new: [Row], threshold: Double) {
        let before = ProfileComparison.numbered(old), after = ProfileComparison.numbered(new)
        let changes = Set(before.keys).union(after.keys).compactMap { subject -> Change? in
            guard let row = after[subject] ?? before[subject] else { return nil }
            let change = Change(
                row: row, old: before[subject]?.milliseconds, new: after[subject]?.milliseconds)
            let larger = max(change.old ?? 0, change.new ?? 0)
            return abs(change.difference) >= max(threshold, larger / 10) && change.difference != 0 ? change : nil
        }.sorted { one, other in
            let (a, b) = (one.row, other.row)
            return (-abs(one.difference), a.target, a.file, a.line) < (-abs(other.difference), b.target, b.file, b.line)
        }
        slower = changes.filter { $0.difference > 0 }
        faster = changes.filter { $0.difference < 0 }
    }

    private struct Subject: Hashable {
        var target, file, name: String
        /// Among those of one name.
        var number: Int
    }

    private static func numbered(_ rows: [Row]) -> [Subject: Row] {
        var found: [Subject: Row] = [:], counts: [Subject: Int] = [:]
        for row in rows.sorted(by: { ($0.line, $0.column) < ($1.line, $1.column) }) {
            var subject = Subject(target: row.target, file: row.file, name: row.name, number: 0)
            let number = counts[subject, default: 0]
            counts[subject] = number + 1
            subject.number = number
            found[subject] = row
        }
        return found
    }
}
