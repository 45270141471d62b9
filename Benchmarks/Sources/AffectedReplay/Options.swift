import Foundation
import Measuring

/// What a person asked for.
struct Options {
    static let help = """
        affected-replay asks 'mono affected' about consecutive commits of a real repository, by paths and with --by-digest, and holds
        the answers against the keys of all compiles, which 'mono hash' finds in real checkouts of both ends. A target whose key changed
        and that is not named is a miss: then the program ends with 1.

        usage: affected-replay REPOSITORY [OPTION…]

        options:
          --commits N      how many commits, the last N that touch the paths (\(Options().commits))
          --until REV      the last commit (\(Options().until))
          --path PATH      a path whose commits count (may be repeated; \(Options.usualPaths.joined(separator: ", ")))
          --builds N       hold the answers for the last N of them against real builds of both ends too, tests included
          --minutes N      ask about no more commits once so much time has gone, and tell what stands
          --keep           go on with the clones and caches of an earlier run: modules that it emitted need not be emitted again
          --name NAME      what to call it; unless told, its folder's name
          --mono FILE      the program; unless told, the release build of the repository that this program was built in
          --work FOLDER    where clones and caches go (\(Options().work))
          --record         write the figures into Benchmarks/AffectedHistory.md
        """

    static let usualPaths = ["Sources", "Tests", "Package.swift"]

    var repository = ""
    var name = ""
    var commits = 60
    /// As the repository has it, wherever an earlier run left the clone.
    var until = "origin/HEAD"
    var paths: [String] = []
    var builds = 0
    var minutes: Int?
    var keeps = false
    var mono = MonoProgram.usual
    var work = "/tmp/mono-affected-replay"
    var records = false

    init() {}

    init(arguments: [String]) throws {
        var reader = OptionReader(arguments)
        while let word = reader.next() {
            switch word {
            case "--commits": commits = try reader.number(of: word)
            case "--until": until = try reader.value(of: word)
            case "--path": paths.append(try reader.value(of: word))
            case "--builds": builds = try reader.number(of: word)
            case "--minutes": minutes = try reader.number(of: word)
            case "--keep": keeps = true
            case "--name": name = try reader.value(of: word)
            case "--mono": mono = try reader.value(of: word)
            case "--work": work = try reader.value(of: word)
            case "--record": records = true
            default:
                if word.hasPrefix("-") || !repository.isEmpty { throw OptionReader.unknown(word) }
                repository = word
            }
        }
        if repository.isEmpty { throw BenchError("which repository? Try --help") }
        if name.isEmpty { name = URL(fileURLWithPath: repository).lastPathComponent }
        if paths.isEmpty { paths = Options.usualPaths }
        try MonoProgram.check(mono)
    }
}
