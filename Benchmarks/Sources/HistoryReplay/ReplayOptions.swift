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
    var mono = Repository.folder + "/.build/release/mono"
    var variant: [String] = []
    var verifies = false
    var comparesSwift = true
    var work = "/tmp/mono-replay"
    var records = false

    init() {}

    init(arguments: [String]) throws {
        var rest = arguments[...]
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst() else { throw BenchError("\(option) needs a value") }
            return value
        }
        while let word = rest.popFirst() {
            switch word {
            case "--commits":
                guard let number = Int(try value(of: word)), number > 0 else { throw BenchError("--commits needs a number above 0") }
                commits = number
            case "--name": name = try value(of: word)
            case "--until": until = try value(of: word)
            case "--path": paths.append(try value(of: word))
            case "--mono": mono = try value(of: word)
            case "--variant": variant = try value(of: word).split(separator: " ").map(String.init)
            case "--verify": verifies = true
            case "--no-swift": comparesSwift = false
            case "--work": work = try value(of: word)
            case "--record": records = true
            default:
                if word.hasPrefix("-") || !repository.isEmpty { throw BenchError("'\(word)' is no option; try --help") }
                repository = word
            }
        }
        if repository.isEmpty { throw BenchError("which repository? Try --help") }
        if name.isEmpty { name = URL(fileURLWithPath: repository).lastPathComponent }
        if paths.isEmpty { paths = ReplayOptions.usualPaths }
        guard Folders.exists(mono) else {
            throw BenchError("there is no \(mono): run 'swift build -c release' in \(Repository.folder), or say --mono")
        }
    }
}
