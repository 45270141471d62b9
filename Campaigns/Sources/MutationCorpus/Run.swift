import DigestFacts
import Digests
import Disk
import Foundation
import InterfaceDigests
import Measuring
import RandomModules
import Synchronization

/// One run of the corpus.
struct Run {
    private let options: Options
    private let steps: Steps
    private let compiler: Compiler
    private let column: ABIDigestColumn

    init(_ options: Options) throws {
        self.options = options
        let work = AbsolutePath(options.work, in: AbsolutePath(FileManager.default.currentDirectoryPath))
        let bench = try Workbench(in: work)
        steps = Steps(
            folder: work, toolchain: bench.toolchain, environment: bench.environment, owner: Int64(getpid()))
        compiler = Compiler(steps: steps)
        let program = try LocalFileSystem().digest(AbsolutePath("/proc/self/exe")).hex
        column = ABIDigestColumn(steps: steps, program: program)
    }

    static func compilerVersion() throws -> String {
        var program = Program("swiftc", ["--version"], in: "/")
        program.leavesErrorsOut = true
        return try program.run().output
    }

    func report() throws -> Report {
        let bases = try chosen()
        let started = Date()
        let used =
            options.asksUsed
            ? UsedColumn(requirements: RequirementNames(of: column.toolchain, files: LocalFileSystem())) : nil
        let prepared = forAll(bases) { try Experiment($0, compiler, digests: column, used: used) }
        let work = prepared.flatMap { experiment in experiment.base.edits.map { (experiment, $0) } }
        let findings = forAll(work) { try $0.perform($1) }
        say(
            String(
                format: "%d edits in %.0f s (%d steps ran, %d were known)\n", findings.count,
                -started.timeIntervalSinceNow, steps.ran, steps.reused))
        guard prepared.count == bases.count, findings.count == work.count else {
            throw RunError("some could not be compiled")
        }
        let edits = try Corpus.bases().flatMap { base in base.edits.map { "\(base.category)/\($0.name)" } }
        let facts = try Facts(edits: Set(edits))
        return Report(
            findings: findings.sorted { $0.category < $1.category }, contradictions: facts.contradictions(in: findings))
    }

    /// Random edits; true where nothing was missed.
    func campaign(modules: Int) throws -> Bool {
        let seeds = options.seeds.count > 1 ? options.seeds : (0..<UInt64(modules)).map { options.seeds[0] + $0 }
        say("seeds \(seeds.map(String.init).joined(separator: " "))")
        if options.asksUsed {
            let campaign = UsedCampaign(
                options, seeds: seeds, toolchain: column.toolchain, environment: steps.environment,
                requirements: RequirementNames(of: column.toolchain, files: LocalFileSystem()))
            say(try campaign.run().joined(separator: "\n"))
            return campaign.misses.isEmpty && !(options.findsAll && !campaign.unneeded.isEmpty)
        }
        let campaign = Campaign(options, seeds: seeds, toolchain: column.toolchain, environment: steps.environment)
        say(try campaign.run().joined(separator: "\n"))
        if options.records {
            let words =
                "Seeds \(seeds.map(String.init).joined(separator: ", ")): \(seeds.count * Campaign.edits) rounds."
            try Page.record([words, ""] + campaign.table, in: .rounds)
        }
        if options.findsAll, !campaign.unneededKinds.isEmpty {
            say("no edit needs: \(campaign.unneededKinds.joined(separator: ", "))")
            return false
        }
        return campaign.misses.isEmpty
    }

    private func chosen() throws -> [CorpusBase] {
        var bases = try Corpus.bases()
        if !options.wanted.isEmpty {
            for index in bases.indices where !options.wanted.contains(bases[index].category) {
                let category = bases[index].category
                bases[index].edits.removeAll { !options.wanted.contains("\(category)/\($0.name)") }
            }
        }
        if let sample = options.sample {
            let all = bases.reduce(0) { $0 + $1.edits.count }
            var number = -1
            for index in bases.indices {
                bases[index].edits.removeAll { _ in
                    number += 1
                    return number * sample / all == (number - 1) * sample / all && number > 0
                }
            }
        }
        bases.removeAll(where: \.edits.isEmpty)
        guard !bases.isEmpty else { throw RunError("there is no such edit") }
        return bases
    }

    /// Everything that can be done is done; what could not be is told.
    private func forAll<Item, Result>(_ items: [Item], _ body: @escaping (Item) throws -> Result) -> [Result] {
        let state = Progress<Result>(count: items.count)
        let group = DispatchGroup()
        nonisolated(unsafe) let (items, body) = (items, body)
        for _ in 0..<options.jobs {
            let thread = Thread {
                while let index = state.next() {
                    do { state.set(index, try body(items[index])) } catch { state.fail("\(error)") }
                }
                group.leave()
            }
            thread.stackSize = 1 << 23
            group.enter()
            thread.start()
        }
        group.wait()
        return state.results
    }
}

private final class Progress<Result>: @unchecked Sendable {
    private let lock = NSLock()
    private var started = 0
    private var found: [Result?]

    init(count: Int) { found = Array(repeating: nil, count: count) }

    func next() -> Int? {
        lock.withLock {
            guard started < found.count else { return nil }
            started += 1
            return started - 1
        }
    }

    func set(_ index: Int, _ result: Result) { lock.withLock { found[index] = result } }
    func fail(_ text: String) { lock.withLock { FileHandle.standardError.write(Data("FAILED \(text)\n".utf8)) } }
    var results: [Result] { lock.withLock { found.compactMap(\.self) } }
}
