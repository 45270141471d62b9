import TestOutcomes

/// What came of one package in one round of a sweep; a line of the file of results.
struct PackageResult: Codable {
    enum Round: String, Codable { case first, again }
    enum Tool: String, Codable { case swiftPM, mono }
    enum Stage: String, Codable, CaseIterable {
        /// Fetching, and evaluating manifests: in nobody's time.
        case resolve
        /// Everything but tests, unoptimised. SwiftPM builds it with the tests, and alone only where that fails.
        case debug
        case testPrograms
        case release
        case tests
    }

    struct Step: Codable {
        var tool: Tool
        var stage: Stage
        var wall, processor: Double
        var code: Int32
        /// Why it failed; nil where it did not.
        var failure: String?
    }

    var package: String
    var round: Round
    /// The first line of `mono version`.
    var mono: String
    var day: String
    /// Programs that wanted a processor when it began.
    var load: Double
    /// The package's own, as SwiftPM counts them.
    var targets = 0
    /// It has a `LinuxMain.swift`, from the time before tests were found: SwiftPM is told to look for them all the
    /// same, as mono does.
    var listsTestsByHand = false
    var steps: [Step] = []
    var actions = ActionCounts()
    var swiftPMTests, monoTests: TestCounts?
    /// Tests that came out otherwise, or are on one side alone.
    var differences: [String] = []

    func step(_ tool: Tool, _ stage: Stage) -> Step? { steps.first { $0.tool == tool && $0.stage == stage } }

    /// Seconds of unoptimised builds with tests; where one of the tools fails at the tests, of what builds without
    /// them; nil where that fails too.
    func debugSeconds(_ tool: Tool) -> Double? {
        let both: [Stage] = tool == .mono ? [.debug, .testPrograms] : [.testPrograms]
        let alone = failure(of: .testPrograms, tool) != nil || step(.swiftPM, .debug) != nil
        return seconds(tool, alone ? [.debug] : both)
    }

    /// Seconds of all these stages; nil where one failed or is missing.
    func seconds(_ tool: Tool, _ stages: [Stage]) -> Double? {
        let found = stages.compactMap { step(tool, $0) }
        guard found.count == stages.count, found.allSatisfy({ $0.failure == nil }) else { return nil }
        return found.map(\.wall).reduce(0, +)
    }

    /// What kept a tool from doing it; nil where it did.
    func failure(of stage: Stage, _ tool: Tool) -> String? {
        step(tool, stage)?.failure
    }

    /// What mono took for everything, whether it succeeded or not.
    var monoTotal: Double { steps.filter { $0.tool == .mono && $0.stage != .resolve }.map(\.wall).reduce(0, +) }

    /// Stages at which mono alone fails.
    var onlyMonoFails: [Stage] {
        [.resolve, .debug, .testPrograms, .release].filter {
            failure(of: $0, .mono) != nil && failure(of: $0, .swiftPM) == nil
        }
    }

    var isGood: Bool {
        switch round {
        case .first: onlyMonoFails.isEmpty && differences.isEmpty
        case .again: actions.compiled == 0
        }
    }
}
