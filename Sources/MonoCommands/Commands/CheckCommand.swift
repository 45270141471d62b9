import ArchitectureRules
import Disk
import PackageManifests
import Workspaces

/// `mono check`: holds the workspace against the rules of its architecture.
enum CheckCommand: Subcommand {
    enum Form: Hashable, Sendable { case text, json, annotations }

    struct Options: Hashable, Sendable {
        /// As often as they were asked for.
        var forms: [Form] = []
        /// As they were typed.
        var baseline: String?
        var newBaseline: String?
        var cache = CacheOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "check", "checks targets, imports and features against the rules",
        discussion: [
            """
            mono reads manifests and the text of sources, and compiles nothing. Features are targets with the names of \
            a feature (Menu, MenuInterface, MenuTesting, MenuTests, MenuExample), or targets that mono.json names.
            """,
            """
            Rules: feature-edge, feature-layer, feature-cycle, interface-dependency, interface-body, global-instance, \
            undeclared-import, unused-dependency, type-by-name, and those of mono.json. Docs/Rules.md explains each.
            """,
            "The exit code is 9 where there are findings that are no mere warnings.",
        ],
        defaults: Options(),
        arguments: [
            .option(
                "--baseline", reads: .file, help: "leave out what FILE lists (default: the baseline of mono.json)"
            ) { $0.baseline = $1 },
            .option("--write-baseline", reads: .file, help: "write the findings to FILE, and exit with 0") {
                $0.newBaseline = $1
            },
            .flag("--json", help: "as JSON") { $0.forms.append(.json) },
            .flag(
                "--annotations", help: "print annotations, which GitHub Actions shows beside the code of a pull request"
            ) {
                $0.forms.append(.annotations)
            },
        ] + CacheOptions.arguments.map { $0.within(\.cache) },
        examples: [
            .init(line: "mono check", meaning: "everything"),
            .init(line: "mono check --write-baseline check.txt", meaning: "accept the findings of an old code base"),
            .init(line: "mono check --baseline check.txt --annotations", meaning: "in CI: only new findings"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        guard Set(options.forms).count <= 1 else {
            throw ErrorReport(
                code: .usage, what: "'--json' and '--annotations' are two forms of one answer", help: "give one of them"
            )
        }
        let programs = Programs()
        let files = LocalFileSystem()
        let named = try options.baseline.map { path in
            try EarlierOutput(command: "mono check --write-baseline", path: path, isPrinted: false).read(in: session) {
                Baseline(text: String(decoding: $0, as: UTF8.self))
            }
        }
        let workspace = try session.open(options.cache, programs)
        let outlines = SourceOutlines(workspace)
        let check = ArchitectureCheck(workspace, outlines)
        if let (feature, target) = check.features.unknownNames.first {
            throw ErrorReport(
                code: .workspace,
                what: "mono.json says that '\(target)' belongs to feature '\(feature)', and there is no such target",
                place: workspace.configuration.file.map { "\($0)" },
                help: Words.suggestion(
                    for: target,
                    among: workspace.loaded.graph.targets.keys.filter { !$0.package.isExternal }.map(\.name)))
        }
        warn(of: check.idlePatterns(), in: workspace, session.terminal.errors)
        let all = check.findings()
        outlines.save()
        if let path = options.newBaseline {
            do {
                try files.writeNamed(Array(Baseline(all).text.utf8), to: session.path(path), durably: true)
            } catch {
                throw ErrorReport(code: .storage, what: "cannot write '\(path)': \(Words.systemError(error.code))")
            }
            session.terminal.output.print("\(Words.count(all.count, "finding")) written to \(path)")
            return .success
        }
        let baseline = try named ?? Baseline.named(by: workspace)
        let report = CheckReport(
            findings: all.filter { baseline?.holds($0) != true },
            known: baseline.map { known in all.count { known.holds($0) } } ?? 0,
            gone: baseline?.countGone(since: all) ?? 0, graph: workspace.loaded.graph,
            features: check.features.features.count)
        let output = session.terminal.output
        switch options.forms.first ?? .text {
        case .text: for line in report.lines(output.style) { output.print(line) }
        case .json: output.print(report.json)
        case .annotations: for line in report.annotations { output.print(line) }
        }
        return report.errors == 0 ? .success : .findings
    }

    private static func warn(of idle: [(pattern: String, line: Int)], in workspace: OpenWorkspace, _ errors: Channel) {
        for (pattern, line) in idle {
            let report = ErrorReport(
                severity: .warning, code: .success, what: "no target fits '\(pattern)': this rule says nothing",
                place: workspace.configuration.file.map { "\($0):\(line)" }, help: help(for: pattern, workspace))
            errors.print(report.rendered(errors.style))
        }
    }

    /// What may stand there.
    private static func help(for pattern: String, _ workspace: OpenWorkspace) -> String? {
        let graph = workspace.loaded.graph
        switch pattern.split(separator: ":", maxSplits: 1).first {
        case "kind" where pattern.contains(":"):
            return "kinds are library, executable, snippet, test, macro, plugin, system and binary"
        case "package" where pattern.contains(":"):
            let names = graph.packages.keys.map(\.name).sorted()
            return "'package:' takes the folder of a package, or the identity of an external one; there are "
                + names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", \u{2026}" : "")
        default: return Words.suggestion(for: pattern, among: graph.targets.keys.map(\.name))
        }
    }
}
