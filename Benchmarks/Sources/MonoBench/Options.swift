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
    var mono = MonoProgram.usual
    var source = "https://github.com/apple/swift-nio"
    var tag = "2.101.2"
    var work = NSTemporaryDirectory().trimmingSuffix("/") + "/mono-bench"
    var keeps = false
    var note: String?
    var records = false

    init() {}

    init(arguments: [String]) throws {
        var reader = OptionReader(arguments)
        while let word = reader.next() {
            switch word {
            case "--rounds": rounds = try reader.number(of: word)
            case "--mono": mono = try reader.path(of: word)
            case "--source": source = try reader.source(of: word)
            case "--tag": tag = try reader.value(of: word)
            case "--work": work = try reader.path(of: word)
            case "--keep": keeps = true
            case "--note": note = try reader.value(of: word)
            case "--record": records = true
            default:
                guard let scenario = Scenario(rawValue: word) else { throw BenchError("'\(word)' is no scenario and no option; try --help") }
                scenarios.append(scenario)
            }
        }
        if scenarios.isEmpty { scenarios = Scenario.allCases }
        try MonoProgram.check(mono)
    }
}

extension String {
    func trimmingSuffix(_ suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self }
}
