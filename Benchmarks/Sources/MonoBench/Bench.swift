import Foundation
import Glibc
import Measuring

/// Runs scenarios: both sides do the same work in turn, in folders of their own, and every run is checked.
struct Bench {
    private let options: Options
    private let work: String
    /// Between scenarios both are built and have nothing to do.
    private let swift: SwiftBuild
    private let mono: MonoBuild
    private let source: String
    private var programs: [String] = []

    init(_ options: Options) {
        self.options = options
        work = options.work
        source = work + "/source"
        swift = SwiftBuild(folder: work + "/swift-build/swift-nio")
        mono = MonoBuild(
            folder: work + "/mono-build/swift-nio", program: options.mono, cache: work + "/cache",
            machine: work + "/machine")
    }

    // MARK: Before and after

    mutating func prepare() throws {
        if !options.keeps { try tidy() }
        try Folders.make(work)
        if !Folders.exists(source) {
            say("cloning \(options.source) at \(options.tag)")
            try git(["clone", "--quiet", "--depth", "1", "--branch", options.tag, options.source, source], in: work)
        }
        for side in [swift, mono] as [any Side] {
            if !Folders.exists(side.folder) { try clone(to: side.folder) }
            say("building with \(side.name), so that there is something to compare")
            _ = try side.build().run()
        }
        programs = try sameProgramsOnBothSides()
    }

    /// Removes what this program made, and nothing else that may lie there.
    func tidy() throws {
        for name in [
            "source", "swift-build", "mono-build", "cache", "machine", "empty-cache", "empty-machine", "fresh-clone",
        ] {
            try Folders.remove(work + "/" + name)
        }
        if Folders.entries(work).isEmpty { try Folders.remove(work) }
    }

    private func clone(to folder: String) throws {
        try Folders.remove(folder)
        try git(["clone", "--quiet", source, folder], in: work)
    }

    private func git(_ arguments: [String], in folder: String) throws {
        _ = try Program("git", ["-c", "advice.detachedHead=false"] + arguments, in: folder).run()
    }

    // MARK: Scenarios

    func measure(_ scenario: Scenario) throws -> Outcome {
        let rounds = scenario == .cold ? 1 : options.rounds ?? scenario.usualRounds
        switch scenario {
        case .nothing:
            // The first build after others loads what they had no need of.
            for side in [swift, mono] as [any Side] { _ = try timed(side) }
            return try compare(scenario, rounds) { _, _, side in
                let before = times(of: side)
                let run = try timed(side)
                try check(times(of: side) == before, "\(side.name) wrote programs although there was nothing to do")
                return run
            }
        case .edit: return try edits(scenario, rounds) { try edited($0, $1) }
        case .first: return try edits(scenario, rounds, firstEdit)
        case .added: return try edits(scenario, rounds) { try grown($0, by: "private", $1) }
        case .published: return try edits(scenario, rounds) { try grown($0, by: "public", $1) }
        case .clean: return try compare(scenario, rounds) { _, _, side in try cleanBuild(side, machine: mono.machine) }
        case .cold:
            return try compare(scenario, rounds) { _, _, side in
                try Folders.remove(work + "/empty-machine")
                defer { try? Folders.remove(work + "/empty-machine") }
                return try cleanBuild(side, machine: work + "/empty-machine")
            }
        case .clone, .resolved:
            return try compare(scenario, rounds) { round, _, side in
                // Where nobody has built before: no path may matter.
                var fresh = side
                fresh.folder = work + "/fresh-clone/\(round)/swift-nio"
                try clone(to: fresh.folder)
                defer { try? Folders.remove(work + "/fresh-clone") }
                if scenario == .resolved { try fresh.resolve() }
                return try timed(fresh, writes: true)
            }
        }
    }

    /// One round is one run of each side; who goes first alternates.
    private func compare(
        _ scenario: Scenario, _ rounds: Int, _ once: (_ round: Int, _ started: Int, _ side: any Side) throws -> Run
    ) throws -> Outcome {
        say("\(scenario.title):")
        var outcome = Outcome(scenario: scenario, swift: Times(), mono: Times())
        let started = Int(Date().timeIntervalSince1970)
        for round in 0..<rounds {
            for isMono in round % 2 == 0 ? [false, true] : [true, false] {
                let side: any Side = isMono ? mono : swift
                let run = try once(round, started, side)
                if isMono { outcome.mono.add(run) } else { outcome.swift.add(run) }
                say("  \(side.name) \(seconds(run.wall)) (processors \(seconds(run.processor)))")
            }
        }
        return outcome
    }

