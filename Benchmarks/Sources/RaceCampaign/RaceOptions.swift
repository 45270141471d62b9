import Measuring

/// What a person asked for.
struct RaceOptions {
    static let help = """
        race-campaign changes inputs while compilers run, in ways that times of files do not show, and looks whether anything wrong was published.

        usage: race-campaign [OPTION…]

        Each round builds a small workspace that nobody has built before, and changes one of its files, folders or links at a random moment of the compile
        that reads it. Then, at each content there was, a clone is built with the same cache, its program must print what that content says, and every
        result that it used is made again (--verify).

        options:
          --rounds N      how many (\(RaceOptions().rounds))
          --seed N        of the random numbers; unless told, another one each time, and printed
          --only KIND     only changes of this kind (\(Change.Kind.allCases.map(\.rawValue).joined(separator: ", ")); may be repeated)
          --mono FILE     the program; unless told, the release build of the repository that this program was built in
          --work FOLDER   where the workspaces go (\(RaceOptions().work))

        As root, a third of the rounds runs on a file system with whole seconds (ext4 with inodes of 128 bytes, in a file that is mounted).
        """

    var rounds = 500
    var seed = UInt64.random(in: 1...UInt64(UInt32.max))
    var kinds: [Change.Kind] = []
    var mono = MonoProgram.usual
    var work = "/tmp/race-campaign"

    init() {}

    init(arguments: [String]) throws {
        var reader = OptionReader(arguments)
        while let word = reader.next() {
            switch word {
            case "--rounds": rounds = try reader.number(of: word)
            case "--seed": seed = UInt64(try reader.number(of: word))
            case "--only":
                let name = try reader.value(of: word)
                guard let kind = Change.Kind(rawValue: name) else { throw BenchError("'\(name)' is no kind of change; try --help") }
                kinds.append(kind)
            case "--mono": mono = try reader.path(of: word)
            case "--work": work = try reader.path(of: word)
            default: throw OptionReader.unknown(word)
            }
        }
        if kinds.isEmpty { kinds = Change.Kind.allCases }
        try MonoProgram.check(mono)
    }
}
