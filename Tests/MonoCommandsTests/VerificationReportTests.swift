import BuildPlanning
import Digests
import Disk
import Testing

@testable import BuildEngine
@testable import MonoCommands

/// What is told of a verification.
@Suite struct VerificationReportTests {
    private let lib = BuildEvents.action(.compile, "Lib")

    private func start(_ percent: Double = 100, results: Int = 14, sampled: Int = 14) -> VerificationStart {
        VerificationStart(
            request: VerificationRequest(percent: percent, seed: 8812), results: results, sampled: sampled, time: 0)
    }

    private func report(_ outcome: VerificationReport.Outcome) -> VerificationReport {
        VerificationReport(
            action: lib, key: ActionKey(digest: ContentDigest(of: "key")), outcome: outcome, started: 0,
            ended: 200_000_000, cpu: 150)
    }

    private let mismatch = ResultMismatch(
        fact: .outputs([
            OutputMismatch(
                name: "objects/Lib.swift.o", cached: ContentDigest(of: "a"), made: ContentDigest(of: "bc"),
                difference: FileDifference(section: ".rodata", offset: 28))
        ]), quarantine: AbsolutePath("/cache/v1/quarantine/5a"))

    @Test func oneLineSaysWhatItCameTo() {
        var summary = VerificationSummary(start())
        (summary.same, summary.wall, summary.cpu) = (14, 8_000_000_000, 11_900)
        #expect(
            summary.line(wasCancelled: false)
                == "verified 14 results from the cache in 8.0 s and 11.9 s of processor time: made again they are the same, byte by byte"
        )
        summary.start = start(20, sampled: 3)
        #expect(
            summary.line(wasCancelled: false).hasPrefix(
                "verified 3 of 14 results from the cache (a sample of 20 %, seed 8812) in 8.0 s"))
        summary.same = 1
        #expect(summary.line(wasCancelled: true).hasPrefix("stopped verifying 3 of 14 results"))
        summary.mismatches = [.init(action: lib, key: ActionKey(digest: ContentDigest(of: "key")), mismatch: mismatch)]
        summary.obstacles = [(lib, .inputChanged("a.swift"))]
        #expect(
            summary.line(wasCancelled: false).hasSuffix(
                ": 1 is the same, 1 is not what the tools make, 1 could not be verified"))
        #expect(
            VerificationSummary(start(results: 0, sampled: 0)).line(wasCancelled: false)
                == "nothing to verify: no result came from the cache")
    }

    @Test func aMismatchNamesEverything() {
        var found = VerificationSummary.Mismatch(
            action: lib, key: ActionKey(digest: ContentDigest(of: "key")), mismatch: mismatch)
        #expect(
            found.report.rendered(Style(isColored: false)) == """
                error: the cached result of 'compile Lib' is not what the tools make
                  objects/Lib.swift.o first differs in section .rodata at offset 0x1c (1 byte cached, 2 made)
                  key \(ContentDigest(of: "key").hex)
                  it has left the cache and is kept in /cache/v1/quarantine/5a, with what was made
                help: build again: it is made anew, with what was made of it
                """)
        found.mismatch.toolIsUnsteady = true
        #expect(found.report.help?.contains("does not always write the same") == true)
        found.mismatch.fact = .failure(.exit(1))
        #expect(found.report.details.first == "made again it fails: a tool ended with exit code 1")
    }

    @Test func aWrongResultOutweighsOneThatCouldNotBeLookedAt() {
        var summary = VerificationSummary(start())
        #expect(ExitCode(failureOf: summary) == nil && ExitCode(failureOf: VerificationSummary?.none) == nil)
        summary.obstacles = [(lib, .inputLost("x.o", of: lib.id))]
        #expect(ExitCode(failureOf: summary) == .storage)
        summary.mismatches = [.init(action: lib, key: ActionKey(digest: ContentDigest(of: "key")), mismatch: mismatch)]
        #expect(ExitCode(failureOf: summary) == .wrongResult)
    }

    @Test func logsCountAlong() {
        let (console, _, errors) = BuildEvents.console()
        let progress = PlainProgress(console, root: "/w", temporary: nil, isVerbose: false)
        progress.verificationStarted(start(20, sampled: 3))
        for outcome in [VerificationReport.Outcome.same, .differs(mismatch), .notVerified(.inputChanged("a"))] {
            progress.resultVerified(report(outcome))
        }
        #expect(
            errors.text == """
                making 3 of 14 results from the cache (a sample of 20 %, seed 8812) again
                [1/3] verified compile Lib, 0.2 s
                [2/3] compile Lib is not the same
                [3/3] compile Lib could not be verified

                """)
    }

    @Test func aTerminalShowsWhatIsMadeAgain() {
        var board = StatusBoard()
        board.started(start(20, sampled: 3))
        board.startedVerifying(lib, 0)
        let style = Style(isColored: false)
        #expect(
            board.lines(now: 500_000_000, width: 80, height: 24, style: style).map(\.text) == [
                "[0/3] 1 running, 0.5 s", "  verify compile Lib  0.5 s",
            ])
        board.verified(report(.differs(mismatch)))
        board.startedVerifying(lib, 0)
        #expect(
            board.lines(now: 0, width: 80, height: 24, style: style).first?.text == "[1/3] 1 running, 1 failed, 0 ms")
    }
}
