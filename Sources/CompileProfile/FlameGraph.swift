import Targets

/// A profile as boxes on boxes: targets at the bottom, upon them their files, upon these functions and the expressions
/// outside of functions, as wide as the time that they took; other expressions lie upon the functions that they are in.
/// Functions in functions are part of those.
public struct FlameGraph: Sendable {
    public struct Box: Hashable, Sendable {
        /// Short.
        public var label: String
        /// The whole name, with the place.
        public var detail: String
        public var milliseconds: Double
        /// The most expensive first. Together they take no longer than the box.
        public var children: [Box] = []
    }

    /// Of all targets.
    public let root: Box

    /// `name`: how a target is called. `file`: how a file is.
    public init(_ profile: CompileProfile, name: (TargetID) -> String, file: (String, TargetID) -> String) {
        let functions = Dictionary(grouping: profile.functions.filter { !$0.isInner }) {
            Source(target: $0.target, file: $0.place.file)
        }
        let expressions = Dictionary(grouping: profile.expressions) {
            Source(target: $0.target, file: $0.place.file)
        }
        let files = Dictionary(grouping: profile.files, by: \.target)
        let targets = profile.targets.filter { $0.milliseconds > 0 }.map { target in
            Box(
                label: name(target.target), detail: "target \(name(target.target))", milliseconds: target.milliseconds,
                children: (files[target.target] ?? []).map { time in
                    let source = Source(target: target.target, file: time.file)
                    let path = file(time.file, target.target)
                    return Box(
                        label: String(path.split(separator: "/").last ?? ""), detail: path,
                        milliseconds: time.milliseconds,
                        children: FlameGraph.boxes(
                            of: functions[source] ?? [], with: expressions[source] ?? [], in: path))
                })
        }
        root = Box(
            label: "type checking", detail: "all targets", milliseconds: profile.total, children: targets)
    }

    private struct Source: Hashable {
        var target: TargetID
        var file: String
    }

    private static func boxes(
        of functions: [CompileProfile.Entry], with expressions: [CompileProfile.Entry], in path: String
    ) -> [Box] {
        let owners = Set(functions.map(\.place))
        var inside = Dictionary(
            grouping: expressions.filter { $0.owner.map(owners.contains) == true }, by: \.owner)
        let bodies = functions.map { entry in
            var room = entry.milliseconds
            let children = (inside.removeValue(forKey: entry.place) ?? []).compactMap { expression -> Box? in
                guard expression.milliseconds <= room else { return nil }
                room -= expression.milliseconds
                return box(of: expression, "expression in line \(expression.place.line)", in: path)
            }
            return box(of: entry, SpokenName(entry.name).text, in: path, children)
        }
        let outside = expressions.filter { !$0.isInner }.map {
            box(of: $0, "in no body: line \($0.place.line)", in: path)
        }
        return (bodies + outside).sorted { $0.milliseconds > $1.milliseconds }
    }

    private static func box(
        of entry: CompileProfile.Entry, _ label: String, in path: String, _ children: [Box] = []
    ) -> Box {
        let place = "\(path):\(entry.place.line):\(entry.place.column)"
        return Box(
            label: label, detail: entry.name.isEmpty ? place : "\(entry.name), \(place)",
            milliseconds: entry.milliseconds, children: children)
    }
}

/// The compiler's name of a body as people write it: `getter S.x.getter` is `S.x get`.
struct SpokenName {
    let text: String

    private static let kinds = [
        "global function ", "local function ", "instance method ", "static method ", "class method ", "initializer ",
        "deinitializer ", "enum case ",
    ]
    private static let accessors = [
        ("getter ", ".getter", " get"), ("setter ", ".setter", " set"),
        ("didSet observer ", ".didSet observer", " didSet"), ("willSet observer ", ".willSet observer", " willSet"),
        ("_modify accessor ", "._modify accessor", " _modify"), ("_read accessor ", "._read accessor", " _read"),
    ]

    init(_ name: String) {
        for (start, end, word) in SpokenName.accessors where name.hasPrefix(start) && name.hasSuffix(end) {
            text = name.dropFirst(start.count).dropLast(end.count) + word
            return
        }
        let kind = SpokenName.kinds.first { name.hasPrefix($0) }
        text = String(name.dropFirst(kind?.count ?? 0))
    }
}