    /// A build with the clock running. `writes`: every program must be newer afterwards.
    private func timed(_ side: any Side, writes: Bool = false) throws -> Run {
        // What was written until now goes to the disk first, so that nobody pays for the other's work.
        sync()
        let started = Date().timeIntervalSince1970
        let run = try side.build().run()
        let found = Folders.programs(in: side.products)
        try check(found == programs, "\(side.name) left \(found) instead of \(programs)")
        if writes {
            for (name, time) in times(of: side) {
                try check(time >= started - 0.1, "\(side.name) did not write \(name)")
            }
        }
        return run
    }

    private func cleanBuild(_ side: any Side, machine: String) throws -> Run {
        guard var cold = side as? MonoBuild else {
            try side.clean()
            return try timed(side, writes: true)
        }
        cold.cache = work + "/empty-cache"
        cold.machine = machine
        try Folders.remove(cold.cache)
        defer { try? Folders.remove(cold.cache) }
        try cold.clean()
        return try timed(cold, writes: true)
    }

    // MARK: The edit

    /// In `activateDescriptor`, a private function that is not inlinable: a message that is long enough to lie in the
    /// program as it is.
    private static let edit = (
        file: "Sources/NIOCore/FileHandle.swift", text: "bug in NIO (please report): NIOFileDescritor activate failed"
    )

    /// `once`: edits a side as nobody has before, which the mark says, and builds.
    private func edits(
        _ scenario: Scenario, _ rounds: Int, _ once: (_ side: any Side, _ mark: String) throws -> Run
    ) throws -> Outcome {
        defer { try? undoEdits() }
        let outcome = try compare(scenario, rounds) { round, started, side in
            try undoEdits(on: side)
            return try once(side, "round \(round) of \(started)")
        }
        try goBack()
        return outcome
    }

    /// mono restores everything first, in a clone where nobody has built; swift build would have to compile it.
    private func firstEdit(_ side: any Side, _ mark: String) throws -> Run {
        guard var fresh = side as? MonoBuild else { return try edited(side, mark) }
        fresh.folder = work + "/fresh-clone/first/swift-nio"
        try clone(to: fresh.folder)
        defer { try? Folders.remove(work + "/fresh-clone") }
        _ = try timed(fresh, writes: true)
        return try edited(fresh, mark)
    }

    private func grown(_ side: any Side, by access: String, _ mark: String) throws -> Run {
        let path = side.folder + "/" + Bench.edit.file, name = mark.filter { $0.isLetter || $0.isNumber }
        try Folders.write(try Folders.text(path) + "\n\(access) func measured\(name)() -> Int { 1 }\n", to: path)
        return try timed(side)
    }

    private func edited(_ side: any Side, _ mark: String) throws -> Run {
        let path = side.folder + "/" + Bench.edit.file
        let text = try Folders.text(path)
        try check(
            text.components(separatedBy: Bench.edit.text).count == 2, "\(path) does not hold '\(Bench.edit.text)' once")
        // A text that no build has seen: one that was seen before could come from mono's cache.
        let message = "\(Bench.edit.text), measured in \(mark):"
        try Folders.write(text.replacingOccurrences(of: Bench.edit.text, with: message), to: path)
        let run = try timed(side)
        let changed = try programs.filter { try Folders.contains(side.products + "/" + $0, message) }
        try check(changed == programs, "after the edit \(side.name) made \(changed) anew instead of \(programs)")
        return run
    }

    private func undoEdits(on side: any Side) throws {
        try git(["checkout", "--quiet", "--", Bench.edit.file], in: side.folder)
    }

    private func undoEdits() throws {
        for side in [swift, mono] as [any Side] { try undoEdits(on: side) }
    }

    private func goBack() throws {
        try undoEdits()
        for side in [swift, mono] as [any Side] { _ = try side.build().run() }
    }

    // MARK: Checks

    private func sameProgramsOnBothSides() throws -> [String] {
        let found = Folders.programs(in: swift.products), other = Folders.programs(in: mono.products)
        try check(!found.isEmpty && found == other, "swift build made \(found), mono build \(other)")
        return found
    }

    private func times(of side: any Side) -> [String: Double] {
        var times: [String: Double] = [:]
        for name in programs { times[name] = Folders.modified(side.products + "/" + name) }
        return times
    }

    private func check(_ condition: Bool, _ complaint: @autoclosure () -> String) throws {
        if !condition { throw RunError(complaint()) }
    }
}
