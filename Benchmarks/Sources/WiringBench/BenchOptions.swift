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
    var mono = MonoProgram.usual
    var work = "/tmp/wiring-bench"
    var records = false

    init() {}

    init(arguments: [String]) throws {
        var reader = OptionReader(arguments)
        while let word = reader.next() {
            switch word {
            case "--rounds": rounds = try reader.number(of: word)
            case "--edits": edits = try reader.number(of: word)
            case "--starts": starts = try reader.number(of: word)
            case "--mono": mono = try reader.path(of: word)
            case "--work": work = try reader.path(of: word)
            case "--record": records = true
            default: throw OptionReader.unknown(word)
            }
        }
        try MonoProgram.check(mono)
    }
}
