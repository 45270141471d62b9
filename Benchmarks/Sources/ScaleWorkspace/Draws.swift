/// Numbers from a seed: the same on every machine and with every version of the standard library, of which nothing
/// takes part.
public struct Draws: Sendable {
    private var state: UInt64

    /// Of the same seed, each `purpose` has numbers of its own.
    public init(seed: Int, purpose: Int...) {
        state = UInt64(bitPattern: Int64(seed))
        for part in purpose {
            state = next() ^ UInt64(bitPattern: Int64(part))
        }
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 to `count` - 1; `count` is above 0.
    public mutating func below(_ count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(count)).high) }

    public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// From 0 to `count` - 1, each number n with a weight of 1 / (n + 1): a few are drawn again and again.
    public mutating func popular(below count: Int) -> Int {
        let unit = 1_000_000
        var rest = below((0..<count).reduce(0) { $0 + unit / ($1 + 1) })
        for number in 0..<count {
            rest -= unit / (number + 1)
            if rest < 0 { return number }
        }
        return count - 1
    }
}
