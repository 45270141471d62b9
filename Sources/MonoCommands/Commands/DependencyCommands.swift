import JSON
import Targets
import Workspaces

/// What `deps`, `dependents` and `path` are asked.
struct DependencyOptions: Hashable, Sendable {
    enum Form: Hashable, Sendable { case names, json, dot }

    var names: [String] = []
    var isDirect = false
    /// As often as they were asked for.
    var forms: [Form] = []
    var cache = CacheOptions()

    static var arguments: [Argument<DependencyOptions>] {
        [
            .flag("--json", help: "as JSON") { $0.forms.append(.json) },
            .flag("--dot", help: "print a graph for Graphviz") { $0.forms.append(.dot) },
        ] + CacheOptions.arguments.map { $0.within(\.cache) }
    }

    static var direct: Argument<DependencyOptions> {
        .flag("--direct", help: "only direct ones") { $0.isDirect = true }
    }

    static func target(_ name: String, _ help: String) -> Argument<DependencyOptions> {
        .positional(name, reads: .text(name, completion: .names(.targets)), help: help) { $0.names.append($1) }
    }

    /// Prints what `find` makes of the targets that were named.
    func answer(in session: Session, _ find: (TargetGraph, [TargetID]) throws -> [TargetID]) throws -> ExitCode {
        guard Set(forms).count <= 1 else {
            throw ErrorReport(
                code: .usage, what: "'--json' and '--dot' are two forms of one answer", help: "give one of them")
        }
        let programs = Programs()
        let workspace = try session.open(cache, programs)
        let graph = workspace.loaded.graph, selection = GoalSelection(workspace, from: session.folder)
        let asked = try names.map { try selection.target($0) }
        let found = try find(graph, asked)
        let output = session.terminal.output
        switch forms.first ?? .names {
        case .names: for name in TargetNames(graph).names(of: found) { output.print(name) }
        case .json:
            output.print(
                JSONText.object([
                    ("format", 1), ("asked", .array(asked.map { .text($0.description) })),
                    ("targets", .array(found.map { .text($0.description) })),
                ]).description)
        case .dot:
            let all = Set(found + asked)
            var picture = GraphPicture(graph: graph, shown: graph.order.filter(all.contains))
            picture.marked = Set(asked)
            output.print(picture.dot())
        }
        return .success
    }
}

/// `mono deps T`.
enum DependenciesCommand: Subcommand {
    static let syntax = CommandSyntax<DependencyOptions>(
        "deps", "prints what a target depends on", defaults: DependencyOptions(),
        arguments: [
            DependencyOptions.target("TARGET", "a target, by its name or as PACKAGE:NAME"), DependencyOptions.direct,
        ] + DependencyOptions.arguments,
        examples: [
            .init(line: "mono deps Net --direct", meaning: "the targets behind the products that its manifest names")
        ])

    static func run(_ options: DependencyOptions, in session: Session) throws -> ExitCode {
        try options.answer(in: session) { graph, asked in
            options.isDirect ? graph.dependencies(of: asked[0]) : graph.closure(of: asked).filter { $0 != asked[0] }
        }
    }
}

/// `mono dependents T`.
enum DependentsCommand: Subcommand {
    static let syntax = CommandSyntax<DependencyOptions>(
        "dependents", "prints what depends on a target", defaults: DependencyOptions(),
        arguments: [
            DependencyOptions.target("TARGET", "a target, by its name or as PACKAGE:NAME"), DependencyOptions.direct,
        ] + DependencyOptions.arguments,
        examples: [.init(line: "mono dependents Core --dot | dot -Tsvg > core.svg", meaning: "as a picture")])

    static func run(_ options: DependencyOptions, in session: Session) throws -> ExitCode {
        try options.answer(in: session) { graph, asked in
            options.isDirect ? graph.directDependents(of: asked[0]) : graph.dependents(of: asked[0])
        }
    }
}

/// `mono path A B`.
enum PathCommand: Subcommand {
    static let syntax = CommandSyntax<DependencyOptions>(
        "path", "prints a shortest path of dependencies between two targets",
        discussion: ["If FROM does not depend on TO, mono reports an error and ends with 2."],
        defaults: DependencyOptions(),
        arguments: [
            DependencyOptions.target("FROM", "the target that depends"),
            DependencyOptions.target("TO", "the target that may be a dependency"),
        ]
            + DependencyOptions.arguments,
        examples: [.init(line: "mono path app CNIOLinux", meaning: "why the app needs it")])

    static func run(_ options: DependencyOptions, in session: Session) throws -> ExitCode {
        var unmet: ErrorReport?
        let code = try options.answer(in: session) { graph, asked in
            let path = graph.path(from: asked[0], to: asked[1])
            if path == nil { unmet = noPath(graph, from: asked[0], to: asked[1]) }
            return path ?? []
        }
        if let unmet { throw unmet }
        return code
    }

    private static func noPath(_ graph: TargetGraph, from: TargetID, to: TargetID) -> ErrorReport {
        let names = TargetNames(graph).names(of: [from, to])
        let isOtherWayRound = graph.path(from: to, to: from) != nil
        return ErrorReport(
            code: .usage, what: "'\(names[0])' does not depend on '\(names[1])'",
            help: isOtherWayRound
                ? "it is the other way round: mono path \(names[1]) \(names[0])"
                : "'mono deps \(names[0])' lists what it depends on")
    }
}
