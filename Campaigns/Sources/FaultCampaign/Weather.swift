/// What happens to one connection.
enum Mishap: String, CaseIterable, Sendable {
    /// Closed when it was made.
    case refused
    /// Nothing ever comes.
    case hole
    /// Closed in the middle of an answer; or nothing more comes from there on.
    case cut, stalled
    /// A bit of an answer is another one; or all of it is noise.
    case flipped, garbage
    /// A few bytes at a time.
    case drip
    /// The server behind is gone, and comes back.
    case gone
}

/// What happens to the connections of one build.
struct Weather: Sendable {
    /// Of a hundred connections.
    var percent: Int
    /// Which mishaps there are.
    var mishaps: [Mishap]
    /// Bytes of answers that pass at most before one happens.
    var reach: Int
    /// The server has everything at the start; or nothing.
    var isFull: Bool

    static func random(_ numbers: inout some RandomNumberGenerator) -> Weather {
        let isOne = Bool.random(using: &numbers)
        return Weather(
            percent: [2, 10, 30, 60, 100].randomElement(using: &numbers)!,
            mishaps: isOne ? [Mishap.allCases.randomElement(using: &numbers)!] : Mishap.allCases,
            reach: [100, 2_000, 50_000, 1_000_000].randomElement(using: &numbers)!,
            isFull: Int.random(in: 0..<3, using: &numbers) > 0)
    }

    func next(_ numbers: inout some RandomNumberGenerator) -> (mishap: Mishap?, after: Int) {
        guard Int.random(in: 1...100, using: &numbers) <= percent else { return (nil, 0) }
        return (mishaps.randomElement(using: &numbers), Int.random(in: 0...reach, using: &numbers))
    }

    var words: String {
        "\(percent) % of connections \(mishaps.count == 1 ? mishaps[0].rawValue : "anyhow"), within \(reach) bytes, "
            + (isFull ? "full" : "empty")
    }
}
