import Foundation
import Glibc
import Measuring
import Synchronization

/// What came of all rounds.
struct Tally {
    var rounds = 0, wrong = 0
    /// Builds during which the change happened while the action ran that it was aimed at.
    var hits = 0
    /// Entries that builds declined to publish, and rounds in which they declined any.
    var declined = 0, declining = 0
    /// Results that were made again and came out the same.
    var verified = 0
    var byKind: [Change.Kind: (rounds: Int, declining: Int, wrong: Int)] = [:]

    var lines: [String] {
        [
            "\(rounds) rounds, \(wrong) wrong", "in \(hits) the change fell into the action that it was aimed at",
            "\(declined) entries were not published, in \(declining) rounds",
            "\(verified) results were made again and are the same",
        ]
            + byKind.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, count in
                """
                  \(kind.rawValue): \(count.rounds) rounds, \(count.declining) with entries not published, \
                \(count.wrong) wrong
                """
            }
    }
}

struct RaceCampaign {
    private let options: RaceOptions
    private let clocks: String
    private let coarse: CoarseFileSystem?

    init(_ options: RaceOptions) throws {
        self.options = options
        try Folders.remove(options.work + "/usual")
        try Folders.make(options.work + "/usual")
        clocks = options.work + "/clocks.so"
        let source = Repository.folder + "/Tests/ScriptTests/Programs/clocks.c"
        _ = try Program("clang", ["-shared", "-fPIC", "-O1", "-o", clocks, source], in: "/").run()
        coarse = CoarseFileSystem(in: options.work)
        if coarse == nil { say("no file system can be mounted here: all rounds run on the usual one") }
    }

    func run() throws -> Tally {
        say("seed \(options.seed)")
        var numbers = SeededGenerator(seed: options.seed), tally = Tally()
        for round in 1...options.rounds {
            let change = Change.random(options.kinds, coarse: coarse != nil, &numbers)
            let outcome = try self.round(round, change)
            tally.rounds += 1
            tally.hits += outcome.fell ? 1 : 0
            tally.declined += outcome.declined
            tally.declining += outcome.declined > 0 ? 1 : 0
            tally.verified += outcome.verified
            tally.wrong += outcome.faults.isEmpty ? 0 : 1
            var count = tally.byKind[change.kind] ?? (0, 0, 0)
            count.rounds += 1
            count.declining += outcome.declined > 0 ? 1 : 0
            count.wrong += outcome.faults.isEmpty ? 0 : 1
            tally.byKind[change.kind] = count
            say(
                """
                \(round). \(change.words): \(outcome.declined) not \
                published\(outcome.fell ? "" : ", missed the action")
                """
            )
            for fault in outcome.faults { say("   WRONG: \(fault)") }
        }
        coarse?.unmount()
        return tally
    }

    struct Outcome {
        var declined = 0, verified = 0
        /// The action had begun and not ended when the change was done.
        var fell = false
        var faults: [String] = []
    }

    private func round(_ round: Int, _ change: Change) throws -> Outcome {
        let place = change.isCoarse ? coarse!.folder : options.work + "/usual", cache = place + "/cache"
        try Folders.remove(cache)
        let workspace = RacedWorkspace(folder: place + "/w", mark: "seed \(options.seed) round \(round)")
        try workspace.write(change.spot, 1)
        let hand = try RacingHand(workspace, change)
        // What has just been written is the past when the build begins, as after a checkout.
        usleep(20_000)
        var outcome = try race(workspace, change, hand, cache)
        withExtendedLifetime(hand) {}

        // Here, as the files are now; then in a clone at each content.
        let now =
            change.kind.isUndone
            ? 1
            : try Folders.text("\(workspace.folder)/\(change.spot.folder)/\(change.spot.file)")
                == workspace.text(change.spot, 1) ? 1 : 2
        try check(workspace, change.spot, now, cache, "here", &outcome)
        let clone = RacedWorkspace(folder: place + "/clone", mark: workspace.mark)
        for content in 1...2 {
            try clone.write(change.spot, content)
            try check(clone, change.spot, content, cache, "in a clone with content \(content)", &outcome)
        }
        return outcome
    }

    /// The build during which the change happens.
    private func race(_ workspace: RacedWorkspace, _ change: Change, _ hand: RacingHand, _ cache: String) throws
        -> Outcome
    {
        let events = cache + ".events", log = cache + ".log"
        unlink(events)
        var variables: [String: String] = [:]
        if change.clock != .right {
            variables = ["LD_PRELOAD": clocks, "AHEAD": change.clock == .ahead ? "10" : "-10"]
        }
        let program = Program(
            options.mono, ["build", "--cache-dir", cache, "--events", events], in: workspace.folder,
            variables: variables)
        let end = Mutex<Int32?>(nil)
        let builder = Thread {
            let code = (try? program.finish(writing: log))?.code ?? -1
            end.withLock { $0 = code }
        }
        builder.start()
        func text() -> String { (try? Folders.text(events)) ?? "" }
        let started = "\"event\":\"actionStarted\"", name = "\"action\":\"\(change.action)"
        while !text().split(separator: "\n").contains(where: { $0.contains(started) && $0.contains(name) }),
            end.withLock({ $0 == nil })
        { usleep(500) }
        usleep(UInt32(change.delay * 1e6))
        let ended = "\"event\":\"actionFinished\""
        let fell = !text().split(separator: "\n").contains { $0.contains(ended) && $0.contains(name) }
        hand.act()
        if change.kind.isUndone {
            usleep(UInt32(change.duration * 1e6))
            hand.undo()
        }
        while end.withLock({ $0 == nil }) { usleep(1000) }
        var outcome = Outcome(fell: fell)
        // A compile may fail in the middle of a change.
        if end.withLock({ $0 }) == 0 || end.withLock({ $0 }) == 1 {
            outcome.declined = text().split(separator: "\n").count { $0.contains("\"unpublished\":") }
        } else {
            outcome.faults.append(
                "the build ended with \(end.withLock { $0 } ?? -1): \((try? Folders.text(log)) ?? "")")
        }
        return outcome
    }

    private func check(
        _ workspace: RacedWorkspace, _ spot: Change.Spot, _ content: Int, _ cache: String, _ title: String,
        _ outcome: inout Outcome
    ) throws {
        let log = cache + ".log"
        func mono(_ words: [String]) throws -> (code: Int32, said: String) {
            let end = try Program(options.mono, words + ["--cache-dir", cache], in: workspace.folder).finish(
                writing: log)
            return (end.code, (try? Folders.text(log)) ?? "")
        }
        let built = try mono(["build"])
        guard built.code == 0 else {
            return outcome.faults.append("\(title), the build ended with \(built.code):\n\(built.said)")
        }
        let printed = try Program(workspace.folder + "/.mono/debug/app", [], in: "/").run().output,
            right = workspace.answer(spot, content)
        if printed != right { outcome.faults.append("\(title), the program prints \(printed)instead of \(right)") }
        let events = cache + ".verified"
        let verified = try mono(["build", "--verify", "--events", events])
        if verified.code != 0 {
            outcome.faults.append("\(title), --verify ended with \(verified.code):\n\(verified.said)")
        }
        outcome.verified += ((try? Folders.text(events)) ?? "").split(separator: "\n").count {
            $0.contains("\"event\":\"resultVerified\"") && $0.contains("\"outcome\":\"same\"")
        }
    }
}
