import Digests
import Foundation
import InterfaceDigests
import Measuring
import RandomModules
import Toolchains

/// Random edits, and for each the clients that the cutoff by used interfaces keeps: they must come out the same.
///
/// With each rule switched off, clients are asked too until one differs that would have been kept.
final class UsedCampaign: @unchecked Sendable {
    struct Miss {
        var round: Int
        var seed: UInt64
        var edit, client, difference: String
    }

    private let options: Options
    private let seeds: [UInt64]
    private let toolchain: Toolchain
    private let environment: [String: String]
    private let requirements: RequirementNames
    // Guarded by the lock: rooms and trials belong to one thread each.
    private let lock = NSLock()
    private var next = 0
    private var rounds = 0, invalid = 0, unmoved = 0, skipped = 0
    private var pairs = 0, keptWhole = 0, kept = 0, asked = 0, same = 0, shown = 0
    private var found: [UsedInterface.Rule: Miss] = [:]
    private(set) var misses: [Miss] = []
    private var failure: (any Error)?

    static let edits = 40
    /// Other rules show all that these do, or no edit of a source asks for them (`Docs/UsedInterfaces.md`).
    static let unasked: Set<UsedInterface.Rule> = [
        .macros, .attributes, .settings, .witnesses,
    ]
    /// Of an edit's clients that are kept: how many are compiled.
    private static let sample = 4

    /// `requirements`: of the toolchain's modules.
    init(
        _ options: Options, seeds: [UInt64], toolchain: Toolchain, environment: [String: String],
        requirements: RequirementNames
    ) {
        (self.options, self.seeds, self.toolchain, self.environment) = (options, seeds, toolchain, environment)
        self.requirements = requirements
    }

    func run() throws -> [String] {
        let started = Date()
        let group = DispatchGroup()
        for job in 0..<options.jobs {
            let folder = "\(options.work)/used/\(getpid())-\(job)"
            let thread = Thread { [self] in
                defer { group.leave() }
                do {
                    let room = try Room(
                        folder: folder, moduleCache: "\(options.work)/modules", toolchain: toolchain,
                        environment: environment)
                    while let index = take() { try work(index, room) }
                } catch { lock.withLock { failure = error } }
                try? FileManager.default.removeItem(atPath: folder)
            }
            thread.stackSize = 1 << 24
            group.enter()
            thread.start()
        }
        group.wait()
        if let failure { throw failure }
        return report(seconds: -started.timeIntervalSinceNow)
    }

    private func take() -> Int? {
        lock.withLock {
            guard next < seeds.count, failure == nil else { return nil }
            next += 1
            return next - 1
        }
    }

    private func work(_ index: Int, _ room: Room) throws {
        let seed = seeds[index]
        guard let trial = try UsedTrial(seed: seed, in: room) else { return lock.withLock { skipped += 1 } }
        lock.withLock { shown += trial.shown }
        var random = SeededGenerator(seed: seed ^ 0xED17)
        let before = trial.scene.base
        var done = 0, tried = 0, seen: Set<[String]> = [before]
        while done < UsedCampaign.edits, tried < UsedCampaign.edits * 4 {
            tried += 1
            guard let (base, name) = trial.scene.edited(&random), seen.insert(base).inserted else { continue }
            done += 1
            try round(index * UsedCampaign.edits + done, seed, trial, base, name, room, &random)
        }
    }

