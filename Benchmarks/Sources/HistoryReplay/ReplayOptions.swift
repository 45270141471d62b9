import Foundation
import Measuring

/// What a person asked for.
struct ReplayOptions {
    static let help = """
        history-replay builds consecutive commits of a real repository with a warm cache, under mono and under swift build,
        and counts the Swift modules that each of them compiles.

        usage: history-replay REPOSITORY [OPTION…]

        options:
          --commits N      how many commits, the last N that touch the paths (\(ReplayOptions().commits))
          --until REV      the last commit (\(ReplayOptions().until))
          --path PATH      a path whose commits count (may be repeated; \(ReplayOptions.usualPaths.joined(separator: ", ")))
          --name NAME      what to call it; unless told, its folder's name
          --mono FILE      the program; unless told, the release build of the repository that this program was built in
          --variant WORDS  one more mono build with these arguments, beside the plain one; what it compiles and the plain one does not
                           is compared, byte for byte
          --verify         after each commit 'mono build --verify' compiles what was skipped, and compares
          --no-swift       leave swift build out
          --work FOLDER    where clones, builds and caches go (\(ReplayOptions().work))
          --record         write the figures into Benchmarks/History.md
        """

    static let usualPaths = ["Sources", "Package.swift"]

    var repository = ""
    var name = ""
    var commits = 60
    var until = "HEAD"
    var paths: [String] = []
    var mono = MonoProgram.usual
    var variant: [String] = []
    var verifies = false
    var comparesSwift = true
    var work = "/tmp/mono-replay"
    var records = false

    init() {}

    init(arguments: [String]) throws {
        var reader = OptionReader(arguments)
        while let word = reader.next() {
            switch word {
            case "--commits": commits = try reader.number(of: word)
            case "--name": name = try reader.value(of: word)
            case "--until": until = try reader.value(of: word)
            case "--path": paths.append(try reader.value(of: word))
            case "--mono": mono = try reader.value(of: word)
            case "--variant": variant = try reader.value(of: word).split(separator: " ").map(String.init)
            case "--verify": verifies = true
            case "--no-swift": comparesSwift = false
            case "--work": work = try reader.value(of: word)
            case "--record": records = true
            default:
                if word.hasPrefix("-") || !repository.isEmpty { throw OptionReader.unknown(word) }
                repository = word
            }
        }
        if repository.isEmpty { throw BenchError("which repository? Try --help") }
        if name.isEmpty { name = URL(fileURLWithPath: repository).lastPathComponent }
        if paths.isEmpty { paths = ReplayOptions.usualPaths }
        try MonoProgram.check(mono)
    }
}
