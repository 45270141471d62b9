import Digests
import Foundation
import InterfaceDigests
import Measuring
import RandomModules
import Toolchains

/// Many modules that chance makes, with many edits to each: what the ABI digest does not show must reach no client.
///
/// Nothing is linked or run: clients are compiled anew, and their bytes compared, where the digest says that they need
/// not be. Where one with a kind of line or a rule switched off says so, they are too, until that kind or rule was seen
/// to be needed.
final class Campaign: @unchecked Sendable {
    struct Miss {
        var round: Int
        var seed: UInt64
        var edit, difference: String
    }

    private let options: Options
    private let seeds: [UInt64]
    private let toolchain: Toolchain
    private let environment: [String: String]
    private let lock = NSLock()
    private var next = 0
    // What came of it: rounds by outcome, and for each weaker digest the first round in which it said too little.
    private var rounds = 0, invalid = 0, unmoved = 0, unseen = 0, skippedModules = 0
    private var found: [String: Miss] = [:]
    /// Why, of modules.
    private var fallbacks: [String: Int] = [:]
    private var unconfirmed: [String: Int] = [:]
    private var asked: [String: Int] = [:]
    private(set) var misses: [Miss] = []
    private var failure: (any Error)?

    /// Edits to each module.
    static let edits = 40

    init(_ options: Options, seeds: [UInt64], toolchain: Toolchain, environment: [String: String]) {
        (self.options, self.seeds, self.toolchain, self.environment) = (options, seeds, toolchain, environment)
    }

    func run() throws -> [String] {
        let started = Date()
        let group = DispatchGroup()
        for job in 0..<options.jobs {
            let thread = Thread { [self] in
                defer { group.leave() }
                do {
                    let room = try Room(
                        folder: "\(options.work)/random/\(getpid())-\(job)", moduleCache: "\(options.work)/modules",
                        toolchain: toolchain, environment: environment)
                    while let index = lock.withLock({ next < seeds.count && failure == nil ? next : nil }) {
                        guard lock.withLock({ if next == index { next += 1; return true } else { return false } })
                        else { continue }
                        try work(index, room)
                    }
                } catch { lock.withLock { failure = error } }
                try? FileManager.default.removeItem(atPath: "\(options.work)/random/\(getpid())-\(job)")
            }
            thread.stackSize = 1 << 24
            group.enter()
            thread.start()
        }
        group.wait()
        if let failure { throw failure }
        return report(seconds: -started.timeIntervalSinceNow)
    }

    private func work(_ index: Int, _ room: Room) throws {
        let seed = seeds[index]
        guard let trial = try Trial(seed: seed, in: room) else {
            lock.withLock { skippedModules += 1 }
            return
        }
        if let reason = trial.digest.fallbacks.first { lock.withLock { fallbacks[reason.text, default: 0] += 1 } }
        var random = SeededGenerator(seed: seed ^ 0xED17)
        let before = trial.module.sources().map(\.text)
        var done = 0, tried = 0
        while done < Campaign.edits, tried < Campaign.edits * 10 {
            tried += 1
            guard let (module, name) = trial.module.edited(&random), module.sources().map(\.text) != before else {
                continue
            }
            done += 1
            try round(index * Campaign.edits + done, seed, trial, module, name, room)
        }
    }

