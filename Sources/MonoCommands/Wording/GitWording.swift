import Disk
import GitHistory
import Subprocesses

extension GitError: Reportable {
    var report: ErrorReport {
        switch self {
        case .noGit:
            ErrorReport(
                code: .usage, what: "there is no git to ask for earlier sources",
                help: "install git, or see that it is in PATH")
        case .notStarted(let error):
            ErrorReport(
                code: .storage, what: "git could not be started: \(Words.systemError(error.code))",
                place: error.executable)
        case .notARepository(let folder):
            ErrorReport(
                code: .usage, what: "'\(folder)' is in no repository of git",
                help: "run 'git init' there, or go to a clone")
        case .noWorkTree(let folder):
            ErrorReport(
                code: .usage, what: "'\(folder)' is in no work tree of git",
                help: "go to the folder where the sources are checked out")
        case .unknownRevision(let fact): fact.report
        case .missingHistory(let fact): fact.report
        case .noCommonAncestor(let revision):
            ErrorReport(
                code: .usage, what: "the current commit and '\(revision)' have no common ancestor",
                help: "'--exact' compares with '\(revision)' itself")
        case .noCommits(let folder):
            ErrorReport(
                code: .usage, what: "the current branch has no commit yet", place: folder.string,
                help: "commit something first")
        case .missingObject(let fact):
            ErrorReport(
                code: .usage, what: "this clone does not hold \(fact.object)", place: fact.repository.string,
                help: "run '\(Words.git(["-C", fact.repository.string] + fact.fetch))'")
        case .failed(let arguments, let diagnostics):
            ErrorReport(code: .storage, what: "'\(Words.git(arguments))' failed", details: Words.lines(of: diagnostics))
        case .notUnderstood(let arguments):
            ErrorReport(
                code: .storage, what: "'\(Words.git(arguments))' said something that mono does not understand",
                help: "this mono may be older than git")
        case .tookTooLong(let arguments, let limit):
            ErrorReport(
                code: .storage, what: "'\(Words.git(arguments))' did not end within \(Words.time(seconds: limit))")
        case .cancelled: ErrorReport(severity: .note, code: .interrupted(signal: 2), what: "stopped")
        }
    }
}

extension UnknownRevision {
    fileprivate var report: ErrorReport {
        let help =
            if revision.contains("..") {
                "give one revision: what it is compared with is the work tree, or the current commit with '--committed'"
            } else if let fetch {
                "if the remote has it, run '\(Words.git(fetch))'"
            } else if !candidates.isEmpty {
                "did you mean \(Words.alternatives(candidates))?"
            } else {
                "'git branch --all' and 'git log' list what there is"
            }
        return ErrorReport(code: .usage, what: "git knows no revision '\(revision)' here", help: help)
    }
}

extension MissingHistory {
    fileprivate var report: ErrorReport {
        let what =
            switch need {
            case .revision: "this is a shallow clone, and it does not hold '\(revision)'"
            case .commonAncestor:
                "this is a shallow clone, and it does not hold the commit where '\(revision)' and the current one parted"
            }
        return ErrorReport(
            code: .usage, what: what, details: commit.map { ["the first commit that is missing is \($0)"] } ?? [],
            help: "run '\(Words.git(fetch))'; in CI, check out with the whole history")
    }
}

extension Words {
    /// A command line that can be pasted into a shell.
    fileprivate static func git(_ arguments: [String]) -> String {
        (["git"] + arguments).map { word in word.contains(" ") ? "\"\(word)\"" : word }.joined(separator: " ")
    }
}
