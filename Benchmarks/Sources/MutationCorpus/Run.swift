import Foundation
import Synchronization

struct Options {
    static let help = """
        mutation-corpus edits modules and holds what that does to their clients against digests of the modules.

        usage: mutation-corpus [CATEGORY | CATEGORY/EDIT]… [OPTION…]

          --work FOLDER   where compiled modules are kept; a second run looks them up (\(Options.home))
          --sample N      N edits, of all categories; the same ones every time
          --random N      instead of the corpus: N modules that chance makes, with \(Campaign.edits) edits to each
          --find-all      of these: ends with 1 too where no edit needs some kind of the digest's lines
          --seed N        of the first of them; unless told, another one every time, and printed; N,N,…: these modules and no others
          --jobs N        how many edits at once (2)
          --list FILE     writes what each edit does, a line each
          --record        writes the figures into Benchmarks/Digests.md; with --random, those of the random edits

        Ends with 1 where a client differs and the ABI digest does not, and where a fact of Corpus/facts.txt is not so.
        """
    static let home = (NSTemporaryDirectory() as NSString).appendingPathComponent("mono-corpus")
    static let repository = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/").replacingOccurrences(of: "//", with: "/")

    var wanted: [String] = []
    var work = Options.home
    var sample: Int?
    var jobs = 2
    var random: Int?
    var seeds = [UInt64.random(in: 1..<1_000_000)]
    var findsAll = false
    var list: String?
    var records = false
    var wantsHelp = false

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst() else { throw CorpusError("\(option) needs a value") }
            return value
        }
        func number(of option: String) throws -> Int {
            guard let number = Int(try value(of: option)), number > 0 else { throw CorpusError("\(option) needs a number above 0") }
            return number
        }
        while let word = rest.popFirst() {
            switch word {
            case "--work": work = URL(fileURLWithPath: try value(of: word)).path
            case "--sample": sample = try number(of: word)
            case "--random": random = try number(of: word)
            case "--seed":
                seeds = try value(of: word).split(separator: ",").map {
                    guard let number = UInt64($0), number > 0 else { throw CorpusError("--seed needs numbers above 0") }
                    return number
                }
            case "--find-all": findsAll = true
            case "--jobs": jobs = try number(of: word)
            case "--list": list = try value(of: word)
            case "--record": records = true
            case "--help", "-h": wantsHelp = true
            case _ where word.hasPrefix("-"): throw CorpusError("'\(word)' is no option; try --help")
            default: wanted.append(word)
            }
        }
    }
}

/// One run of the corpus.
struct Run {
    private let options: Options
    private let steps: Steps
    private let compiler: Compiler

    init(_ options: Options) throws {
        self.options = options
        steps = try Steps(folder: options.work, tools: try Run.compilerVersion())
        compiler = Compiler(steps: steps)
    }

    static func compilerVersion() throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swiftc", "--version"]
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    func report() throws -> Report {
        let bases = try chosen()
        let digests = try ABIDigestColumn.make(steps: steps)
        let started = Date()
        let prepared = forAll(bases) { try Experiment($0, compiler, digests: digests) }
        let work = prepared.flatMap { experiment in experiment.base.edits.map { (experiment, $0) } }
        let findings = forAll(work) { try $0.perform($1) }
        print(String(format: "%d edits in %.0f s (%d steps ran, %d were known)\n", findings.count, -started.timeIntervalSinceNow, steps.ran, steps.reused))
        guard prepared.count == bases.count, findings.count == work.count else { throw CorpusError("some could not be compiled") }
        let edits = try Run.all().flatMap { base in base.edits.map { "\(base.category)/\($0.name)" } }
        let facts = try Facts(Run.corpus + "/facts.txt", edits: Set(edits))
        return Report(findings: findings.sorted { $0.category < $1.category }, contradictions: facts.contradictions(in: findings))
    }

    private static let corpus = Options.repository + "/Benchmarks/Corpus"

    private static func all() throws -> [Base] {
        let files = try FileManager.default.contentsOfDirectory(atPath: corpus).filter { $0.hasSuffix(".edits") }.sorted()
        return try files.map { try CorpusReader.read("\(corpus)/\($0)") }
    }

    /// Random edits; true where nothing was missed.
    func campaign(modules: Int) throws -> Bool {
        let column = try ABIDigestColumn.make(steps: steps)
        let seeds = options.seeds.count > 1 ? options.seeds : (0..<UInt64(modules)).map { options.seeds[0] + $0 }
        print("seeds \(seeds.map(String.init).joined(separator: " "))")
        let campaign = Campaign(options, seeds: seeds, toolchain: column.toolchain, environment: column.environment)
        print(try campaign.run().joined(separator: "\n"))
        if options.records {
            let words = "Seeds \(seeds.map(String.init).joined(separator: ", ")): \(seeds.count * Campaign.edits) rounds."
            try Page.record([words, ""] + campaign.table, in: .rounds)
        }
        if options.findsAll, !campaign.unneededKinds.isEmpty {
            print("no edit needs: \(campaign.unneededKinds.joined(separator: ", "))")
            return false
        }
        return campaign.misses.isEmpty
    }

    private func chosen() throws -> [Base] {
        var bases = try Run.all()
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
        guard !bases.isEmpty else { throw CorpusError("there is no such edit") }
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
