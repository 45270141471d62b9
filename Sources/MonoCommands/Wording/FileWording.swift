import ArtifactCache
import BuildPlanning
import Disk
import Glibc

extension FileError: Reportable {
    var report: ErrorReport {
        ErrorReport(
            code: .storage, what: "cannot \(attempt.rawValue) '\(path)': \(Words.systemError(code))",
            help: hintAboutPlace ?? Words.help(forErrorNumber: code))
    }

    /// Where a source may not be read, or mono may not write to its own folder in the workspace, another cache is no
    /// help.
    private var hintAboutPlace: String? {
        guard [EACCES, EPERM, EROFS].contains(code) else { return nil }
        if [.read, .list, .look].contains(attempt) { return "see who may read there" }
        guard "\(path)/".contains("/\(BuildLayout.folder)/") else { return nil }
        return
            """
            mono keeps its state in '.mono' beside the package: make the folder writable, or put a writable one there, \
            mounted or as a link
            """
    }
}

extension Words {
    static func help(forErrorNumber code: Int32) -> String? {
        switch code {
        case ENOSPC, EDQUOT: "free some space; 'mono cache gc --max-size 5G' shrinks the cache"
        case EACCES, EPERM, EROFS: "see who may read and write there; '--cache-dir DIR' puts the cache elsewhere"
        case EMFILE, ENFILE: "raise the limit of open files ('ulimit -n'), or run fewer jobs with '-j'"
        default: nil
        }
    }

    static func name(of tier: CacheTier) -> String {
        switch tier {
        case .local: "the cache"
        case .shared: "the shared cache"
        case .remote: "the remote cache"
        }
    }

    static func miss(_ miss: CacheMiss) -> String {
        switch miss {
        case .absent: "the cache does not hold it"
        case .malformed(let path, let fault):
            miss.isDistrust ? "the entry '\(path)': \(fault)" : "the entry '\(path)' is damaged: \(fault)"
        case .unreadable(let path, let code): "the entry '\(path)' cannot be read: \(systemError(code))"
        case .unreachable(let fault): "'\(fault.place)': \(fault.sentence)"
        }
    }
}

extension Words {
    /// What nobody would take is not written to `tiers`; nil where there are none.
    static func withheld(_ tiers: [CacheTier]) -> ErrorReport? {
        guard !tiers.isEmpty else { return nil }
        let names = tiers.map(Words.name).joined(separator: " or ")
        return ErrorReport(
            severity: .note, code: .success,
            what: "nothing was published to \(names): scope 'main' takes signed results, and no key signs here",
            help: "set MONO_SIGNING_KEY, write another scope (--cache-scope NAME), or only read the cache (:ro)")
    }
}

extension CacheProblem {
    /// A warning: nothing that a cache does can fail a build.
    var report: ErrorReport {
        let folder = Words.name(of: tier)
        let times = count > 1 ? " (\(Words.count(count, "time")))" : ""
        switch fact {
        case .notWritten(let error):
            return ErrorReport(
                severity: .warning, code: .success, what: "\(folder) could not be written\(times)",
                details: ["cannot \(error.attempt.rawValue) '\(error.path)': \(Words.systemError(error.code))"],
                help: Words.help(forErrorNumber: error.code) ?? "results of this build may have to be made again")
        case .notSent(let fault):
            return ErrorReport(
                severity: .warning, code: .success, what: "\(folder) did not take something\(times)",
                details: ["'\(fault.place)': \(fault.sentence)"], help: fault.help)
        case .noFolder(let missing):
            return ErrorReport(
                severity: .warning, code: .success, what: "\(folder) is not there",
                details: ["there is no folder '\(missing)'\(isWritten ? ", in which it could be made" : "")"],
                help: isWritten
                    ? "mount it, or create that folder: mono makes only the last folder of the path itself"
                    : "is it mounted? '--shared-cache', or 'sharedCache' of mono.json, names it")
        case .notRead(.unreachable(let fault)):
            return ErrorReport(
                severity: .warning, code: .success, what: "\(folder) cannot be read\(times)",
                details: ["'\(fault.place)': \(fault.sentence)"], help: fault.help)
        case .notRead(let miss) where miss.isDistrust:
            return ErrorReport(
                severity: .warning, code: .success,
                what: "\(folder) holds \(Words.count(count, "entry", "entries")) that nobody who is trusted signed",
                details: [Words.miss(miss)],
                help:
                    "a build without the secret key wrote there, by mistake or on purpose ('mono cache log' names the "
                    + "host of a result); \(Words.amends(isWritten))")
        case .notRead(.malformed(let place, let fault)) where tier == .remote:
            return ErrorReport(
                severity: .warning, code: .success,
                what: "\(folder) gave wrong bytes for \(Words.count(count, "file"))",
                details: ["'\(place)': \(fault)"], help: "\(Words.amends(isWritten)) there")
        case .notRead(let miss):
            let look =
                tier == .shared ? "'mono cache verify --cache-dir' with its folder" : "'mono cache verify'"
            return ErrorReport(
                severity: .warning, code: .success, what: "\(folder) holds something useless\(times)",
                details: [Words.miss(miss)], help: "\(Words.amends(isWritten)); \(look) looks at everything")
        }
    }
}

extension Words {
    /// What becomes of something damaged in a cache.
    fileprivate static func amends(_ isWritten: Bool) -> String {
        isWritten
            ? "what is needed of it is made again, and takes its place"
            : "what is needed of it is made again; it is only read here, so a build that may write must replace it"
    }
}

extension RemoteFault {
    var sentence: String {
        switch kind {
        case .noClient(let what): "servers cannot be asked from this machine: \(what)"
        case .noCaller(let why): "servers that speak gRPC are called by 'mono-remote': \(why)"
        case .noCredentials(let why): "the credential helper \(why)"
        case .noConnection(let why): "there is no connection: \(why)"
        case .timedOut: "it does not answer"
        case .notTrusted(let why): "it is not to be trusted, or does not trust us: \(why)"
        case .refused(let words): "it refuses (\(words))"
        case .failed(let words): "it fails (\(words))"
        case .leftAlone: "it failed too often, and is not asked any more"
        case .broken(let why): "it breaks off: \(why)"
        }
    }

    var help: String {
        switch kind {
        case .noClient: "install libcurl ('apt-get install libcurl4'), or leave the remote cache away"
        case .noCaller:
            "in mono's sources 'swift build -c release --traits Remote --product mono-remote' makes it"
        case .noCredentials: "run it by hand: 'echo {\"uri\":\"ADDRESS\"} | HELPER get'"
        case .refused:
            "see whether the user and the password, or the token, are still right; ':ro' asks it only"
        case .notTrusted:
            "'authorities' of 'remoteCache' in mono.json names the file with who signed the server's certificate"
        case .noConnection, .timedOut, .failed, .leftAlone, .broken:
            "the build goes on without it; see whether the server is well"
        }
    }
}