    private func round(
        _ round: Int, _ seed: UInt64, _ trial: UsedTrial, _ base: [String], _ name: String, _ room: Room,
        _ random: inout SeededGenerator
    ) throws {
        try UsedTrial.place(base, in: room)
        try room.write(trial.scene.middle, to: "Middle/Middle.swift")
        lock.withLock { rounds += 1 }
        guard try room.emit(.Base).succeeded else { return lock.withLock { invalid += 1 } }
        if room.moduleBytes == trial.bytes { return lock.withLock { unmoved += 1 } }
        // Without the module between, its own clients cannot be compiled.
        let hasMiddle = try room.emit(.Middle).succeeded
        let state = try UsedTrial.state(in: room)
        var keptClients: [UsedTrial.Client] = []
        for client in trial.clients where hasMiddle || client.client.module != .Top {
            lock.withLock {
                pairs += 1
                if trial.isKeptWhole(client, state) { keptWhole += 1 }
            }
            if trial.isKept(client, state, by: UsedInterface(requirements: requirements)) {
                lock.withLock { kept += 1 }
                keptClients.append(client)
                continue
            }
            let weaker = openRules(before: round).filter { rule in
                let rules = Set(UsedInterface.Rule.allCases).subtracting([rule])
                return trial.isKept(client, state, by: UsedInterface(rules: rules, requirements: requirements))
            }
            guard !weaker.isEmpty, let difference = try difference(client, in: room) else { continue }
            let miss = Miss(
                round: round, seed: seed, edit: name, client: client.client.name, difference: difference)
            lock.withLock {
                for rule in weaker where (found[rule]?.round ?? .max) > round { found[rule] = miss }
            }
        }
        keptClients.shuffle(using: &random)
        for client in keptClients.prefix(UsedCampaign.sample) {
            lock.withLock { asked += 1 }
            guard try difference(client, in: room) != nil else {
                lock.withLock { same += 1 }
                continue
            }
            if let difference = try trial.confirm(client, base, in: room) {
                try keep(
                    Miss(round: round, seed: seed, edit: name, client: client.client.name, difference: difference),
                    trial, base, client)
            }
            // It left the old module behind.
            try UsedTrial.place(base, in: room)
            _ = try room.emit(.Base)
            _ = try room.emit(.Middle)
        }
    }

    private func openRules(before round: Int) -> [UsedInterface.Rule] {
        lock.withLock { UsedInterface.Rule.allCases.filter { (found[$0]?.round ?? .max) > round } }
    }

    private func difference(_ client: UsedTrial.Client, in room: Room) throws -> String? {
        client.old.difference(to: try UsedTrial.artifact(of: client.client, asCode: true, in: room))
    }

    /// Writes both states down, for people who look into it.
    private func keep(_ miss: Miss, _ trial: UsedTrial, _ base: [String], _ client: UsedTrial.Client) throws {
        let folder = "\(options.work)/used-misses/\(miss.seed)-\(miss.round)"
        for (state, texts) in [("old", trial.scene.base), ("new", base)] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(state)", withIntermediateDirectories: true)
            for (name, text) in zip(RandomModule.files, texts) {
                try text.write(toFile: "\(folder)/\(state)/\(name)", atomically: true, encoding: .utf8)
            }
        }
        try trial.scene.middle.write(toFile: "\(folder)/Middle.swift", atomically: true, encoding: .utf8)
        try client.client.text.write(toFile: "\(folder)/Client.swift", atomically: true, encoding: .utf8)
        lock.withLock {
            misses.append(miss)
            say(
                """
                MISSED round \(miss.round), seed \(miss.seed): \(miss.edit): \(miss.client): \(miss.difference); \
                both states in \(folder)
                """)
        }
    }

    /// Rules without which no client was kept that differs.
    var unneeded: [UsedInterface.Rule] {
        UsedInterface.Rule.allCases.filter { found[$0] == nil && !UsedCampaign.unasked.contains($0) }
    }

    private func report(seconds: Double) -> [String] {
        var lines = [
            """
            \(rounds) rounds (\(seeds.count - skipped) modules) in \(Int(seconds)) s: \(invalid) did not compile, \
            \(unmoved) kept the module's bytes; \(pairs) pairs of an edit and a client, \(keptWhole) kept by whole \
            interfaces, \(kept) by used ones; of these \(asked) compiled, \(misses.count) differ; \(shown) clients \
            left out, for their warnings
            """, "", "| rule | needed in round | seed: edit | client | what differs |", "|---|---|---|---|---|",
        ]
        for rule in UsedInterface.Rule.allCases {
            if let miss = found[rule] {
                lines.append(
                    """
                    | \(rule.rawValue) | \(miss.round) | \(miss.seed): \(miss.edit) | \(miss.client) \
                    | \(miss.difference.prefix(60)) |
                    """)
            } else {
                let why = UsedCampaign.unasked.contains(rule) ? "not asked" : "not found"
                lines.append("| \(rule.rawValue) | \(why) | | | |")
            }
        }
        return lines
    }
}
