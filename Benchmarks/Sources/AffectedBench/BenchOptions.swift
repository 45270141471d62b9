import Foundation
import Measuring

/// What a person asked for.
struct BenchOptions {
    static let help = """
        affected-bench measures mono affected in generated monorepos, beside the calls of git that it cannot do without.

        usage: affected-bench [OPTION…]

        options:
          --targets N,N   sizes of the monorepos; 20 targets a package, 10 files a target (\(BenchOptions().sizes.map(String.init).joined(separator: ",")))
          --edit NAME     only with this edit (\(Edit.allCases.map(\.rawValue).joined(separator: ", ")); may be repeated)
          --rounds N      how often each is measured (\(BenchOptions().rounds))
          --no-cold       leave out the answer with nothing remembered: SwiftPM evaluates all manifests for it, some 0.3 s each
          --mono FILE     the program; unless told, the release build of the repository that this program was built in
          --work FOLDER   where the monorepos go (\(BenchOptions().work)); what an earlier run left there is used again
          --note TEXT     a remark to stand with the recorded figures
          --record        write the figures into Benchmarks/Affected.md
        """

    var sizes = [100, 1_000, 10_000]
    var edits: [Edit] = []
    var rounds = 9
    var isCold = true
    var mono = MonoProgram.usual
    var work = "/tmp/affected-bench"
    var note: String?
    var records = false

    init() {}

    init(arguments: [String]) throws {
        var reader = OptionReader(arguments)
        while let word = reader.next() {
            switch word {
            case "--targets":
                sizes = try reader.value(of: word).split(separator: ",").map { text in
                    // Package names have three digits.
                    guard let size = Int(text), size >= 100, size <= 20_000, size % GeneratedMonorepo.targetsInPackage == 0 else {
                        throw BenchError("'\(text)' is no size: a multiple of \(GeneratedMonorepo.targetsInPackage) from 100 to 20000")
                    }
                    return size
                }
            case "--edit":
                let name = try reader.value(of: word)
                guard let edit = Edit(rawValue: name) else { throw BenchError("'\(name)' is no edit; try --help") }
                edits.append(edit)
            case "--rounds": rounds = try reader.number(of: word)
            case "--no-cold": isCold = false
            case "--mono": mono = try reader.path(of: word)
            case "--work": work = try reader.path(of: word)
            case "--note": note = try reader.value(of: word)
            case "--record": records = true
            default: throw OptionReader.unknown(word)
            }
        }
        if edits.isEmpty { edits = Edit.allCases }
        try MonoProgram.check(mono)
    }
}
