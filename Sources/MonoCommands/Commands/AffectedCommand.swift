import AffectedTargets
import Disk
import GitHistory
import Parallelism
import Synchronization
import Targets
import Workspaces

/// `mono affected`: which targets a change reaches.
enum AffectedCommand: Subcommand {
    /// As people and scripts ask for them.
    enum KindChoice: String, CaseIterable, Hashable, Sendable {
        case library, executable, test, snippet, macro, plugin, system, binary

        init(_ kind: Target.Kind) {
            self =
                switch kind {
                case .library: .library
                case .executable: .executable
                case .snippet: .snippet
                case .test: .test
                case .macro: .macro
                case .plugin: .plugin
                case .system: .system
                case .binary: .binary
                }
        }
    }

    enum Form: Hashable, Sendable { case names, packages, reasons, json, dot }

    struct Options: Hashable, Sendable {
        var comparison = AffectedOptions()
        var kinds: [KindChoice] = []
        /// As often as they were asked for.
        var forms: [Form] = []
        var endsWithZero = false
        var setsExitCode = false
        var isByDigest = false
        /// How modules are emitted, where they are.
        var build = BuildOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "affected", "lists the targets that a change affects",
        discussion: [
            """
            mono compares git's list of changed files and the manifests of both revisions with the dependencies \
            between targets, and builds nothing. For a target that is not listed, mono found no change; \
            Docs/Affected.md names what it cannot see.
            """,
            "Edits in the work tree and untracked files count. Empty output means that mono found no change.",
        ],
        defaults: Options(),
        arguments: AffectedOptions.arguments.map { $0.within(\.comparison) } + [
            .option(
                "--kind", reads: .choice(name: "KIND"), isRepeatable: true,
                help: "list only targets of this kind: library, executable, test…"
            ) { $0.kinds.append($1) },
            .flag("--packages", help: "print the folders of the packages with affected targets") {
                $0.forms.append(.packages)
            },
            .flag("--why", help: "print the files that changed, and the path from them to each target") {
                $0.forms.append(.reasons)
            },
            .flag("--json", help: "print JSON, with reasons") { $0.forms.append(.json) },
            .flag("--dot", help: "print a graph for Graphviz") { $0.forms.append(.dot) },
            .flag("-0", help: "end each name with a zero byte instead of a line end, for 'xargs -0'") {
                $0.endsWithZero = true
            },
            .flag(
                "--by-digest",
                help:
                    """
                    emit the modules of both revisions, and print for each target whether it would be compiled again, \
                    only linked or run, or neither
                    """
            ) { $0.isByDigest = true },
            .flag("--exit-code", help: "exit with 8 if a target is affected, and with 0 if none is") {
                $0.setsExitCode = true
            },
        ] + BuildOptions.argumentsAboutHow.map { $0.within(\.build) },
        examples: [
            .init(
                line: "mono affected --since HEAD~1", meaning: "what the last commit and the edits since then affect"),
            .init(
                line: "mono affected --since origin/main --kind test --committed",
                meaning: "the tests that a pull request needs"),
            .init(line: "mono affected --since main --why", meaning: "and why"),
            .init(line: "mono affected --since main --by-digest", meaning: "which of them would be compiled again"),
            .init(line: "mono build --affected --since origin/main", meaning: "build only these"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let form = try form(of: options)
        let programs = Programs()
        let asked = Mutex<Background<Result<AffectedChanges, any Error>>?>(nil)
        // No git is left behind, whatever comes in between.
        defer { _ = asked.withLock { $0 }?.wait() }
        let closed = try programs.interruptible { try session.workspace(options.build, programs) }
        let workspace = try session.open(closed, programs) {
            guard let comparison = options.comparison.comparison else { return }
            asked.withLock {
                $0 = Background { Result { try changes(comparison, at: closed.root, session, programs) } }
            }
        }
        let early = asked.withLock { $0 }?.wait()
        let selection = try options.comparison.find(in: workspace, session, programs, early: early)
        let kinds = Set(options.kinds)
        let shown = selection.answer.targets.filter { id in
            kinds.isEmpty || selection.answer.graph.targets[id].map { kinds.contains(KindChoice($0.kind)) } ?? false
        }
        var report = AffectedReport(
            answer: selection.answer, shown: shown, revision: options.comparison.revision ?? "", base: selection.base)
        if options.isByDigest {
            report.effects = try programs.interruptible {
                try workspace.effects(
                    of: selection, isCommitted: options.comparison.isCommitted, options.build.settings(in: session),
                    asking: options.build.asking(workspace, in: session, programs)
                ) {
                    try BuildReporting(options.build, $0, in: session.moved(to: $0.workspace.root), isQuiet: true)
                        .observers
                }
            }
        }
        let output = session.terminal.output
        if shown.isEmpty, [.names, .packages, .reasons].contains(form) {
            let what = kinds.isEmpty ? "nothing is" : "no target of these kinds is"
            session.terminal.errors.print("\(what) affected since \(options.comparison.revision ?? "the last commit")")
        }
        if [.names, .packages].contains(form), let note = report.note {
            session.terminal.errors.print(note.rendered(session.terminal.errors.style))
        }
        switch form {
        case .names where options.isByDigest: output.write(report.namesByEffect, endingWithZero: false)
        case .names: output.write(report.names, endingWithZero: options.endsWithZero)
        case .packages: output.write(report.packages, endingWithZero: options.endsWithZero)
        case .reasons: output.write(report.reasons(output.style), endingWithZero: false)
        case .json: output.print(report.json)
        case .dot: output.print(report.dot)
        }
        return options.setsExitCode && !report.touched.isEmpty ? .affected : .success
    }

    /// Nothing of it needs the workspace's manifests but where links lead out of the root: so git is asked while these
    /// are read.
    private static func changes(
        _ comparison: Comparison, at root: AbsolutePath, _ session: Session, _ programs: Programs
    ) throws -> AffectedChanges {
        let files = LocalFileSystem()
        let repository = try GitRepository(
            around: root, files: files, commands: programs.commands, environment: session.environment.variables,
            cancellation: programs.cancellation)
        return try AffectedChanges(comparison, in: repository, at: root, files: files)
    }

    private static func form(of options: Options) throws -> Form {
        let forms = Set(options.forms)
        guard forms.count <= 1 else {
            throw ErrorReport(
                code: .usage, what: "'--packages', '--why', '--json' and '--dot' are four forms of one answer",
                help: "give one of them")
        }
        let form = forms.first ?? .names
        if options.isByDigest, ![.names, .json].contains(form) || options.endsWithZero {
            throw ErrorReport(
                code: .usage, what: "'--by-digest' answers with three sets of targets",
                help: "it goes with '--json' alone")
        }
        if options.endsWithZero, ![.names, .packages].contains(form) {
            throw ErrorReport(
                code: .usage, what: "'-0' is about names alone", help: "leave '--why', '--json' or '--dot' away")
        }
        return form
    }
}

extension Channel {
    /// All lines at once; none where there are none.
    fileprivate func write(_ lines: [String], endingWithZero: Bool) {
        let end = endingWithZero ? "\0" : "\n"
        sink.write(lines.map { $0 + end }.joined())
    }
}
