import Foundation
import TestKinds
import Testing

/// Somebody edits at random, in an editor, beside a watch and a terminal. After each edit all three must say what follows
/// from the files.
///
/// `MONO_EDITING_MINUTES` says how long (2), `MONO_EDITING_SEED` which edits (1). Needs the toolchain's language server.
@Suite struct EditingTests {
    private struct Chance: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            return z ^ (z >> 31)
        }
    }

    private static func number(_ name: String) -> Double? {
        ProcessInfo.processInfo.environment[name].flatMap(Double.init)
    }

    private static var hasLanguageServer: Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/sourcekit-lsp")
        }
    }

    @Test(
        "an editor, a watch and a terminal agree with the files",
        .enabled(if: TestKind.campaign.isAsked && hasLanguageServer))
    func agreement() throws {
        let minutes = Self.number("MONO_EDITING_MINUTES") ?? 2
        var chance = Chance(state: UInt64(Self.number("MONO_EDITING_SEED") ?? 1))
        let session = try EditingSession(program: ScriptTests.program)
        defer { session.stop() }
        var branches = ["master": session.state, "other": session.state], branch = "master"
        var last: [String] = []
        let end = ContinuousClock.now + .seconds(minutes * 60)
        while .now < end {
            let (what, fault) = try step(session, &branches, &branch, &chance)
            last = last.suffix(7) + [what]
            guard fault == nil else {
                Issue.record("step \(session.steps): \(fault ?? "")\nafter:\n\(last.joined(separator: "\n"))")
                break
            }
        }
        print(summary(session))
        for (name, memory) in session.memory { #expect(memory.most < 400_000, "mono \(name) used \(memory.most) KB") }
    }

    private func step(
        _ session: EditingSession, _ branches: inout [String: EditedModules], _ branch: inout String,
        _ chance: inout Chance
    ) throws -> (String, String?) {
        let builds = Bool.random(using: &chance)
        switch Int.random(in: 0..<10, using: &chance) {
        case 0:
            let other = branch == "master" ? "other" : "master"
            branches[branch] = session.state
            try session.switchBranch(to: branches[other] ?? session.state, named: other)
            branch = other
            return ("branch \(other)", try session.fault(builds: builds))
        case 1: return ("typed", try session.typeAndTakeBack(in: [5, 0, 3].randomElement(using: &chance) ?? 0))
        case 2:
            var state = session.state
            state.repair()
            try session.save(state)
            return ("all repaired", try session.fault(builds: builds))
        default:
            var state = session.state
            // A person saves more than once before looking, too.
            let edits = (0..<Int.random(in: 1...2, using: &chance)).map { _ in state.edit(&chance) }
            try session.save(state)
            return (edits.joined(separator: "; "), try session.fault(builds: builds))
        }
    }

    private func summary(_ session: EditingSession) -> String {
        func times(_ name: String, _ all: [Double]) -> String {
            guard !all.isEmpty else { return "\(name): none" }
            let sorted = all.sorted()
            return String(
                format: "%@: %d, median %.2f s, most %.2f s", name, all.count, sorted[all.count / 2],
                sorted[all.count - 1])
        }
        let memory = session.memory.sorted { $0.key < $1.key }.map {
            "mono \($0): \($1.first / 1024) MB at first, \($1.last / 1024) MB at last, \($1.most / 1024) MB at most"
        }
        return
            ([
                "\(session.steps) steps, \(session.questions) answers",
                times("a build in a terminal", session.terminal),
                times("until the watch agreed", session.watched), times("until the editor agreed", session.edited),
            ] + memory).joined(separator: "\n")
    }
}
