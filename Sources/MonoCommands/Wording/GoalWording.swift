import BuildPlanning
import Targets
import Workspaces

extension GoalSelection.Failure: Reportable {
    var report: ErrorReport {
        switch self {
        case .unknown(let name, let known):
            ErrorReport(
                code: .usage, what: "no target or product is named '\(name)'",
                help: Words.suggestion(for: name, among: known) ?? "'mono graph' lists what there is")
        case .unknownProduct(let name, let known):
            ErrorReport(
                code: .usage, what: "no product is named '\(name)'",
                help: Words.suggestion(for: name, among: known) ?? offered(known))
        case .ambiguous(let name, let choices):
            ErrorReport(
                code: .usage, what: "several packages have a '\(name)'",
                help: "say which: \(Words.alternatives(choices))")
        case .noTests(let name, let known):
            ErrorReport(
                code: .usage, what: "no test target is named '\(name)', and none lies there",
                help: name == "list"
                    ? "'mono test --list' prints the names of the tests"
                    : Words.suggestion(for: name, among: known)
                        ?? (known.isEmpty
                            ? "the workspace has no test targets"
                            : "there is \(Words.alternatives(Array(known.prefix(8)), joint: "and"))"))
        case .noTestTargets:
            ErrorReport(
                code: .testsFailed, what: "the workspace has no test targets",
                help: "a manifest declares one with '.testTarget(name: \"NAME\")', and its sources lie in 'Tests/NAME'")
        case .nothingThere(let path):
            ErrorReport(
                code: .usage, what: "no target of the workspace lies at '\(path)'",
                help: "'mono graph' lists what there is")
        }
    }

    private func offered(_ known: [String]) -> String {
        known.isEmpty
            ? "the workspace has no products" : "there is \(Words.alternatives(Array(known.prefix(8)), joint: "and"))"
    }
}

extension LeftOut {
    /// One warning about everything that a build has to leave out; nil where nothing has to be.
    static func report(_ all: [LeftOut]) -> ErrorReport? {
        if all.isEmpty { return nil }
        return ErrorReport(
            severity: .warning, code: .leftOut,
            what:
                """
                \(Words.count(all.count, "target")) left out, because mono cannot build \
                \(all.count == 1 ? "it" : "them") yet
                """,
            details: all.map { "'\($0.target.name)' (\(Words.manifest(of: $0.target.package))): \($0.reason)" })
    }

    /// What stands in the way, of the target itself or of what it needs.
    var reason: String {
        let obstacles = obstacles.map(\.sentence).joined(separator: "; ")
        return target == cause
            ? obstacles : "it needs '\(cause.name)' (\(Words.manifest(of: cause.package))), and of that: \(obstacles)"
    }
}
