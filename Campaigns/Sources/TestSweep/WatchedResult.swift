import Measuring

/// What came of one package; a line of the file of results.
struct WatchedResult: Codable {
    /// Seconds that the programs of a target's tests took, a value a round.
    struct Times: Codable {
        var unwatched: [Double] = []
        var watched: [Double] = []
    }

    var package: String
    /// The first line of `mono version`.
    var mono: String
    var day: String
    /// Why there is nothing else; nil where tests were built and run.
    var failure: String?
    var tests = 0
    /// By test target.
    var times: [String: Times] = [:]
    /// Seconds of processor time of whole runs of mono, a value a round.
    var processor = Times()
    /// Tests that came out under the watch as they never did without it, or the other way round.
    var differences: [String] = []
    var kept = Kept()
    /// What the other mono kept.
    var keptByOther: Kept?

    /// What the second of two equal runs has from the cache.
    struct Kept: Codable {
        /// Targets that ran once and not again.
        var targets: [String] = []
        /// Targets that passed and ran again, with what mono says of it.
        var reasons: [String: String] = [:]
    }

    var lines: [String] {
        if let failure { return ["\(package): \(failure)"] }
        return [
            "\(package): \(tests) tests in \(times.count) targets, \(kept.targets.count) kept, "
                + (ratio.map { String(format: "%.3f", $0) } ?? "-") + " of the time without a watch"
        ] + differences.map { "  \($0)" } + kept.reasons.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
    }

    /// Targets that failed in the run in which others were kept, or that have no tests.
    var passless: Set<String> {
        Set(times.keys.map { String($0.drop { $0 != ":" }.dropFirst()) }).subtracting(kept.targets)
            .subtracting(kept.reasons.keys)
    }

    /// Seconds of all targets' programs, by medians.
    var unwatched: Double { times.values.map { median($0.unwatched) }.reduce(0, +) }
    var watched: Double { times.values.map { median($0.watched) }.reduce(0, +) }
    var ratio: Double? { unwatched > 0 ? watched / unwatched : nil }
}
