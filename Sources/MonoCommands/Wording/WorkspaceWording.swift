import BuildEngine
import Disk
import PackageManifests
import Workspaces

extension WorkspaceLock.Holder {
    func waiting(in root: AbsolutePath) -> String {
        switch self {
        case .mono: "waiting for another mono that works in \(root)"
        case .tools: "waiting for compilers that still work in \(root): the mono that started them was killed"
        }
    }
}

extension WorkspaceLock.Busy: Reportable {
    var report: ErrorReport {
        ErrorReport(
            code: .workspace,
            what: holder == .mono
                ? "another mono works in \(root)" : "compilers of a mono that was killed still work in \(root)")
    }
}

extension Stopped: Reportable {
    var report: ErrorReport { ErrorReport(severity: .note, code: .interrupted(signal: 2), what: "stopped") }
}

extension CacheSettings.Overlap: Reportable {
    var report: ErrorReport {
        ErrorReport(
            code: .usage,
            what: "the cache '\(local)' and the shared cache '\(shared)' are one folder, or one lies in the other",
            details: ["what one of them may not change, the other would"],
            help: "choose another folder for one: '--cache-dir', '--shared-cache'")
    }
}

extension UnusableRoot: Reportable {
    var report: ErrorReport {
        ErrorReport(
            code: .workspace, what: "nothing can be built in a folder with a '%' in its path", place: root.string,
            details: ["clang cannot keep its modules there: some compiles would fail, others not"],
            help: "move or rename the folder")
    }
}

extension EarlierWorkspaceError: Reportable {
    var report: ErrorReport {
        var report = fault.report
        report.what = "the workspace as it was cannot be read ('\(revision)'): \(report.what)"
        report.help = [report.help, "'--fallback all' goes on with all targets"].compactMap { $0 }.joined(
            separator: "; ")
        return report
    }
}

extension NotCommitted: Reportable {
    var report: ErrorReport {
        ErrorReport(
            code: .usage, what: "'\(root)' holds no workspace in the current commit", help: "leave '--committed' away")
    }
}

extension NotInRevision: Reportable {
    var report: ErrorReport { ErrorReport(code: .usage, what: "'\(root)' is not in the revision '\(revision)'") }
}

extension PluginsFailed: Reportable {
    var report: ErrorReport {
        let code =
            ExitCode(failureOf: summary, signal: nil) ?? ExitCode(failureOf: summary.verification) ?? .buildFailed
        return ErrorReport(
            severity: .note, code: code, what: "nothing was built: what targets are made of depends on their plugins")
    }
}

extension ModuleDigestFault: Reportable {
    var report: ErrorReport {
        switch self {
        case .notSwift(let target):
            ErrorReport(code: .usage, what: "'\(target.name)' is no Swift target: headers are compared as they are")
        case .notKept(let action):
            ErrorReport(
                code: .storage, what: "the result of '\(action.title)' was not kept in the cache",
                help: "see whether a source changed meanwhile")
        }
    }
}
