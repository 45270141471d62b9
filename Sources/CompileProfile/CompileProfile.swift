import Targets

/// Where the compiler's type checker spends its time, over any number of targets.
public struct CompileProfile: Sendable {
    /// A function or an expression; equal places count as one.
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
        /// Of an expression in a body: where that is declared.
        public var owner: TimingLines.Place?
    }

    public struct FileTime: Hashable, Sendable {
        public var target: TargetID
        public var file: String
        public var milliseconds: Double
    }

    public struct TargetTime: Hashable, Sendable {
        public var target: TargetID
        /// Of all bodies, those that the compiler made too, and of the expressions outside of bodies.
        public var milliseconds: Double
        /// What the compiler itself counts as checking types, bodies and declarations; nil where it did not say.
        public var ofCompiler: Double?
    }

    /// Each with the most expensive first; among equal ones by place.
    public let functions, expressions: [Entry]
    public let files: [FileTime]
    public let targets: [TargetTime]

    /// Expressions that are in no body: initial values of properties and globals, default arguments.
    public var outside: [Entry] { expressions.filter { !$0.isInner } }

    /// Of all bodies and of the expressions outside of them, in milliseconds.
    public var total: Double { targets.reduce(0) { $0 + $1.milliseconds } }

    /// What the compiler counts, in milliseconds; nil where it said nothing of some target.
    public var ofCompiler: Double? {
        targets.allSatisfy { $0.ofCompiler != nil } ? targets.reduce(0) { $0 + ($1.ofCompiler ?? 0) } : nil
    }

    /// `measured`: what the compiler printed of each target, and what it counted in milliseconds. `source`: the content
    /// of a file as the compiler names it; nil where it cannot be read.
    public init(
        _ measured: [(target: TargetID, lines: TimingLines, ofCompiler: Double?)],
        source: (TargetID, String) -> [UInt8]? = { _, _ in nil }
    ) {
        functions = CompileProfile.ranked(measured.map { ($0.target, $0.lines.functions) })
        expressions = CompileProfile.owned(
            CompileProfile.ranked(measured.map { ($0.target, $0.lines.expressions) }), by: functions, source)
        var byFile: [FileTime: Double] = [:], byTarget: [TargetID: Double] = [:]
        for entry in functions + expressions where !entry.isInner {
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

    private struct Source: Hashable {
        var target: TargetID
        var file: String
    }

    /// The expressions, each with the body that it is in. Where the source does not say, it is the last one that begins
    /// before. A body that took less time does not hold the time of the expression, whatever the text looks like.
    private static func owned(
        _ expressions: [Entry], by functions: [Entry], _ source: (TargetID, String) -> [UInt8]?
    ) -> [Entry] {
        let byFile = Dictionary(grouping: functions) { Source(target: $0.target, file: $0.place.file) }
        var known: [Source: SourceBodies?] = [:], rooms: [Source: [TimingLines.Place: Double]] = [:]
        return expressions.map { expression in
            let file = Source(target: expression.target, file: expression.place.file)
            let around = byFile[file] ?? []
            if known[file] == nil {
                known[file] = .some(
                    source(file.target, file.file).flatMap {
                        SourceBodies($0, places: Set(around.map(\.place)))
                    })
                // A getter and a setter may have one place.
                rooms[file] = Dictionary(around.map { ($0.place, $0.milliseconds) }, uniquingKeysWith: +)
            }
            let bodies = known[file] ?? nil
            let owner =
                bodies.map { $0.owner(of: expression.place) }
                ?? around.map(\.place).filter { $0 <= expression.place }.max()
            // An expression may be checked twice in its body, and its times are whole milliseconds.
            let held = bodies == nil ? expression.milliseconds : expression.milliseconds / 2
            guard let owner, let room = rooms[file]?[owner], room + Double(expression.times) >= held else {
                return expression
            }
            var inner = expression
            (inner.isInner, inner.owner) = (true, owner)
            return inner
        }
    }
}
