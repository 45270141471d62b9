import BuildEngine

/// How mono ends: the whole list. README and `mono help` say the same; a number never changes its meaning.
enum ExitCode: Hashable, Sendable {
    /// Everything asked for was done.
    case success
    /// Something that was asked for did not compile or link, or could not be built.
    case buildFailed
    /// Something did not pass that was tested, or there is nothing to test in the whole workspace.
    case testsFailed
    /// The command line makes no sense.
    case usage
    /// There is no workspace here, or `mono.json`, a manifest, or the graph that they make is wrong.
    case workspace
    /// `mono build` built what it could, and left something out that it cannot build yet.
    case leftOut
    /// Files or the cache stopped the work: a full disk, missing rights, entries that do not verify.
    case storage
    /// No usable Swift toolchain.
    case toolchain
    /// `mono build --verify` found a cached result that the tools do not make.
    case wrongResult
    /// `mono affected --exit-code`: there are affected targets.
    case affected
    /// `mono check` has findings, or they stop a build.
    case findings
    /// A signal ended mono, by its number; 2 is Ctrl-C.
    case interrupted(signal: Int32)
    /// `mono run`: what the program itself ended with.
    case program(Int32)

    /// What the process exits with.
    var status: Int32 {
        switch self {
        case .success: 0
        case .buildFailed, .testsFailed: 1
        case .usage: 2
        case .workspace: 3
        case .leftOut: 4
        case .storage: 5
        case .toolchain: 6
        case .wrongResult: 7
        case .affected: 8
        case .findings: 9
        case .interrupted(let signal): 128 + signal
        case .program(let status): status
        }
    }

    /// What a build that was stopped or failed ends with; nil where all went well. Where several things went wrong, it
    /// is what only compiling can fix that counts, unless nothing of that kind did.
    init?(failureOf summary: BuildSummary, signal: Int32?) {
        if summary.wasCancelled { self = .interrupted(signal: signal ?? 2); return }
        let codes = summary.failures.map(\.report.code) + summary.placementFailures.map(\.report.code)
        guard let first = codes.first else { return nil }
        self = codes.contains(.buildFailed) ? .buildFailed : first
    }

    /// What verification ends with; nil where it found every result to be right, or there was none. A wrong result
    /// outweighs those that could not be looked at.
    init?(failureOf verification: VerificationSummary?) {
        guard let verification, !verification.succeeded else { return nil }
        self = verification.mismatches.isEmpty ? .storage : .wrongResult
    }

    /// The rows of the table in `mono help`.
    static var table: [(code: String, meaning: String)] {
        [
            ("0", "everything asked for was done"),
            ("1", "something did not build, a test failed, or the workspace has no tests at all"),
            ("2", "it cannot run as asked: wrong options, a revision that git does not have, caches that conflict"),
            ("3", "no workspace here, or mono.json, a manifest or the graph of packages is wrong"),
            ("4", "built or tested, but something was left out that mono cannot build yet"),
            ("5", "a file or a cache could not be used, or was found to be damaged"),
            ("6", "no usable Swift toolchain"),
            ("7", "'mono build --verify' found a cached result that the tools do not make"),
            ("8", "'mono affected --exit-code': some target is affected"),
            ("9", "'mono check': a rule is broken; or a build of targets that break a rule that mono.json enforces"),
            ("128+n", "ended by signal n: 130 after Ctrl-C"),
        ]
    }
}
