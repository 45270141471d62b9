import BuildEngine
import RemoteCaches

extension StayReason {
    /// In event logs.
    var word: String {
        switch self {
        case .kind: "kind"
        case .cheap: "cheap"
        case .incremental: "incremental"
        case .edited: "edited"
        case .input: "input"
        case .differs: "differs"
        case .failed: "failed"
        case .obstacle(.queued): "queued"
        case .obstacle(.lost): "lost"
        case .obstacle: "server"
        }
    }

    /// Nil where nothing went wrong: such actions run here in every build.
    var sentence: String? {
        switch self {
        case .kind, .cheap, .incremental, .edited, .input, .obstacle(.cancelled): nil
        // What it said was said by the run here, or its input is not where a worker could have found it.
        case .failed: nil
        case .differs: "a worker has another toolchain, or other files of the system, than this machine"
        case .obstacle(.server(let fault)): "'\(fault.place)': \(fault.sentence)"
        case .obstacle(.runsNothing): "the server keeps results, and runs nothing"
        case .obstacle(.leftAlone): nil
        case .obstacle(.queued): "no worker took an action in time"
        case .obstacle(.lost(let why)): "an action was lost: \(why)"
        case .obstacle(.input(let path)): "'\(path)' changed while it was sent"
        case .obstacle(.output(let path)): "'\(path)' was not made"
        case .obstacle(.notFetched(let path, let miss)): "'\(path)' did not come back: \(Words.miss(miss))"
        case .obstacle(.unwritable(let error)): "'\(error.path)' could not be written"
        }
    }

    var help: String {
        switch self {
        case .obstacle(.server(let fault)): fault.help
        case .obstacle(.runsNothing): "see whether the address names the right instance"
        case .differs: "workers need this toolchain at the same place, and this machine's system: see Docs/Remote.md"
        case .obstacle(.queued): "see whether the server has workers; '--remote-property' names what they must have"
        default: "see what the server and its workers say"
        }
    }
}

extension ElsewhereCounts {
    /// Said once, whatever went wrong how often; nil where nothing did.
    var report: ErrorReport? {
        let troubles = stayed.filter { $0.key.sentence != nil }
        guard let (reason, _) = troubles.max(by: { ($0.value, $0.key.word) < ($1.value, $1.key.word) }),
            let sentence = reason.sentence
        else { return nil }
        let sum = troubles.values.reduce(0, +) + stayed[.obstacle(.leftAlone), default: 0]
        return ErrorReport(
            severity: .warning, code: .success,
            what: "\(Words.count(sum, "action")) ran here, because the remote executor did not run them",
            details: [sentence], help: reason.help)
    }
}
