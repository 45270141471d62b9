import Foundation
import Measuring

/// What a person asked for.
struct Options {
    static let help = """
        mono-bench measures mono build beside swift build on swift-nio, side by side in one run.

        usage: mono-bench [SCENARIO…] [OPTION…]

        scenarios, all of them unless told:
          nothing    nothing to do
          edit       a body edit in a function of NIOCore that is not inlinable, in a file whose lines do not move
          private    a private function added at the end of the same file
          clean      everything built anew; mono's cache is empty, external packages are in their places
          cold       the same for a mono that has never seen the toolchain, once
          clone      a fresh clone with a full cache; resolution and the clones of dependencies count
          resolved   the same with external packages in their places already

        options:
          --rounds N      how often each scenario runs on each side (cold: always once)
          --mono FILE     the program; unless told, the release build of the repository that mono-bench was built in
          --source WHERE  a repository with swift-nio, or its URL (\(Options().source))
          --tag NAME      the version to build (\(Options().tag))
          --work FOLDER   where clones, builds and caches go (\(Options().work)); needs some 10 GB
          --keep          leave that folder behind, and start from what an earlier run left there
          --note TEXT     a remark to stand with the recorded figures
          --record        write the figures into Benchmarks/README.md
        """

    var scenarios: [Scenario] = []
    var rounds: Int?
    var mono = Repository.folder + "/.build/release/mono"
    var source = "https://github.com/apple/swift-nio"
    var tag = "2.101.2"
    var work = NSTemporaryDirectory().trimmingSuffix("/") + "/mono-bench"
    var keeps = false
    var note: String?
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
            case "--rounds":
                guard let number = Int(try value(of: word)), number > 0 else { throw BenchError("--rounds needs a number above 0") }
                rounds = number
            case "--mono": mono = Options.absolute(try value(of: word))
            case "--source":
                let place = try value(of: word)
                source = place.contains("://") ? place : Options.absolute(place)
            case "--tag": tag = try value(of: word)
            case "--work": work = Options.absolute(try value(of: word))
            case "--keep": keeps = true
            case "--note": note = try value(of: word)
            case "--record": records = true
            default:
                guard let scenario = Scenario(rawValue: word) else { throw BenchError("'\(word)' is no scenario and no option; try --help") }
                scenarios.append(scenario)
            }
        }
        if scenarios.isEmpty { scenarios = Scenario.allCases }
        guard Folders.exists(mono) else {
            throw BenchError("there is no \(mono): run 'swift build -c release' in \(Repository.folder), or say --mono")
        }
    }

    private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}

extension String {
    func trimmingSuffix(_ suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self }
}
