import BuildEngine
import BuildPlanning

/// What `--verify` found, in words.
extension VerificationSummary {
    /// `3 of 14 results from the cache (a sample of 20 %, seed 8812)`.
    static func scope(_ start: VerificationStart) -> String {
        if start.request.percent >= 100 { return "\(Words.count(start.results, "result")) from the cache" }
        let percent = start.request.percent
        let share = percent == percent.rounded() ? Words.decimal(percent, 0) : Words.decimal(percent, 2)
        return
            """
            \(start.sampled) of \(Words.count(start.results, "result")) from the cache (a sample of \(share) %, seed \
            \(start.request.seed))
            """
    }

    /// One line for all of it.
    func line(wasCancelled: Bool) -> String {
        if start.results == 0 { return "nothing to verify: no result came from the cache" }
        let cost = "in \(Words.time(nanoseconds: wall)) and \(Words.time(milliseconds: cpu)) of processor time"
        let scope = VerificationSummary.scope(start)
        if mismatches.isEmpty, obstacles.isEmpty, !wasCancelled {
            return "verified \(scope) \(cost): made again they are the same, byte by byte"
        }
        var parts = ["\(same) \(same == 1 ? "is" : "are") the same"]
        if !mismatches.isEmpty {
            parts.append("\(mismatches.count) \(mismatches.count == 1 ? "is" : "are") not what the tools make")
        }
        if !obstacles.isEmpty { parts.append("\(obstacles.count) could not be verified") }
        return "\(wasCancelled ? "stopped verifying" : "verified") \(scope) \(cost): \(parts.joined(separator: ", "))"
    }
}

extension VerificationSummary.Mismatch: Reportable {
    var report: ErrorReport {
        var details: [String] = []
        switch mismatch.fact {
        case .failure(let failure): details.append("made again it fails: \(failure.report.what)")
        case .interface(let cached, let made):
            details.append(
                """
                its module is the same, and the digest of its interface is not: \(cached?.short ?? "none") cached, \
                \(made.short) found
                """
            )
        case .outputs(let outputs):
            details += outputs.prefix(5).map(\.sentence)
            if outputs.count > 5 { details.append("\(outputs.count - 5) more of its outputs differ") }
        }
        details.append("key \(key)")
        details.append(
            mismatch.quarantine.map { "it has left the cache and is kept in \($0), with what was made" }
                ?? "it has left the cache, and could not be kept aside")
        return ErrorReport(
            code: .wrongResult, what: "the cached result of '\(action.title)' is not what the tools make",
            details: details,
            help: mismatch.toolIsUnsteady
                ? "a second run made another result than the first: the tool does not always write the same"
                : "build again: it is made anew, with what was made of it")
    }
}

extension OutputMismatch {
    fileprivate var sentence: String {
        let sizes =
            cached.size == made.size
            ? Words.count(Int(made.size), "byte") : "\(Words.count(Int(cached.size), "byte")) cached, \(made.size) made"
        guard let difference else { return "\(name) differs (\(sizes))" }
        let offset = "offset 0x\(String(difference.offset, radix: 16))"
        return difference.section.map { "\(name) first differs in section \($0) at \(offset) (\(sizes))" }
            ?? "\(name) first differs at \(offset) (\(sizes))"
    }
}

extension VerificationObstacle {
    /// `action`: whose result could not be verified.
    func report(of action: Action) -> ErrorReport {
        let what = "'\(action.title)' could not be verified"
        switch self {
        case .inputChanged(let path):
            return ErrorReport(code: .storage, what: "\(what): '\(path)' or something beside it changed meanwhile")
        case .inputLost(let path, let owner):
            return ErrorReport(code: .storage, what: "\(what): the cache has lost '\(path)' of '\(owner)'")
        case .failure(let failure):
            return ErrorReport(code: .storage, what: "\(what): \(failure.report.what)", help: failure.report.help)
        }
    }
}
