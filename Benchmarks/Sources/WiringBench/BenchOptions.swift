import Foundation
import Measuring

/// What a person asked for.
struct BenchOptions {
    static let help = """
        wiring-bench builds a generated program of \(GeneratedApp.types) provided types, with an object graph that mono writes and with the same one written before.

        usage: wiring-bench [OPTION…]

        options:
          --rounds N      clean builds of each form (\(BenchOptions().rounds))
          --edits N       builds of each form after a body edit (\(BenchOptions().edits))
          --starts N      how often the program is started (\(BenchOptions().starts))
          --mono FILE     the program; unless told, the release build of the repository that this program was built in
          --work FOLDER   where everything goes (\(BenchOptions().work))
          --record        write the figures into Benchmarks/Wiring.md
        """

    var rounds = 3
    var edits = 9
    var starts = 25
    var mono = Repository.folder + "/.build/release/mono"
    var work = "/tmp/wiring-bench"
    var records = false

    init() {}

    init(arguments: [String]) throws {
        var rest = arguments[...]
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst() else { throw BenchError("\(option) needs a value") }
            return value
        }
        func number(_ option: String) throws -> Int {
            guard let number = Int(try value(of: option)), number > 0 else { throw BenchError("\(option) needs a number above 0") }
            return number
        }
        func path(_ option: String) throws -> String { URL(fileURLWithPath: try value(of: option)).standardizedFileURL.path }
        while let word = rest.popFirst() {
            switch word {
            case "--rounds": rounds = try number(word)
            case "--edits": edits = try number(word)
            case "--starts": starts = try number(word)
            case "--mono": mono = try path(word)
            case "--work": work = try path(word)
            case "--record": records = true
            default: throw BenchError("'\(word)' is no option; try --help")
            }
        }
        guard Folders.exists(mono) else {
            throw BenchError("there is no \(mono): run 'swift build -c release' in \(Repository.folder), or say --mono")
        }
    }
}
