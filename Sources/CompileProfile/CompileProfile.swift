import Targets

/// Where the compiler's type checker spends its time, over any number of targets.
public struct CompileProfile: Sendable {
    /// A function or an expression; equal places are told once.
    public struct Entry: Hashable, Sendable {
        public var target: TargetID
        public var place: TimingLines.Place
        public var name: String
        /// In all.
        public var milliseconds: Double
        /// How often it was checked: the same body may be checked for its getter and its setter, or by several
        /// frontends.
        public var times: Int
        /// Its time is part of that of the body that it stands in.
        public var isInner: Bool
    }

    public struct FileTime: Hashable, Sendable {
        public var target: TargetID
        public var file: String
        public var milliseconds: Double
    }

    public struct TargetTime: Hashable, Sendable {
        public var target: TargetID
        /// Of all bodies, those that the compiler made too.
        public var milliseconds: Double
        /// What the compiler itself counts as checking types, bodies and declarations; nil where it did not say.
        public var ofCompiler: Double?
    }

    /// Each with the most expensive first; among equal ones by place.
    public let functions, expressions: [Entry]
    public let files: [FileTime]
    public let targets: [TargetTime]

    /// Of all bodies, in milliseconds.
    public var total: Double { targets.reduce(0) { $0 + $1.milliseconds } }

    /// What the compiler counts, in milliseconds; nil where it said nothing of some target.
    public var ofCompiler: Double? {
        targets.allSatisfy { $0.ofCompiler != nil } ? targets.reduce(0) { $0 + ($1.ofCompiler ?? 0) } : nil
    }

    /// `measured`: what the compiler printed of each target, and what it counted in milliseconds.
    public init(_ measured: [(target: TargetID, lines: TimingLines, ofCompiler: Double?)]) {
        functions = CompileProfile.ranked(measured.map { ($0.target, $0.lines.functions) })
        expressions = CompileProfile.ranked(measured.map { ($0.target, $0.lines.expressions) })
        var byFile: [FileTime: Double] = [:], byTarget: [TargetID: Double] = [:]
        for entry in functions where !entry.isInner {
            byFile[FileTime(target: entry.target, file: entry.place.file, milliseconds: 0), default: 0] +=
                entry.milliseconds
            byTarget[entry.target, default: 0] += entry.milliseconds
        }
        files = byFile.map { FileTime(target: $0.key.target, file: $0.key.file, milliseconds: $0.value) }
            .sorted { ($1.milliseconds, $0.target, $0.file) < ($0.milliseconds, $1.target, $1.file) }
        targets = measured.map {
            TargetTime(
                target: $0.target, milliseconds: (byTarget[$0.target] ?? 0) + $0.lines.placeless,
                ofCompiler: $0.ofCompiler)
        }
        .sorted { ($1.milliseconds, $0.target) < ($0.milliseconds, $1.target) }
    }

    private struct Place: Hashable {
        var target: TargetID
        var place: TimingLines.Place
        var name: String
    }

    private static func ranked(_ timings: [(TargetID, [TimingLines.Timing])]) -> [Entry] {
        var found: [Place: Entry] = [:]
        for (target, timings) in timings {
            for timing in timings {
                let key = Place(target: target, place: timing.place, name: timing.name)
                let new = Entry(
                    target: target, place: timing.place, name: timing.name, milliseconds: 0, times: 0,
                    isInner: timing.isInner)
                found[key, default: new].milliseconds += timing.milliseconds
                found[key]?.times += 1
            }
        }
        return found.values.sorted {
            ($1.milliseconds, $0.target, $0.place, $0.name) < ($0.milliseconds, $1.target, $1.place, $1.name)
        }
    }
}
