import AffectedTargets
import JSON
import Targets

/// What `mono affected` prints, in each of its forms.
struct AffectedReport {
    let answer: AffectedAnswer
    /// Of the affected targets those that were asked for; sorted.
    let shown: [TargetID]
    let revision: String
    let base: String?
    /// What the change does to each, where that was asked for.
    var effects: [TargetID: AffectedEffect]?

    init(answer: AffectedAnswer, shown: [TargetID], revision: String, base: String?) {
        (self.answer, self.shown, self.revision, self.base) = (answer, shown, revision, base)
    }

    private var graph: TargetGraph { answer.graph }

    /// As `mono build` takes them.
    var names: [String] { TargetNames(graph).names(of: shown) }

    /// Those that are not known to be untouched.
    var touched: [TargetID] { shown.filter { effects?[$0] != .untouched } }

    /// Three sets, one after the other: what is done with a target, a tab, its name.
    var namesByEffect: [String] {
        AffectedEffect.allCases.flatMap { effect in
            TargetNames(graph).names(of: shown.filter { effects?[$0] == effect }).map { "\(effect.rawValue)\t\($0)" }
        }
    }

    /// That some test targets are there only because nobody knows what they read; nil where there are none.
    var note: ErrorReport? {
        let unknown = shown.filter { answer.direct[$0] == [.unknownReads] }
        if unknown.isEmpty { return nil }
        let tests = unknown.count == 1 ? "'\(unknown[0].name)' is" : "\(unknown.count) test targets are"
        return ErrorReport(
            severity: .note, code: .success, what: "\(tests) affected because it is not known yet what the tests read",
            help:
                """
                run 'mono test' in a work tree without edits, or name the cache that such a run shares: --shared-cache \
                DIR
                """
        )
    }

    var packages: [String] { Set(shown.map(\.package)).sorted().map { graph.packages[$0]?.folder ?? $0.name } }

    /// Each target, and why it is there.
    func reasons(_ style: Style) -> [String] {
        zip(shown, names).flatMap { id, name in
            let lines = answer.direct[id]?.map(\.sentence) ?? [sentence(about: answer.way(from: id))]
            return [style.bold(name)] + lines.map { "  \($0)" }
        }
    }

    /// `depends on B, which depends on C: c.swift was edited`.
    private func sentence(about way: [TargetID]) -> String {
        let names = TargetNames(graph).names(of: way).dropFirst()
        let last = answer.direct[way[way.count - 1]]?.first.map { ": \($0.sentence)" } ?? ""
        return "depends on " + names.joined(separator: ", which depends on ") + last
    }

    var json: String {
        JSONText.object([
            ("format", 1), ("since", .text(revision)), ("base", base.map(JSONText.text) ?? .null),
            ("packages", .array(packages.map(JSONText.text))),
            (
                "targets",
                .array(
                    shown.map { id in
                        .object(
                            [
                                ("id", .text(id.description)), ("name", .text(id.name)),
                                ("package", .text(id.package.name)),
                                ("kind", .text(graph.targets[id].map { "\($0.kind)" } ?? "")),
                                ("reasons", .array((answer.direct[id] ?? []).map(\.json))),
                                ("way", .array(answer.way(from: id).dropFirst().map { .text($0.description) })),
                            ] + (effects.map { [("effect", .optional($0[id]?.rawValue))] } ?? []))
                    })
            ),
        ]).description
    }

    /// The affected targets and the dependencies between them; those that the change reaches at once are filled.
    var dot: String {
        let all = Set(shown)
        var picture = GraphPicture(graph: graph, shown: graph.order.filter(all.contains))
        picture.marked = Set(answer.direct.keys)
        return picture.dot()
    }
}

/// The shortest names that `mono build` takes for targets.
struct TargetNames {
    let graph: TargetGraph
    private let owners: [String: Int]

    init(_ graph: TargetGraph) {
        self.graph = graph
        owners = graph.order.filter { !$0.package.isExternal }.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
    }

    func names(of ids: some Sequence<TargetID>) -> [String] { ids.map(name) }

    func name(of id: TargetID) -> String { owners[id.name] == 1 && !id.package.isExternal ? id.name : id.description }
}
