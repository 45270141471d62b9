import ArchitectureRules
import BuildPlanning
import Disk
import Targets
import Workspaces

/// The rules of the architecture where `mono.json` lets them stop a build (`architecture.enforce`).
///
/// They are asked through the files of the open workspace: what they look at is part of what the record of the build
/// looks at.
struct EnforcedRules {
    /// Of the targets that are built.
    private let findings: [Finding]
    private let names: TargetNames

    /// Looks at the sources of what is built, and at nothing else; where nothing is enforced, at nothing.
    init(_ build: PlannedBuild) throws(ErrorReport) {
        let workspace = build.workspace, graph = workspace.loaded.graph
        names = TargetNames(graph)
        guard workspace.configuration.architecture.isEnforced else {
            findings = []
            return
        }
        let built = Set(
            build.plan.graph.actions.values.compactMap { action -> TargetID? in
                if case .target(let id) = action.subject { id } else { nil }
            })
        let outlines = SourceOutlines(workspace), baseline = try Baseline.named(by: workspace)
        findings = ArchitectureCheck(workspace, outlines).findings(about: built)
            .filter { baseline?.holds($0) != true }
        outlines.save()
    }

    /// Prints what there is to say, in the form of compilers, and returns it. Throws where a finding is an error.
    func check(_ session: Session) throws -> [String] {
        let console = BuildConsole(session.terminal), style = session.terminal.errors.style
        let said = findings.map { finding in
            let words = finding.words(names), isError = finding.severity == .error
            let place = finding.line.map { "\(finding.file):\($0)" } ?? finding.file
            let label = isError ? style.red("error:") : style.yellow("warning:")
            return """
                \(style.bold(VisibleText.of(place))): \(label) \(VisibleText.of("\(words.what) [\(finding.rule)]"))
                  why:  \(VisibleText.of(words.why))
                  help: \(VisibleText.of(words.help))
                """
        }
        for text in said { console.say(text) }
        let errors = findings.count { $0.severity == .error }
        guard errors > 0 else { return said }
        throw ErrorReport(
            code: .findings,
            what:
                "nothing is built: \(Words.count(errors, "target or import breaks", "targets or imports break")) a rule",
            help: "'mono check' lists all findings; mono.json enforces the rules: architecture.enforce")
    }
}

extension SourceOutlines {
    /// Those that are remembered in the workspace.
    convenience init(_ workspace: OpenWorkspace) {
        self.init(
            files: workspace.files, digests: workspace.workspaceDigests, path: workspace.root / ".mono/state/outlines")
    }
}

extension ArchitectureCheck {
    init(_ workspace: OpenWorkspace, _ outlines: SourceOutlines) {
        self.init(
            workspace.loaded, workspace.configuration.architecture, markers: workspace.configuration.wiring?.module,
            router: workspace.configuration.wiring?.router?.serviceModule,
            withGraph: workspace.configuration.wiring?.withGraph ?? [],
            hasAccessors: workspace.configuration.wiring?.hasAccessors ?? false,
            files: workspace.files, outlines: outlines)
    }
}
