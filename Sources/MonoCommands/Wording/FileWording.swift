import ArtifactCache
import BuildPlanning
import Disk
import Glibc

extension FileError: Reportable {
    var report: ErrorReport {
        ErrorReport(
            code: .storage, what: "cannot \(attempt.rawValue) '\(path)': \(Words.systemError(code))",
            hint: hintAboutState ?? Words.hint(forErrorNumber: code))
    }

    /// Where mono may not write to its own folder in the workspace, another cache is no help.
    private var hintAboutState: String? {
        guard "\(path)/".contains("/\(BuildLayout.folder)/"), ![.read, .list, .look].contains(attempt),
            [EACCES, EPERM, EROFS].contains(code)
        else { return nil }
        return
            """
            mono keeps its state in '.mono' beside the package: make the folder writable, or put a writable one there, \
            mounted or as a link
            """
    }
}

extension Words {
    static func hint(forErrorNumber code: Int32) -> String? {
        switch code {
        case ENOSPC, EDQUOT: "free some space; 'mono cache gc --max-size 5G' shrinks the cache"
        case EACCES, EPERM, EROFS: "see who may read and write there; '--cache-dir DIR' puts the cache elsewhere"
        case EMFILE, ENFILE: "raise the limit of open files ('ulimit -n'), or run fewer jobs with '-j'"
        default: nil
        }
    }

    static func miss(_ miss: CacheMiss) -> String {
        switch miss {
        case .absent: "the cache does not hold it"
        case .malformed(let path, let fault): "the entry '\(path)' is damaged: \(fault)"
        case .unreadable(let path, let code): "the entry '\(path)' cannot be read: \(systemError(code))"
        }
    }
}

extension CacheProblem {
    /// A warning: nothing that a cache does can fail a build.
    var report: ErrorReport {
        let folder = tier == .shared ? "the shared cache" : "the cache"
        let times = count > 1 ? " (\(Words.count(count, "time")))" : ""
        switch fact {
        case .notWritten(let error):
            return ErrorReport(
                severity: .warning, code: .success, what: "\(folder) could not be written\(times)",
                details: ["cannot \(error.attempt.rawValue) '\(error.path)': \(Words.systemError(error.code))"],
                hint: Words.hint(forErrorNumber: error.code) ?? "results of this build may have to be made again")
        case .notRead(let miss):
            return ErrorReport(
                severity: .warning, code: .success, what: "\(folder) holds something useless\(times)",
                details: [Words.miss(miss)], hint: "it was made again; 'mono cache verify' looks at everything")
        }
    }
}