    private func round(
        _ round: Int, _ seed: UInt64, _ trial: Trial, _ module: RandomModule, _ name: String, _ room: Room
    ) throws {
        try Trial.place(module, in: room)
        lock.withLock { rounds += 1 }
        guard try room.emit(.Base).succeeded else { return lock.withLock { invalid += 1 } }
        // The same bytes make the same clients.
        if room.moduleBytes == trial.bytes { return lock.withLock { unmoved += 1 } }
        let digest = try room.digest()
        let isUnseen = digest.digest == trial.digest.digest
        let weaker = WeakerDigest.all.filter { weak in
            lock.withLock { (found[weak.name]?.round ?? .max) > round } && weak.isSame(trial.digest.parts, digest.parts)
        }
        lock.withLock {
            if isUnseen { unseen += 1 }
            for weak in weaker { asked[weak.name, default: 0] += 1 }
        }
        guard isUnseen || !weaker.isEmpty, let first = try trial.difference(in: room) else { return }
        var miss = Miss(round: round, seed: seed, edit: name, difference: first)
        switch try trial.confirm(module, in: room) {
        case .difference(let found): miss.difference = found
        case .nothing(let why):
            lock.withLock { unconfirmed[String(why.prefix { $0 != ":" }), default: 0] += 1 }
            if isUnseen { try keep(miss, trial, module, doubt: why) }
            return
        }
        if isUnseen { return try keep(miss, trial, module) }
        lock.withLock { for weak in weaker where (found[weak.name]?.round ?? .max) > round { found[weak.name] = miss } }
    }

    /// Writes both states down, for people who look into it.
    private func keep(_ miss: Miss, _ trial: Trial, _ module: RandomModule, doubt: String? = nil) throws {
        let folder = "\(options.work)/\(doubt == nil ? "misses" : "doubts")/\(miss.seed)-\(miss.round)"
        for (state, module) in [("old", trial.module), ("new", module)] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(state)", withIntermediateDirectories: true)
            for (name, source) in zip(RandomModule.files, module.sources()) {
                try source.text.write(toFile: "\(folder)/\(state)/\(name)", atomically: true, encoding: .utf8)
            }
        }
        lock.withLock {
            if doubt == nil { misses.append(miss) }
            FileHandle.standardOutput.write(
                Data(
                    """
                    \(doubt.map { "no miss, for \($0):" } ?? "MISSED") round \(miss.round), seed \(miss.seed): \(miss.edit): \
                    \(miss.difference); both states in \(folder)\n
                    """.utf8))
        }
    }

    /// Without which nothing unsound was found.
    var unneeded: [String] { WeakerDigest.all.filter { !$0.isSecondNet && found[$0.name] == nil }.map(\.name) }
    /// The kinds of lines among them.
    var unneededKinds: [String] { ABIParts.Kind.allCases.map { "\($0)" }.filter { found[$0] == nil } }

    private func report(seconds: Double) -> [String] {
        var lines = [
            """
            \(rounds) rounds (\(seeds.count - skippedModules) modules) in \(Int(seconds)) s, \
            \(String(format: "%.1f", Double(rounds) / seconds)) a second: 
            """
                + """
                \(invalid) did not compile, \(unmoved) kept the module's bytes, \(unseen) kept the digest, \
                \(misses.count) of these were felt by clients
                """,
            "differences that were none when everything was compiled whole: \(unconfirmed.isEmpty ? "0" : unconfirmed.sorted { $0.key < $1.key }.map { "\($0.value) (\($0.key))" }.joined(separator: ", "))",
            "modules that have the digest of their bytes: \(fallbacks.isEmpty ? "0" : fallbacks.sorted { $0.key < $1.key }.map { "\($0.value) (\($0.key))" }.joined(separator: ", "))",
            "",
        ]
        lines += table
        return lines
    }

    /// What each kind of line and each rule is needed for. Rounds count from 1, through the seeds in their order.
    var table: [String] {
        var lines = [
            "| switched off | rounds that it would skip | needed in round | seed: edit | what differs |",
            "|---|---|---|---|---|",
        ]
        for weak in WeakerDigest.all {
            guard let miss = found[weak.name] else {
                lines.append(
                    """
                    | \(weak.name) | \(asked[weak.name] ?? 0) | \(weak.isSecondNet ? "a second net" : "not found") | | \
                    |
                    """
                )
                continue
            }
            lines.append(
                """
                | \(weak.name) | \(asked[weak.name] ?? 0) | \(miss.round) | \(miss.seed): \(miss.edit) | \
                \(miss.difference.prefix(60)) |
                """)
        }
        return lines
    }
}
