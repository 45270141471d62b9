/// What a source file says of what tests may read when they run. Found by looking for words (`RuntimeFactsScan`).
struct RuntimeFacts: Hashable, Sendable {
    /// It asks where it lies: so it may read files beside it.
    var asksForPlace = false
    /// It does more with such a place than to hand it on to whoever reports failures.
    var usesPlace = false
    /// It asks which folder it runs in, or names a file as one would from there.
    var asksForFolder = false
    /// How often at most it goes up from one path to the folder above; `unbounded` where that cannot be counted.
    var stepsUp = 0
    /// It goes up from paths that others hand to it, or as often as it takes.
    var stepsForOthers = false
    /// It starts programs.
    var startsPrograms = false
    /// Words that may be names of environment variables or of folders: those in capitals, of two letters at least, and
    /// what texts in quotes are or begin with.
    var names: Set<String> = []

    static let unbounded = Int.max / 2

    init() {}

    init(_ text: [UInt8]) {
        self = text.withUnsafeBufferPointer { bytes in
            var scan = RuntimeFactsScan(bytes)
            return scan.facts()
        }
    }
}
