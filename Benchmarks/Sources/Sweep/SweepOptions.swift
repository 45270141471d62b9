import Foundation
import Measuring

/// What a person asked for.
struct SweepOptions {
    static let help = """
        sweep builds real packages with SwiftPM and with mono, runs their tests under both, and compares what came of it, test by test.

        usage: sweep [OPTION…] [PACKAGE…]

        PACKAGE is a git clone with a Package.swift; what its HEAD holds is built, in fresh folders. Each result is kept as soon as there is one: a sweep that was
        broken off is gone on with by the same command. It ends with 1 where mono fails at what SwiftPM does, or tests come out otherwise; with --again, where
        anything is compiled.

        options:
          --record        write the table of Docs/Compatibility.md, from all results that there are; without a PACKAGE nothing else
          --again         a second round, of mono alone: the same in fresh folders, with the cache as the first round left it
          --redo          measure packages again that have a result
          --mono FILE     the program; unless told, the release build of the repository that this program was built in
          --work FOLDER   for packages while they are built, results.jsonl and logs (\(SweepOptions().work))
          --cache FOLDER  mono's cache; unless told, in the work folder
        """

    var packages: [String] = []
    var records = false
    var round = PackageResult.Round.first
    var redoes = false
    var mono = MonoProgram.usual
    var work = "/tmp/sweep"
    private var cacheFolder: String?

    var cache: String { cacheFolder ?? work + "/cache" }
    var results: String { work + "/results.jsonl" }

    init() {}

    init(arguments: [String]) throws {
        var reader = OptionReader(arguments)
        while let word = reader.next() {
            switch word {
            case "--record": records = true
            case "--again": round = .again
            case "--redo": redoes = true
            case "--mono": mono = try reader.path(of: word)
            case "--work": work = try reader.path(of: word)
            case "--cache": cacheFolder = try reader.path(of: word)
            case _ where word.hasPrefix("-"): throw OptionReader.unknown(word)
            default: packages.append(URL(fileURLWithPath: word).standardizedFileURL.path)
            }
        }
        guard !packages.isEmpty || records else { throw BenchError("name a package; try --help") }
        if let odd = packages.first(where: { !Folders.exists($0 + "/.git") || !Folders.exists($0 + "/Package.swift") }) {
            throw BenchError("\(odd) is no git clone of a package")
        }
        try MonoProgram.check(mono)
    }
}
