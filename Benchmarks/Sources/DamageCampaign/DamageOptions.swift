import Measuring

/// What a person asked for.
struct DamageOptions {
    static let help = """
        damage-campaign builds with caches that a disk, a loss of power or a person has damaged, and compares programs with those of a clean build.

        usage: damage-campaign [OPTION…]

        options:
          --cases N       how many damaged caches (\(DamageOptions().cases))
          --seed N        of the random numbers; unless told, another one each time, and printed
          --mono FILE     the program; unless told, the release build of the repository that this program was built in
          --work FOLDER   where the caches go (\(DamageOptions().work))
        """

    var cases = 1000
    var seed = UInt64.random(in: 1...UInt64(UInt32.max))
    var mono = MonoProgram.usual
    var work = "/tmp/damage-campaign"

    init() {}

    init(arguments: [String]) throws {
        var reader = OptionReader(arguments)
        while let word = reader.next() {
            switch word {
            case "--cases": cases = try reader.number(of: word)
            case "--seed": seed = UInt64(try reader.number(of: word))
            case "--mono": mono = try reader.path(of: word)
            case "--work": work = try reader.path(of: word)
            default: throw OptionReader.unknown(word)
            }
        }
        try MonoProgram.check(mono)
    }
}
