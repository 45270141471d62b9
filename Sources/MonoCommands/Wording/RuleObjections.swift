import ArchitectureRules
import Targets
import Workspaces

/// What the rules of the architecture say about a dependency that somebody lacks.
struct RuleObjections: Sendable {
    private let workspace: OpenWorkspace

    init(_ workspace: OpenWorkspace) { self.workspace = workspace }

    /// What to do instead of letting the first target depend on the second; nil where no rule objects. Looks at all
    /// features of the workspace each time, so it is for builds that failed.
    func help(_ target: TargetID, _ other: TargetID) -> String? {
        guard !target.package.isExternal, !other.package.isExternal else { return nil }
        let check = ArchitectureCheck(workspace, SourceOutlines(workspace))
        guard let finding = check.objection(to: target, dependingOn: other) else { return nil }
        let words = finding.words(TargetNames(workspace.loaded.graph))
        return "\(words.help) (the rule '\(finding.rule)' forbids that '\(target.name)' depends on '\(other.name)')"
    }
}
